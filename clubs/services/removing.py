"""Taking out of a club's list what was entered by mistake."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.db import transaction

from clubs.models import Membership
from clubs.services.histories import has_history
from clubs.services.memberships import FIELDS, lock_members_of
from clubs.services.players import FIELDS as PLAYER_FIELDS
from core.actors import Actor
from core.audit import Target, record, values
from core.changes import locked
from core.permissions import require

# Why a membership was no mistake, as the applications above know: a sentence, or nothing.
WhyKept = Callable[[Membership], str]
REASONS_TO_KEEP: list[WhyKept] = []


def reason_to_keep(why: WhyKept) -> WhyKept:
    if why not in REASONS_TO_KEEP:
        REASONS_TO_KEEP.append(why)
    return why


@transaction.atomic
def remove_membership(*, actor: Actor, membership: Membership, reason: str = "", version: int | None = None) -> None:
    """The membership goes, and the person with it where nothing else is known of them and they have no account.

    One under which somebody has played is refused: that was no mistake, and is ended instead.
    """
    require(actor, "membership.change", membership.club)
    lock_members_of(membership.club)
    row = locked(membership, version=version)
    for why in REASONS_TO_KEEP:
        if sentence := why(row):
            raise ValidationError(sentence, code="was_used")
    club, player = membership.club, row.player
    gone = Target.of(row)
    before = values(row, FIELDS | {"player"})
    row.delete()
    record(actor=actor, act="membership.remove", body=club, target=gone, before=before, reason=reason)
    if player.user_id is None and not has_history(player):
        gone, before = Target.of(player), values(player, PLAYER_FIELDS)
        player.delete()
        record(actor=actor, act="player.remove", body=club, target=gone, before=before, reason=reason)
