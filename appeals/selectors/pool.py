"""Who can be asked to hear a case: the pools of the club and of the federations above it, and those with the role."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Exists, Q

from appeals.models import Appeal, BodyMember, PoolMember
from appeals.models.appeals import HearsChoice
from appeals.models.bodies import SITTING
from clubs.models import Role, RoleGrant, User
from clubs.selectors.roles import person_name
from core.actors import Actor


@dataclass(frozen=True)
class Pooled:
    user: User
    away: bool = False


def pool_for(appeal: Appeal, at: datetime) -> list[Pooled]:
    line = appeal.club.federation.line
    of_body = Q(club=appeal.club) | Q(federation__in=line)
    roles = [Role.APPEALS_CHAIR, Role.APPEALS_MEMBER]
    if appeal.hears == HearsChoice.PANEL:
        roles = [Role.DIRECTOR]
    grants = RoleGrant.objects.in_force(at).filter(of_body, role__in=roles).values_list("user_id", flat=True)
    day = appeal.club.day(at)
    members = list(PoolMember.objects.filter(of_body, left_at=None))
    away = {member.user_id for member in members if _is_away(member, day)}
    ids = {*grants, *(member.user_id for member in members)} if appeal.hears != HearsChoice.PANEL else set(grants)
    users = User.objects.filter(pk__in=ids, is_active=True).select_related("player").order_by("pk")
    pooled = [Pooled(user, user.pk in away) for user in users]
    return sorted(pooled, key=lambda candidate: (candidate.away, person_name(candidate.user)))


def may_be_asked(actor: Actor) -> bool:
    """Whether somebody hears appeals anywhere: by role, of a pool, or invited to a case that is open."""
    if actor.user is None:
        return False
    if any(grant.role in (Role.APPEALS_CHAIR, Role.APPEALS_MEMBER) for grant in actor.grants):
        return True
    seats = BodyMember.objects.filter(user=actor.user, state__in=SITTING, body__appeal__closed_at=None)
    pools = PoolMember.objects.filter(user=actor.user, left_at=None)
    return User.objects.filter(Exists(seats) | Exists(pools), pk=actor.user.pk).exists()


def may_chair(appeal: Appeal, user: User, at: datetime) -> bool:
    """An appeals chair, or somebody of a pool with that mark; who is in no pool is not held to one."""
    of_body = Q(club=appeal.club) | Q(federation__in=appeal.club.federation.line)
    if RoleGrant.objects.in_force(at).filter(of_body, role=Role.APPEALS_CHAIR, user=user).exists():
        return True
    marks = set(PoolMember.objects.filter(of_body, user=user, left_at=None).values_list("may_chair", flat=True))
    return not marks or True in marks


def _is_away(member: PoolMember, day: date) -> bool:
    first, last = member.away_from, member.away_until
    return bool(first or last) and (first is None or first <= day) and (last is None or day <= last)
