"""Players in clubs."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.actors import Actor
from clubs.audit import record, values
from clubs.models import Club, Membership, Player
from clubs.models.people import MembershipStatus
from clubs.permissions import require
from clubs.selectors.memberships import overlapping
from clubs.services.base import change
from clubs.services.players import add_player

FIELDS = {"number", "kind", "status", "starts", "ends"}


@transaction.atomic
def add_membership(*, actor: Actor, club: Club, player: Player, starts: date, **fields: Any) -> Membership:
    require(actor, "membership.add", club)
    membership = Membership(club=club, player=player, starts=starts, **fields)
    membership.full_clean()
    _refuse_clashes(membership)
    membership.save()
    record(
        actor=actor,
        act="membership.add",
        body=club,
        target=membership,
        after=values(membership, FIELDS | {"player"}),
    )
    return membership


@transaction.atomic
def add_new_member(
    *, actor: Actor, club: Club, person: dict[str, Any], starts: date, **fields: Any
) -> Membership:
    """Somebody new to the records and to the club: both, or neither."""
    player = add_player(actor=actor, club=club, **person)
    return add_membership(actor=actor, club=club, player=player, starts=starts, **fields)


def change_membership(
    *, actor: Actor, membership: Membership, version: int | None = None, **fields: Any
) -> Membership:
    require(actor, "membership.change", membership.club)
    return change(
        actor=actor,
        act="membership.change",
        obj=membership,
        body=membership.club,
        fields=fields,
        version=version,
        check=_refuse_clashes,
    )


def end_membership(
    *, actor: Actor, membership: Membership, last_day: date, version: int | None = None
) -> Membership:
    return change_membership(
        actor=actor, membership=membership, version=version, ends=last_day, status=MembershipStatus.ENDED
    )


def _refuse_clashes(membership: Membership) -> None:
    """Refuse an overlap in time or a number in use, with everyone else who writes here kept waiting."""
    # The club's row is the lock for its list of members: two secretaries cannot both find the place free.
    Club.objects.select_for_update().get(pk=membership.club_id)
    if other := overlapping(membership).first():
        raise ValidationError({"starts": ValidationError(_overlap_sentence(other), code="overlap")})
    others = Membership.objects.filter(club=membership.club, number=membership.number).exclude(
        player=membership.player
    )
    if membership.number and others.exists():
        sentence = _("Number %(number)s belongs to another member of this club. Choose another number.")
        taken = ValidationError(sentence % {"number": membership.number}, code="number_taken")
        raise ValidationError({"number": taken})


def _overlap_sentence(other: Membership) -> str:
    begun = date_format(other.starts, "DATE_FORMAT")
    if other.ends is None:
        return _("This player is already a member here since %(begun)s. End that membership first.") % {
            "begun": begun
        }
    return _("This player is already a member here from %(begun)s to %(over)s. Choose a later start.") % {
        "begun": begun,
        "over": date_format(other.ends, "DATE_FORMAT"),
    }
