"""Players in clubs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.models import Club, Membership, Player
from clubs.models.people import MembershipStatus
from clubs.selectors.memberships import overlapping_memberships
from clubs.services.players import add_player, change_player
from core import transaction
from core.actors import Actor
from core.audit import Deed, record, record_all, values
from core.changes import change, refuse_any, reject_unknown_fields
from core.errors import field_error
from core.locks import lock_row
from core.permissions import require

FIELDS = {"number", "kind", "status", "starts", "ends"}


@transaction.atomic
def add_membership(*, actor: Actor, club: Club, player: Player, starts: date, **fields: Any) -> Membership:
    require(actor, "membership.add", club)
    reject_unknown_fields(fields, FIELDS)
    membership = Membership(club=club, player=player, starts=starts, **fields)
    membership.full_clean()
    _refuse_clash(membership)
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
def add_new_member(*, actor: Actor, club: Club, person: dict[str, Any], starts: date, **fields: Any) -> Membership:
    """Somebody new to the records and to the club: both, or neither."""
    player = add_player(actor=actor, club=club, **person)
    return add_membership(actor=actor, club=club, player=player, starts=starts, **fields)


@transaction.atomic
def add_known_member(
    *, actor: Actor, club: Club, player: Player, person: dict[str, Any], starts: date, **fields: Any
) -> Membership:
    """A membership of somebody in the records, and what was typed about them: it fills in what is missing there.

    A number that contradicts the one they have is refused: it is somebody else, or one of the two is wrong.
    """
    number = person.get("federation_number", "")
    if number and player.federation_number and number != player.federation_number:
        sentence = _("This person has number %(number)s. Look again who it is, or at the number.")
        message = sentence % {"number": player.federation_number}
        raise field_error("federation_number", message, "other_number")
    membership = add_membership(actor=actor, club=club, player=player, starts=starts, **fields)
    filled_in = {name: value for name, value in person.items() if not getattr(player, name)}
    if filled_in:
        change_player(actor=actor, player=player, club=club, **filled_in)
    return membership


@transaction.atomic
def add_memberships(*, actor: Actor, club: Club, members: Iterable[dict[str, Any]]) -> list[Membership]:
    """Many members at once, all or none; an error names each line it is about by its place."""
    require(actor, "membership.add", club)
    memberships = [_unsaved_membership(club, fields) for fields in members]
    lock_member_list(club)
    refuse_any(memberships, refuse_clash_with, MembershipIndex.near(club, memberships))
    added = Membership.objects.bulk_create(memberships)
    deeds = [Deed("membership.add", membership, after=values(membership, FIELDS | {"player"})) for membership in added]
    record_all(actor=actor, body=club, deeds=deeds)
    return added


def change_membership(*, actor: Actor, membership: Membership, version: int | None = None, **fields: Any) -> Membership:
    require(actor, "membership.change", membership.club)
    reject_unknown_fields(fields, FIELDS)
    return change(
        actor=actor,
        act="membership.change",
        obj=membership,
        body=membership.club,
        fields=fields,
        version=version,
        check=_refuse_clash,
    )


@transaction.atomic
def change_member(
    *,
    actor: Actor,
    membership: Membership,
    person: dict[str, Any],
    person_version: int | None = None,
    version: int | None = None,
    **fields: Any,
) -> Membership:
    """The person's details and the membership: both, or neither."""
    player, club = membership.player, membership.club
    change_player(actor=actor, player=player, club=club, version=person_version, **person)
    return change_membership(actor=actor, membership=membership, version=version, **fields)


@transaction.atomic
def renew_membership(
    *, actor: Actor, membership: Membership, starts: date, ends: date | None = None, kind: str | None = None
) -> Membership:
    """Another membership after one that has a last day; the member keeps the number."""
    require(actor, "membership.add", membership.club)
    if membership.ends is None:
        sentence = _("This membership runs on without an end: there is nothing to renew.")
        raise ValidationError(sentence, code="runs_on")
    return add_membership(
        actor=actor,
        club=membership.club,
        player=membership.player,
        starts=starts,
        ends=ends,
        kind=kind or membership.kind,
        number=membership.number,
    )


