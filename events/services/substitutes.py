"""Substitutes (Law 4). That the desk takes one is the consent which the law asks for, and stands in the audit."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Player
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import locked
from core.errors import field_error
from core.permissions import require
from events.models import Entrant, Place, SealOpening, Section, Substitution
from events.models.sessions import SessionState
from events.selectors.presence import Presence
from events.selectors.tables import ranges
from events.services.contestants import add_visitor
from events.services.entry_checks import refuse_non_members

FIELDS = {"place", "entrant", "player", "first_round", "last_round", "reason"}


@transaction.atomic
def add_substitute(
    *,
    actor: Actor,
    place: Place,
    entrant: Entrant,
    player: Player | str,
    first_round: int,
    last_round: int | None = None,
    reason: str = "",
) -> Substitution:
    """Somebody plays for an entrant from a round to another, or to the end. A name is a visitor's."""
    session = place.session
    require(actor, "session.run", session)
    stored = locked(session)
    if stored.state == SessionState.DRAFT:
        raise ValidationError(_("Nobody is seated yet: open the seating first."), code="wrong_state")
    if entrant.contestant_id != place.contestant_id:
        raise field_error("entrant", _("%(who)s does not play there.") % {"who": entrant}, "elsewhere")
    presence = Presence.of(session)
    rounds = _rounds(presence, place, first_round, last_round)
    _refuse_overlap(presence, place, entrant, rounds)
    if isinstance(player, str):
        player = add_visitor(actor=actor, club=session.club, display_name=player)
    substitution = Substitution(
        place=place,
        entrant=entrant,
        player=player,
        first_round=first_round,
        last_round=last_round,
        reason=" ".join(reason.split()),
        made_at=actor.at,
    )
    substitution.clean_fields(exclude={"place", "entrant", "player"})
    _refuse_unfit(presence, substitution, rounds, is_over=stored.is_over)
    substitution.save()
    record(
        actor=actor, act="substitute.add", body=session.club, target=substitution, after=values(substitution, FIELDS)
    )
    return substitution


@transaction.atomic
def withdraw_substitute(*, actor: Actor, substitution: Substitution) -> Substitution:
    """It did not happen, or was noted wrongly."""
    require(actor, "session.run", substitution)
    locked(substitution.place.session)
    return _withdraw(actor, substitution)


@transaction.atomic
def end_substitute(*, actor: Actor, substitution: Substitution, last_round: int) -> Substitution:
    """The one who was replaced is back after this round: the same substitution again, with an end."""
    require(actor, "session.run", substitution)
    locked(substitution.place.session)
    old = _withdraw(actor, substitution)
    return add_substitute(
        actor=actor,
        place=substitution.place,
        entrant=old.entrant,
        player=old.player,
        first_round=old.first_round,
        last_round=last_round,
        reason=old.reason,
    )


def _withdraw(actor: Actor, substitution: Substitution) -> Substitution:
    substitutions = Substitution.objects.select_related("player", "entrant__player", "place__session__event__club")
    stored = substitutions.get(pk=substitution.pk)
    if stored.withdrawn_at is not None:
        raise ValidationError(_("This substitution has been withdrawn already."), code="withdrawn")
    stored.withdrawn_at = actor.at
    stored.save(update_fields=["withdrawn_at"])
    after = values(stored, FIELDS | {"withdrawn_at"})
    record(actor=actor, act="substitute.withdraw", body=stored.club, target=stored, after=after)
    return stored


def _rounds(presence: Presence, place: Place, first: int, last: int | None) -> range:
    round_count = presence.rounds(place.section_id)
    if not round_count:
        raise ValidationError(_("Choose a movement first: there are no rounds yet."), code="no_movement")
    gaps = {"last": round_count}
    if not 1 <= first <= round_count:
        raise field_error(
            "first_round", _("There are rounds 1 to %(last)s. Choose one of them.") % gaps, "no_such_round"
        )
    if last is not None and not first <= last <= round_count:
        gaps["first"] = first
        sentence = _("The last round lies between %(first)s and %(last)s. Leave it empty for the end.")
        raise field_error("last_round", sentence % gaps, "no_such_round")
    return range(first, (last or round_count) + 1)


