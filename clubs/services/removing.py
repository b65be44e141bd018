"""Taking out of a club's list what was entered by mistake."""

from __future__ import annotations

from django.core.exceptions import ValidationError

from clubs import hooks
from clubs.models import Membership
from clubs.services.histories import has_history
from clubs.services.memberships import FIELDS, lock_member_list
from clubs.services.players import FIELDS as PLAYER_FIELDS
from core import transaction
from core.actors import Actor
from core.audit import Target, record, values
from core.changes import locked
from core.permissions import require


@transaction.atomic
def remove_membership(*, actor: Actor, membership: Membership, reason: str = "", version: int | None = None) -> None:
    """The membership goes, and the person with it where nothing else is known of them and they have no account.

    One under which somebody has played is refused: that was no mistake, and is ended instead.
    """
    require(actor, "membership.change", membership.club)
    lock_member_list(membership.club)
    stored = locked(membership, version=version)
    for sentence in filter(None, hooks.reasons_to_keep_membership.call(stored)):
        raise ValidationError(sentence, code="was_used")
    club, player = membership.club, stored.player
    target = Target.of(stored)
    before = values(stored, FIELDS | {"player"})
    stored.delete()
    record(actor=actor, act="membership.remove", body=club, target=target, before=before, reason=reason)
    if player.user_id is None and not has_history(player):
        target, before = Target.of(player), values(player, PLAYER_FIELDS)
        player.delete()
        record(actor=actor, act="player.remove", body=club, target=target, before=before, reason=reason)