def end_membership(*, actor: Actor, membership: Membership, last_day: date, version: int | None = None) -> Membership:
    """Set the last day. While it lies ahead the member still is one; the day itself ends the membership."""
    ended = {"status": MembershipStatus.ENDED} if last_day < membership.club.day(actor.at) else {}
    return change_membership(actor=actor, membership=membership, version=version, ends=last_day, **ended)


def _unsaved_membership(club: Club, fields: dict[str, Any]) -> Membership:
    reject_unknown_fields(fields, FIELDS | {"player"})
    return Membership(club=club, **fields)


def lock_member_list(club: Club) -> None:
    """The club's row is the lock for its list of members: two secretaries cannot both find the place free."""
    lock_row(club)


def _refuse_clash(membership: Membership) -> None:
    """Refuse an overlap in time or a number in use, with everyone else who writes here kept waiting."""
    lock_member_list(membership.club)
    others = Membership.objects.filter(club=membership.club, number=membership.number).exclude(player=membership.player)
    number_taken = bool(membership.number) and others.exists()
    _refuse_invalid(membership, overlapping_memberships(membership).first(), number_taken)


def _refuse_invalid(membership: Membership, other: Membership | None, number_taken: bool) -> None:
    if membership.status == MembershipStatus.ENDED and membership.ends is None:
        sentence = _("Write the last day of a membership that has ended.")
        raise field_error("ends", sentence, "no_last_day")
    if other:
        raise field_error("starts", _overlap_sentence(other), "overlap")
    if number_taken:
        sentence = _("Number %(number)s belongs to another member of this club. Choose another number.")
        raise field_error("number", sentence % {"number": membership.number}, "number_taken")


@dataclass
class MembershipIndex:
    """Those of a club's memberships that others might clash with, so that a long list is checked with one query."""

    by_player: dict[int, list[Membership]] = field(default_factory=dict)
    player_by_number: dict[str, int] = field(default_factory=dict)

    @classmethod
    def near(cls, club: Club, memberships: Iterable[Membership]) -> MembershipIndex:
        """The memberships of the same people, and whoever has the same numbers."""
        players = {membership.player_id for membership in memberships if membership.player_id}
        numbers = {membership.number for membership in memberships if membership.number}
        members = cls()
        for membership in Membership.objects.filter(Q(player__in=players) | Q(number__in=numbers), club=club):
            members.add(membership)
        return members

    def add(self, membership: Membership) -> None:
        self.by_player.setdefault(membership.player_id, []).append(membership)
        self.player_by_number.setdefault(membership.number, membership.player_id)


def refuse_clash_with(membership: Membership, members: MembershipIndex) -> None:
    """Refuse what clashes with these members; what does not is one of them from now on."""
    membership.clean_fields(exclude={"club", "player"})
    membership.clean()
    others = [other for other in members.by_player.get(membership.player_id, []) if other.pk != (membership.pk or 0)]
    overlap = next((other for other in others if _share_a_day(other, membership)), None)
    holder = members.player_by_number.get(membership.number, membership.player_id) if membership.number else None
    _refuse_invalid(membership, overlap, holder not in (None, membership.player_id))
    members.add(membership)


def _share_a_day(first: Membership, second: Membership) -> bool:
    """Whether two memberships share a day."""
    return first.starts <= (second.ends or date.max) and second.starts <= (first.ends or date.max)


def _overlap_sentence(other: Membership) -> str:
    begun = date_format(other.starts, "DATE_FORMAT")
    if other.ends is None:
        return _("This player is already a member here since %(begun)s. End that membership first.") % {"begun": begun}
    return _("This player is already a member here from %(begun)s to %(over)s. Choose a later start.") % {
        "begun": begun,
        "over": date_format(other.ends, "DATE_FORMAT"),
    }
