"""Closing one's account: nobody signs in any more, and everything that was played stays as it is."""

from __future__ import annotations

from clubs.models import MemberInvitation, Player
from clubs.services.roles import refuse_to_orphan
from core import transaction
from core.actors import Actor
from core.audit import record
from core.changes import locked
from core.errors import Forbidden


@transaction.atomic
def close_account(*, actor: Actor) -> Player | None:
    """The account, its roles and tokens end; the person keeps results, memberships and the name they have chosen."""
    user = actor.user
    if user is None or actor.token is not None:
        raise Forbidden
    refuse_to_orphan(user=user, actor=actor)
    player = Player.objects.filter(user=user).first()
    if player is not None:
        player = locked(player)
        player.user = None
        player.version += 1
        player.save()
        MemberInvitation.objects.filter(membership__player=player, used_at=None).update(withdrawn_at=actor.at)
    record(actor=actor, act="account.close", body=None, target=player or user)
    user.delete()
    return player
