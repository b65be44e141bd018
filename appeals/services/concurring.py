"""Concurrence (Law 92D): by own sign-in, by code, or before the director as witness."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from appeals.gates import State, is_over
from appeals.models import Appeal, Concurrence
from appeals.models.appeals import Assent, DepositState, How
from appeals.selectors.audience import director_users, side_users
from appeals.selectors.deadlines import appeal_until
from appeals.services.base import for_each_due, gate, say_why, step, taken
from appeals.services.notices import notify
from core.actors import Actor, system
from core.errors import Forbidden, field_error
from core.permissions import require
from events.wording import when


@transaction.atomic
def concur(*, actor: Actor, concurrence: Concurrence, agrees: bool = True) -> Concurrence:
    """By own sign-in: nobody answers for somebody else."""
    if actor.player is None or actor.player.pk != concurrence.player_id:
        raise Forbidden(_("Only the person who must concur can answer here (Law 92D)."))
    return _answer(actor, concurrence, agrees, How.SIGN_IN)


@transaction.atomic
def concur_by_code(*, actor: Actor, code: str, agrees: bool = True) -> Concurrence:
    """Whoever has the code answers for its person, without an account."""
    row = find_code(code)
    if row is None:
        said = _("There is no such code. Look at it again, or ask the director.")
        raise field_error("code", said, "unknown")
    return _answer(actor, row, agrees, How.CODE)


def find_code(code: str) -> Concurrence | None:
    text = "".join(code.upper().split()).replace("-", "")
    rows = Concurrence.objects.select_related("appeal__club__federation", "appeal__session__event", "player")
    return rows.filter(code=text).first() if text else None


@transaction.atomic
def witness(*, actor: Actor, concurrence: Concurrence, agrees: bool, reason: str) -> Concurrence:
    """They said so to the director, who says how."""
    require(actor, "appeal.direct", concurrence.appeal)
    return _answer(actor, concurrence, agrees, How.WITNESS, say_why(reason))


def _answer(actor: Actor, concurrence: Concurrence, agrees: bool, how: str, reason: str = "") -> Concurrence:
    appeal = taken(concurrence.appeal)
    row = Concurrence.objects.select_for_update(of=("self",)).select_related("player").get(pk=concurrence.pk)
    act = "decline" if not agrees else "witness" if how == How.WITNESS else "concur"
    gate(act, appeal, actor)
    if row.state == Assent.CONCURS and agrees:
        return row
    row.state, row.how = (Assent.CONCURS if agrees else Assent.DECLINES), how
    row.answered_at, row.answered_by, row.reason = actor.at, actor.user, reason[:300]
    row.save()
    appeal.concurring = appeal.concurrences.filter(state=Assent.CONCURS).count()
    words = f"{row.player.display_name} · {row.get_how_display()}"
    if not agrees:
        appeal.refusal, appeal.refusal_law = _why_not_heard(appeal, row, actor.at), "92D"
        _give_back(appeal, actor)
    step(actor, appeal, act, words=f"{words}: {reason}" if reason else words, reason=reason)
    if not agrees:
        notify(appeal, "not_heard", side_users(appeal, appeal.side) | director_users(appeal, actor.at), actor.at)
    elif appeal.concurring >= appeal.needed:
        notify(appeal, "ready", director_users(appeal, actor.at), actor.at, appeal.concur_until)
    return row


def _why_not_heard(appeal: Appeal, declined: Concurrence, at: datetime) -> str:
    """One No ends this request; until its time is over the side can ask again (Law 92B)."""
    sentence = _("%(name)s does not concur. Without both partners, or the captain, it is not heard (Law 92D).")
    said = sentence % {"name": declined.player.display_name}
    until = appeal_until(appeal.ruling, appeal.side, appeal.contestant_id)
    if is_over(until, at):
        return said
    if until is None:
        return f"{said} {_('The side can ask again (Law 92B).')}"
    again = _("The side can ask again until %(until)s (Law 92B).") % {"until": when(appeal.club, until)}
    return f"{said} {again}"


def _give_back(appeal: Appeal, actor: Actor) -> None:
    appeal.deposits.filter(state=DepositState.TAKEN).update(
        state=DepositState.RETURNED, settled_at=actor.at, settled_by=actor.user
    )


@transaction.atomic
def lapse(*, actor: Actor, appeal: Appeal, version: int | None = None) -> Appeal:
    """The time for concurring is over and somebody has not: the appeal is not heard."""
    row = taken(appeal, version=version)
    require(actor, "appeal.direct", row)
    gate("lapse", row, actor)
    row.refusal, row.refusal_law = _("Not everybody concurred in time, or the deposit was not paid (Law 92D)."), "92D"
    _give_back(row, actor)
    step(actor, row, "lapse", words=row.refusal)
    notify(row, "not_heard", side_users(row, row.side) | director_users(row, actor.at), actor.at)
    return row


def lapse_due(at: datetime) -> int:
    """What the sweep does: a request that not everybody concurred in by its time is not heard.

    Where everybody did, and nothing is owed, it waits for the director and does not lapse.
    """
    due = Appeal.objects.filter(state=State.REQUESTED, concur_until__lt=at).order_by("concur_until", "pk")
    return for_each_due(due, lambda appeal: lapse(actor=system(at), appeal=appeal))


def codes_for(appeal: Appeal, actor: Actor) -> list[tuple[Concurrence, str]]:
    """For the director, to hand to somebody who has no account: only those who have yet to answer."""
    require(actor, "appeal.direct", appeal)
    rows = appeal.concurrences.filter(state=Assent.WAITING).select_related("player")
    return [(row, f"{row.code[:5]}-{row.code[5:]}") for row in rows]