def _refuse_overlap(presence: Presence, place: Place, entrant: Entrant, rounds: range) -> None:
    stored = next((current for current in presence.places if current.pk == place.pk), place)
    for number in rounds:
        if other := presence.substitution(stored, entrant, number):
            gaps = {"player": other.player, "entrant": entrant, "round": number}
            sentence = _("%(player)s already plays for %(entrant)s in round %(round)s. End that first.")
            raise field_error("first_round", sentence % gaps, "overlap")


def _refuse_unfit(presence: Presence, substitution: Substitution, rounds: range, *, is_over: bool) -> None:
    if substitution.person_id == substitution.entrant.person_id:
        raise field_error(
            "player", _("%(name)s plays there anyway. Name somebody else.") % {"name": substitution.player}, "same"
        )
    if substitution.player.erased_at:
        raise field_error("player", _("This player has been erased and cannot play."), "erased")
    section, session = presence.sections[substitution.place.section_id], substitution.place.session
    _refuse_seated(presence, substitution, rounds)
    _refuse_insiders(substitution.player, section)
    if not is_over:
        _refuse_played(presence, substitution, rounds)
    try:
        refuse_non_members(session.event, [substitution.player], day=session.club.day(session.starts_at))
    except ValidationError as error:
        raise ValidationError({"player": error.error_dict["players"]}) from None


def _refuse_seated(presence: Presence, substitution: Substitution, rounds: range) -> None:
    """Nobody holds two hands: neither at another table nor beside themselves."""
    for number in rounds:
        gaps = {"name": substitution.player, "round": number}
        own_places = presence.player_places(substitution.player.person_id, number)
        if any(place.pk == substitution.place_id for place in own_places):
            sentence = _("%(name)s plays at that table already in round %(round)s. Name somebody else.")
            raise field_error("player", sentence % gaps, "seated")
        for section_id, table in sorted(presence.player_tables(substitution.player.person_id, number)):
            gaps["table"] = f"{presence.sections[section_id].letter}{table}"
            sentence = _("%(name)s sits at table %(table)s in round %(round)s. Name somebody else, or other rounds.")
            raise field_error("player", sentence % gaps, "seated")


def _refuse_insiders(player: Player, section: Section) -> None:
    """Who has looked at the deals cannot play them (Law 16D)."""
    if player.user_id is None or section.board_set_id is None:
        return
    if SealOpening.objects.filter(board_set=section.board_set_id, user=player.user_id).exists():
        sentence = _("%(name)s has looked at the deals of these boards and cannot play them. Name somebody else.")
        raise field_error("player", sentence % {"name": player}, "has_seen_deals")


def _refuse_played(presence: Presence, substitution: Substitution, rounds: range) -> None:
    """Somebody who sits out may help at another table, but not with boards they have played or are to play."""
    section = presence.sections[substitution.place.section_id]
    coming = {board for number in rounds for board in _boards(section, substitution.place.number, number)}
    own = {
        board
        for place, number in _played_rounds(presence, substitution.player.person_id)
        if presence.sections[place.section_id].board_set_id == section.board_set_id
        for board in _boards(presence.sections[place.section_id], place.number, number)
    }
    if twice := sorted(coming & own):
        gaps = {"name": substitution.player, "boards": ranges(twice)}
        sentence = _("%(name)s plays boards %(boards)s at the own table too. Name somebody else, or other rounds.")
        raise field_error("player", sentence % gaps, "plays_boards_twice")


def _boards(section: Section, number: int, round_number: int) -> list[int]:
    movement = section.movement
    seatings = movement.rounds[round_number - 1].seatings if movement else ()
    return [section.board(board) for seating in seatings if number in seating.seats for board in seating.boards]


def _played_rounds(presence: Presence, player_id: int) -> Iterator[tuple[Place, int]]:
    """Every place and round in which somebody plays."""
    last = max((presence.rounds(key) for key in presence.sections), default=0)
    for number in range(1, last + 1):
        for place in presence.player_places(player_id, number):
            if number <= presence.rounds(place.section_id):
                yield place, number
