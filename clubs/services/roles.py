"""Giving and taking back roles."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Club, Federation, Role, RoleGrant, User
from clubs.models.base import standing_on
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.errors import field_error
from core.locks import lock_row
from core.permissions import require

FIELDS = {"user", "role", "starts_at", "ends_at"}


@transaction.atomic
def grant_role(
    *,
    actor: Actor,
    user: User,
    role: str,
    body: Federation | Club,
    starts_at: datetime | None = None,
    ends_at: datetime | None = None,
) -> RoleGrant:
    grant = RoleGrant(
        user=user,
        role=role,
        starts_at=starts_at or actor.at,
        ends_at=ends_at,
        granted_by=actor.user,
        granted_at=actor.at,
        **standing_on(body),
    )
    require(actor, "role.grant", grant)
    _check_place(grant)
    grant.full_clean(validate_constraints=False)
    _lock(body)
    _make_room(grant, body)
    grant.save()
    record(actor=actor, act="role.grant", body=body, target=grant, after=values(grant, FIELDS))
    return grant


@transaction.atomic
def revoke_role(*, actor: Actor, grant: RoleGrant, reason: str = "") -> RoleGrant:
    require(actor, "role.revoke", grant)
    _lock(grant.body)
    grant = lock_row(grant)
    if grant.revoked_at is not None:
        return grant
    _keep_somebody_in_charge(grant, actor)
    grant.revoked_at, grant.revoked_by = actor.at, actor.user
    grant.save(update_fields=["revoked_at", "revoked_by"])
    record(actor=actor, act="role.revoke", body=grant.body, target=grant, before=values(grant, FIELDS), reason=reason)
    return grant


def refuse_to_orphan(*, user: User, actor: Actor) -> None:
    """Refuse to lose a person on whom alone a top federation rests."""
    grants = RoleGrant.objects.in_force(actor.at).filter(user=user, role=Role.OFFICER, federation__parent=None)
    for grant in grants.select_related("federation").order_by("federation"):
        _lock(grant.body)
        _keep_somebody_in_charge(grant, actor)


def _lock(body: Federation | Club) -> None:
    lock_row(body)


def _check_place(grant: RoleGrant) -> None:
    """Officers belong to federations, secretaries to clubs; members are members by their membership."""
    if grant.role == Role.OFFICER and grant.club_id:
        raise ValidationError({"role": _("An officer is an officer of a federation. Choose another role for a club.")})
    if grant.role == Role.SECRETARY and grant.federation_id:
        raise ValidationError({"role": _("A secretary is a club's. Make this person an officer of the federation.")})
    if grant.role == Role.MEMBER:
        raise ValidationError({"role": _("Members are added under Members, with a number and dates, not as a role.")})
    if grant.ends_at and grant.ends_at <= grant.starts_at:
        raise ValidationError({"ends_at": _("The role ends before it begins. Choose a later end.")})


def _make_room(grant: RoleGrant, body: Federation | Club) -> None:
    """Refuse a second grant of the same role; one that ran out is closed to make room."""
    same = RoleGrant.objects.open().filter(user=grant.user, role=grant.role, **standing_on(body))
    for existing in same:
        # One that still runs is not closed for one that begins later: its holder would lose it at once.
        if existing.ends_at is not None and existing.ends_at <= grant.granted_at:
            existing.revoked_at = existing.ends_at
            existing.save(update_fields=["revoked_at"])
        else:
            sentence = _("%(user)s already has this role here. Revoke that one first to change its dates.")
            raise field_error("user", sentence % {"user": grant.user}, "already_granted")


def _keep_somebody_in_charge(grant: RoleGrant, actor: Actor) -> None:
    """A top federation without an officer could never get one again."""
    if grant.role != Role.OFFICER or grant.federation is None or grant.federation.parent_id:
        return
    in_charge = RoleGrant.objects.in_force(actor.at).filter(
        role=Role.OFFICER, federation=grant.federation, user__is_active=True
    )
    if in_charge.filter(pk=grant.pk).exists() and not in_charge.exclude(user=grant.user_id).exists():
        raise ValidationError(
            _("This is the federation's last officer. Appoint another one first."), code="last_officer"
        )
