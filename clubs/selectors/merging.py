"""Two records of one person: what would move, and what speaks against it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs import hooks
from clubs.hooks import HistoryPart
from clubs.models import Club, Federation, Membership, Player, PlayerMerge, RoleGrant, TwoPeople
from clubs.models.bodies import Body
from clubs.selectors.memberships import overlapping_memberships


@dataclass(frozen=True)
class MergePreview:
    """What is shown before two records become one."""

    kept: Player
    merged: Player
    moves: list[HistoryPart]
    reasons_against: list[str]

    @property
    def is_possible(self) -> bool:
        return not self.reasons_against


def merge_preview(kept: Player, merged: Player) -> MergePreview:
    return MergePreview(kept, merged, what_moves(merged), reasons_against_merging(kept, merged))


def what_moves(merged: Player) -> list[HistoryPart]:
    """Everything that stands under a record, by kind; what there is nothing of is left out."""
    parts = [*_own_parts(merged)]
    for more in hooks.history_parts.call(merged):
        parts += more
    return [part for part in parts if part.count]


def _own_parts(merged: Player) -> list[HistoryPart]:
    memberships = list(merged.memberships.select_related("club").order_by("starts"))
    grants = RoleGrant.objects.open().filter(user=merged.user_id) if merged.user_id else RoleGrant.objects.none()
    roles = [str(grant.get_role_display()) for grant in grants]
    earlier = list(merged.merged.values_list("display_name", flat=True))
    return [
        HistoryPart(_("Account"), int(merged.user_id is not None)),
        HistoryPart(_("Federation number"), int(bool(merged.federation_number)), (merged.federation_number,)),
        HistoryPart(_("Memberships"), len(memberships), tuple(_membership_words(row) for row in memberships)),
        HistoryPart(_("Roles, with the account"), len(roles), tuple(roles)),
        HistoryPart(_("Records merged earlier"), len(earlier), tuple(earlier)),
    ]


def _membership_words(membership: Membership) -> str:
    ends = date_format(membership.ends, "SHORT_DATE_FORMAT") if membership.ends else ""
    return f"{membership.club} · {date_format(membership.starts, 'SHORT_DATE_FORMAT')} – {ends}".rstrip(" –")


def reasons_against_merging(kept: Player, merged: Player) -> list[str]:
    """A sentence for each thing that makes them two people, or that must be settled first."""
    reasons = [*_reasons_of_the_records(kept, merged)]
    if reasons:
        return reasons
    reasons += _overlapping(kept, merged)
    for more in hooks.reasons_against_merging.call(kept, merged):
        reasons += more
    return reasons


def _reasons_of_the_records(kept: Player, merged: Player) -> list[str]:
    if kept.pk == merged.pk:
        return [_("This is the same record. Choose the other one.")]
    reasons = []
    for player in (kept, merged):
        if player.erased_at:
            reasons.append(_("One of the two has been erased and cannot be filled in again."))
        if player.merged_into_id:
            gaps = {"name": player.display_name, "number": player.pk}
            reasons.append(_("%(name)s (record %(number)s) has been merged already.") % gaps)
    if kept.user_id and merged.user_id:
        reasons.append(_("Both have an account. One of the two accounts must be closed first, by its owner."))
    if kept.federation_number and merged.federation_number and kept.federation_id == merged.federation_id:
        gaps = {"first": kept.federation_number, "second": merged.federation_number}
        reasons.append(
            _("They have different federation numbers, %(first)s and %(second)s. Take the wrong one away first.") % gaps
        )
    if were_said_to_be_two(kept, merged):
        reasons.append(_("Somebody has noted that these are two people. Take that note back first."))
    return reasons


def _overlapping(kept: Player, merged: Player) -> list[str]:
    reasons = []
    for membership in merged.memberships.select_related("club"):
        membership.player = kept
        if overlapping_memberships(membership).exists():
            sentence = _("Both records are members of %(club)s at the same time. End one of the memberships first.")
            reasons.append(sentence % {"club": membership.club.name})
    return reasons


def were_said_to_be_two(one: Player, other: Player) -> bool:
    """Whether somebody has noted it of these two, or of records merged into them."""
    first, second = _records(one), _records(other)
    return TwoPeople.objects.filter(
        Q(first__in=first, second__in=second) | Q(first__in=second, second__in=first)
    ).exists()


def _records(player: Player) -> list[int]:
    return [player.pk, *player.merged.values_list("pk", flat=True)]


def known_at(players: list[Player]) -> dict[int, set[int]]:
    """The clubs, by id, in which each of these players is or was a member, or has played."""
    records = {player.pk: {player.pk, *_records(player)} for player in players}
    ids = set().union(*records.values())
    clubs: dict[int, set[int]] = {pk: set() for pk in ids}
    for player_id, club_id in Membership.objects.filter(player__in=ids).values_list("player_id", "club_id"):
        clubs[player_id].add(club_id)
    for more in hooks.clubs_known_at.call(ids):
        for player_id, club_ids in more.items():
            clubs[player_id] |= club_ids
    return {pk: set().union(*(clubs[record] for record in those)) for pk, those in records.items()}


def merges_for(body: Body) -> QuerySet[PlayerMerge]:
    """The merges that concern a club or a federation's clubs, the latest first."""
    federation = body if isinstance(body, Federation) else None
    clubs = Club.objects.filter(federation__path__startswith=federation.path) if federation else [body]
    concerned = Q(club__in=clubs) | Q(kept__memberships__club__in=clubs)
    if federation:
        concerned |= Q(federation__path__startswith=federation.path)
    rows = PlayerMerge.objects.filter(concerned).distinct()
    return rows.select_related("kept", "merged", "made_by__player", "taken_back_by__player", "federation", "club")


def latest_merge(player: Player) -> PlayerMerge | None:
    """By which a record was merged, as far as that is in force."""
    return PlayerMerge.objects.filter(merged=player, taken_back_at=None).first()
