"""What a federation writes into its register of persons: the home club, and who has lapsed or died."""

from __future__ import annotations

from datetime import date

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs import hooks
from clubs.models import Club, Federation, HomeClubChange, Player
from clubs.models.people import Registered
from clubs.selectors.register import last_day_of_change, register_of
from core import transaction
from core.actors import Actor
from core.changes import change, locked
from core.errors import Forbidden, field_error
from core.permissions import require


@transaction.atomic
def change_home_club(
    *, actor: Actor, federation: Federation, player: Player, club: Club | None, day: date, version: int | None = None
) -> HomeClubChange:
    """From this day on somebody's home club is another, or none.

    Refused for a day before the last change, and for a past one after which the person has results that are ranked.
    """
    _require_in_register(actor, federation, player)
    stored = locked(player, version=version)
    if club is not None and federation.pk not in club.line:
        raise field_error("club", _("This club is not under %(name)s.") % {"name": federation}, "elsewhere")
    if stored.home_club_id == (club.pk if club else None):
        raise field_error("club", _("That is the home club already."), "same")
    _refuse_day(stored, day, today=federation.day(actor.at))
    made = HomeClubChange.objects.create(
        player=stored, from_club=stored.home_club, to_club=club, day=day, made_at=actor.at, made_by=actor.user
    )
    change(
        actor=actor, act="register.home_club", obj=stored, body=federation, fields={"home_club": club}, reason=str(day)
    )
    return made


def _refuse_day(player: Player, day: date, *, today: date) -> None:
    if day > today:
        raise field_error("day", _("Choose today or an earlier day."), "ahead")
    last = last_day_of_change(player)
    if last is not None and day <= last:
        sentence = _("The home club was changed on %(day)s. Choose a later day.")
        raise field_error("day", sentence % {"day": date_format(last, "DATE_FORMAT")}, "before_the_last")
    for reason in hooks.reasons_against_home_club_change.call(player, day):
        if reason:
            raise field_error("day", reason, "ranked")


@transaction.atomic
def change_registration(
    *,
    actor: Actor,
    federation: Federation,
    player: Player,
    registered: str,
    deceased_on: date | None = None,
    version: int | None = None,
) -> Player:
    """Active, lapsed, or deceased, with the day as far as it is known. Results stay as they are."""
    _require_in_register(actor, federation, player)
    if registered not in Registered.values:
        raise field_error("registered", _("Choose one of the list."), "unknown")
    if deceased_on is not None and registered != Registered.DECEASED:
        raise field_error("deceased_on", _("A day of death belongs to “deceased”."), "not_deceased")
    if deceased_on is not None and deceased_on > federation.day(actor.at):
        raise field_error("deceased_on", _("Choose today or an earlier day."), "ahead")
    return change(
        actor=actor,
        act="register.status",
        obj=player,
        body=federation,
        fields={"registered": registered, "deceased_on": deceased_on},
        version=version,
    )


def _require_in_register(actor: Actor, federation: Federation, player: Player) -> None:
    require(actor, "register.keep", federation)
    if actor.player is not None and actor.player.pk == player.pk:
        raise Forbidden(_("Another officer writes your own entry."))
    if player.erased_at:
        raise ValidationError(_("This player has been erased and cannot be filled in again."), code="erased")
    if not register_of(federation).filter(pk=player.pk).exists():
        raise Forbidden
