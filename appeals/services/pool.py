"""The pool: who can be asked, when they are away, and what they declare about themselves."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from appeals.models import Appeal, DeclaredTie, PoolMember
from appeals.models.bodies import SITTING, TieKind
from appeals.selectors.audience import composing_users
from appeals.selectors.parties import party_in_case
from appeals.services.notices import notify
from clubs.models import Player, User
from clubs.models.base import standing_on
from clubs.models.bodies import Body
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import change, reject_unknown_fields
from core.errors import Forbidden, field_error
from core.locks import lock_row
from core.permissions import may, require

FIELDS = {"may_chair", "away_from", "away_until", "note"}


@transaction.atomic
def add_to_pool(*, actor: Actor, body: Body, user: User, may_chair: bool = False, note: str = "") -> PoolMember:
    require(actor, "appeal.pool", body)
    if PoolMember.objects.filter(user=user, left_at=None, **standing_on(body)).exists():
        raise field_error("email", _("They are in the pool already."), "twice")
    member = PoolMember.objects.create(
        user=user, may_chair=may_chair, note=note.strip()[:200], added_at=actor.at, **standing_on(body)
    )
    record(actor=actor, act="pool.add", body=body, target=member, after={"user": user.pk, "may_chair": may_chair})
    return member


@transaction.atomic
def change_pool(*, actor: Actor, member: PoolMember, version: int | None = None, **fields: Any) -> PoolMember:
    """People say themselves when they are away; the rest is for whoever keeps the pool."""
    reject_unknown_fields(fields, FIELDS)
    is_own_absence = actor.user_id == member.user_id and not set(fields) - {"away_from", "away_until"}
    if not is_own_absence and not may(actor, "appeal.pool", member.body):
        raise Forbidden
    first_day, last_day = fields.get("away_from"), fields.get("away_until")
    if first_day and last_day and last_day < first_day:
        raise field_error("away_until", _("The last day lies before the first. Choose a later last day."), "backwards")
    return change(actor=actor, act="pool.change", obj=member, body=member.body, fields=fields, version=version)


@transaction.atomic
def leave_pool(*, actor: Actor, member: PoolMember) -> PoolMember:
    if actor.user_id != member.user_id:
        require(actor, "appeal.pool", member.body)
    member = lock_row(member)
    if member.left_at is None:
        member.left_at = actor.at
        member.version += 1
        member.save(update_fields=["left_at", "version"])
        record(actor=actor, act="pool.leave", body=member.body, target=member, after=values(member, {"left_at"}))
    return member


@transaction.atomic
def declare_tie(*, actor: Actor, player: Player, kind: str) -> DeclaredTie:
    """Everybody declares their own, once; it keeps them from cases with that player."""
    if actor.user is None:
        raise Forbidden
    if kind not in TieKind.values:
        raise field_error("kind", _("Say what kind of tie it is."), "unknown")
    if actor.player is not None and actor.player.pk == player.pk:
        raise field_error("player", _("That is yourself."), "self")
    tie, is_new = DeclaredTie.objects.get_or_create(
        user=actor.user, player=player, kind=kind, ended_at=None, defaults={"declared_at": actor.at}
    )
    if is_new:
        record(actor=actor, act="tie.declare", body=None, target=tie, after=values(tie, {"kind", "player"}))
        _tell_of_tie(actor, actor.user, player)
    return tie


def _tell_of_tie(actor: Actor, user: User, player: Player) -> None:
    """Where they sit, or are asked to, in a case of this player, somebody has to find another member."""
    seated = Appeal.objects.filter(
        closed_at=None, adjudicators__members__user=user, adjudicators__members__state__in=SITTING
    )
    for appeal in seated.select_related("club__federation", "session__event", "ruling__play").order_by("pk"):
        if party_in_case(player, appeal):
            notify(appeal, "tie", composing_users(appeal, actor.at, without={user.pk}), actor.at, appeal.due_at)


@transaction.atomic
def end_tie(*, actor: Actor, tie: DeclaredTie) -> None:
    if actor.user_id != tie.user_id:
        raise Forbidden
    tie = lock_row(tie)
    if tie.ended_at is None:
        tie.ended_at = actor.at
        tie.save(update_fields=["ended_at"])
        record(actor=actor, act="tie.end", body=None, target=tie)
