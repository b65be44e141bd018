"""Line-ups of teams: who sits where from a round on."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import locked
from core.errors import field_error
from core.permissions import may, require
from events.models import Entrant, LineUp, Place
from events.selectors.lineups import SEATS

FIELDS = {"place", "first_round", *SEATS}


@transaction.atomic
def set_line_up(
    *, actor: Actor, place: Place, first_round: int, north: Entrant, south: Entrant, east: Entrant, west: Entrant
) -> LineUp:
    """From this round on these four play, until another line-up is given.

    The desk may put any round right; the captain only what has not begun.
    """
    require(actor, "lineup.set", place)
    session = locked(place.session)
    _refuse_round(actor, place, first_round, session.round)
    seats = dict(zip(SEATS, (north, south, east, west), strict=True))
    _refuse_seats(place, seats)
    line_up = LineUp.objects.filter(place=place, first_round=first_round).first()
    before = values(line_up, FIELDS) if line_up else None
    line_up = line_up or LineUp(place=place, first_round=first_round)
    for seat, entrant in seats.items():
        setattr(line_up, seat, entrant)
    line_up.made_at = actor.at
    line_up.save()
    record(actor=actor, act="lineup.set", body=place.club, target=line_up, before=before, after=values(line_up, FIELDS))
    return line_up


def _refuse_round(actor: Actor, place: Place, first_round: int, begun: int) -> None:
    if not place.session.event.is_for_teams:
        raise ValidationError(_("Only teams give line-ups."), code="no_team")
    movement = place.section.movement
    last = len(movement.rounds) if movement else 0
    if not last:
        raise ValidationError(_("There is no movement yet. Choose one at the desk first."), code="no_movement")
    if not 1 <= first_round <= last:
        sentence = _("There are rounds 1 to %(last)s. Choose one of them.") % {"last": last}
        raise field_error("first_round", sentence, "no_such_round")
    if first_round <= begun and not may(actor, "session.run", place):
        sentence = _("Round %(round)s has begun. Choose a later one, or ask the director.") % {"round": first_round}
        raise field_error("first_round", sentence, "begun")


def _refuse_seats(place: Place, seats: dict[str, Entrant]) -> None:
    seated: dict[int, str] = {}
    for seat, entrant in seats.items():
        if entrant.contestant_id != place.contestant_id:
            sentence = _("%(name)s is not in this team. Choose one of its players.") % {"name": entrant}
            raise field_error(seat, sentence, "elsewhere")
        if entrant.pk in seated:
            sentence = _("%(name)s is named twice. Choose four different players.") % {"name": entrant}
            raise field_error(seat, sentence, "named_twice")
        seated[entrant.pk] = seat
