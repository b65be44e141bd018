"""Who holds which role on a body."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from allauth.mfa.models import Authenticator
from django.utils.translation import gettext as _

from clubs.models import RoleGrant
from clubs.models.base import standing_on
from clubs.models.bodies import Body
from core.actors import Actor
from core.permissions import may


@dataclass(frozen=True)
class HeldRole:
    """A grant with what its row on the page shows."""

    grant: RoleGrant
    name: str
    has_second_step: bool
    in_force: bool
    state: str
    may_revoke: bool
    may_drop_second_step: bool


def grants_with_people(*, body: Body, actor: Actor) -> list[HeldRole]:
    """Grants that are not revoked, by role and name."""
    grants = (
        RoleGrant.objects.open()
        .filter(**standing_on(body))
        .select_related("user__player", "federation", "club__federation")
    )
    guarded = set(
        Authenticator.objects.filter(
            user__in=[grant.user_id for grant in grants], type=Authenticator.Type.TOTP
        ).values_list("user_id", flat=True)
    )
    rows = [_held_role(grant, guarded, actor) for grant in grants]
    return sorted(rows, key=lambda held: (held.grant.role, held.name))


def person_name(user: object) -> str:
    player = getattr(user, "player", None)
    return player.display_name if player else str(user)


def _held_role(grant: RoleGrant, guarded: set[int], actor: Actor) -> HeldRole:
    state = _state(grant, actor.at)
    return HeldRole(
        grant=grant,
        name=person_name(grant.user),
        has_second_step=grant.user_id in guarded,
        in_force=not state,
        state=state,
        may_revoke=may(actor, "role.revoke", grant),
        may_drop_second_step=grant.user_id in guarded and may(actor, "account.second_step", grant.user),
    )


def _state(grant: RoleGrant, at: datetime) -> str:
    """Empty while the role is in force."""
    if grant.starts_at > at:
        return _("not yet")
    return _("over") if grant.ends_at and grant.ends_at <= at else ""
