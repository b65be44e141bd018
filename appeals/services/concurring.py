"""Concurrence (Law 92D): by own sign-in, by code, or before the director as witness."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from appeals.gates import CaseState, Facts, is_over
from appeals.models import Appeal, Concurrence, FurtherAppeal
from appeals.models.appeals import Assent, DepositState, How
from appeals.models.decisions import FurtherState
from appeals.selectors.audience import director_users, federation_users, side_users
from appeals.selectors.deadlines import FEDERATION_TIME, appeal_until
from appeals.selectors.facts import missing_in_further
from appeals.selectors.parties import MustConcur
from appeals.services.base import for_each_due, lock_case, record_step, require_gate, say_why
from appeals.services.notices import mark_answered, notify
from clubs.models import Player
from core import transaction
from core.actors import Actor, system
from core.errors import Forbidden, field_error
from core.locks import lock
from core.permissions import require
from events.wording import local_moment

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def ask_to_concur(
    actor: Actor,
    appeal: Appeal,
    people: Iterable[MustConcur],
    *,
    by: Player | None,
    how: str = How.SIGN_IN,
    further: FurtherAppeal | None = None,
) -> bool:
    """Each of them is asked, and told so. Whoever asks for it concurs by asking: whether that is one of them."""
    concurs, waiting = False, set()
    for person in people:
        concurrence = Concurrence(
            appeal=appeal, further=further, player=person.player, is_captain=person.is_captain, code=_new_code()
        )
        if by is not None and by.is_same_person(person.player):
            concurrence.state, concurrence.how, concurs = Assent.CONCURS, how, True
            concurrence.answered_at, concurrence.answered_by = actor.at, actor.user
            concurrence.reason = _("Asked for it before the director.") if how == How.WITNESS else ""
        elif person.player.person.user_id is not None:
            waiting.add(person.player.person.user_id)
        concurrence.save()
    notify(appeal, "concur", waiting, actor.at, appeal.concur_until if further is None else further.concur_until)
    return concurs


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(10))


@transaction.atomic
def concur(*, actor: Actor, concurrence: Concurrence, agrees: bool = True) -> Concurrence:
    """By own sign-in: nobody answers for somebody else."""
    if actor.player is None or actor.player.pk != concurrence.person_id:
        raise Forbidden(_("Only the person who must concur can answer here (Law 92D)."))
    return _answer(actor, concurrence, agrees, How.SIGN_IN)


@transaction.atomic
def concur_by_code(*, actor: Actor, code: str, agrees: bool = True) -> Concurrence:
    """Whoever has the code answers for its person, without an account."""
    concurrence = find_code(code)
    if concurrence is None:
        raise field_error("code", _("There is no such code. Look at it again, or ask the director."), "unknown")
    return _answer(actor, concurrence, agrees, How.CODE)


def find_code(code: str) -> Concurrence | None:
    text = "".join(code.upper().split()).replace("-", "")
    rows = Concurrence.objects.select_related("appeal__club__federation", "appeal__session__event", "player", "further")
    return rows.filter(code=text).first() if text else None


@transaction.atomic
def witness(*, actor: Actor, concurrence: Concurrence, agrees: bool, reason: str) -> Concurrence:
    """They said so to the director, who says how."""
    require(actor, "appeal.direct", concurrence.appeal)
    return _answer(actor, concurrence, agrees, How.WITNESS, say_why(reason))


def _answer(actor: Actor, concurrence: Concurrence, agrees: bool, how: str, reason: str = "") -> Concurrence:
    appeal = lock_case(concurrence.appeal)
    rows = lock(Concurrence.objects).select_related("player", "further")
    answered = rows.get(pk=concurrence.pk)
    declines = "decline" if answered.further is None else "decline_further"
    act = declines if not agrees else "witness" if how == How.WITNESS else "concur"
    require_gate(act, appeal, actor)
    if answered.further is not None and answered.further.state != FurtherState.ASKED:
        raise ValidationError(_("This is not asked any more: the further appeal has gone on."), code="answered")
    if answered.state == Assent.CONCURS and agrees:
        return answered
    answered.state, answered.how = (Assent.CONCURS if agrees else Assent.DECLINES), how
    answered.answered_at, answered.answered_by, answered.reason = actor.at, actor.user, reason[:300]
    answered.save()
    mark_answered(appeal, "concur", answered.player.person.user_id, actor.at)
    words = f"{answered.player.display_name} · {answered.get_how_display()}"
    words = f"{words}: {reason}" if reason else words
    if answered.further is not None:
        _follow_further_answer(actor, appeal, answered, answered.further, act, words)
        return answered
    appeal.concurring = appeal.concurrences.filter(further=None, state=Assent.CONCURS).count()
    if not agrees:
        appeal.refusal, appeal.refusal_law = _why_not_heard(appeal, answered, actor.at), "92D"
        _give_back(appeal, actor)
    record_step(actor, appeal, act, words=words, reason=reason)
    if not agrees:
        notify(appeal, "not_heard", side_users(appeal, appeal.side) | director_users(appeal, actor.at), actor.at)
    elif appeal.concurring >= appeal.needed:
        notify(appeal, "ready", director_users(appeal, actor.at), actor.at, appeal.concur_until)
    return answered


def _follow_further_answer(
    actor: Actor, appeal: Appeal, answered: Concurrence, further_appeal: FurtherAppeal, act: str, words: str
) -> None:
    """Without one of them the decision below holds; while its time runs the side can ask again (Laws 92D, 93C1)."""
    if answered.state == Assent.DECLINES:
        sentence = _("%(name)s does not concur. Without both partners, or the captain, it is not heard (Law 92D).")
        _end_further(actor, appeal, further_appeal, sentence % {"name": answered.player.display_name})
    elif not missing_in_further(further_appeal):
        appeal.due_at = actor.at + FEDERATION_TIME
    record_step(actor, appeal, act, words=words)
    users = director_users(appeal, actor.at) | federation_users(appeal, actor.at)
    if answered.state == Assent.DECLINES:
        notify(appeal, "not_heard", users | side_users(appeal, further_appeal.side), actor.at)
    elif not missing_in_further(further_appeal):
        notify(appeal, "further", users, actor.at, appeal.due_at)


def _end_further(actor: Actor, appeal: Appeal, further_appeal: FurtherAppeal, why: str) -> None:
    """It is not heard: nothing is owed for it, and the decision below holds."""
    further_appeal.state, further_appeal.answered_at, further_appeal.answer = FurtherState.REFUSED, actor.at, why[:500]
    further_appeal.save(update_fields=["state", "answer", "answered_at"])
    appeal.deposits.filter(further=True, state=DepositState.DUE).delete()
    _give_back(appeal, actor, further=True)
    appeal.due_at = appeal.closes_at


def _why_not_heard(appeal: Appeal, declined: Concurrence, at: datetime) -> str:
    """One No ends this request; until its time is over the side can ask again (Law 92B)."""
    sentence = _("%(name)s does not concur. Without both partners, or the captain, it is not heard (Law 92D).")
    declined_sentence = sentence % {"name": declined.player.display_name}
    until = appeal_until(appeal.ruling, appeal.side, appeal.contestant_id)
    if is_over(until, at):
        return declined_sentence
    if until is None:
        return f"{declined_sentence} {_('The side can ask again (Law 92B).')}"
    can_ask_again = _("The side can ask again until %(until)s (Law 92B).") % {"until": local_moment(appeal.club, until)}
    return f"{declined_sentence} {can_ask_again}"


def _give_back(appeal: Appeal, actor: Actor, further: bool = False) -> None:
    appeal.deposits.filter(state=DepositState.TAKEN, further=further).update(
        state=DepositState.RETURNED, settled_at=actor.at, settled_by=actor.user
    )


@transaction.atomic
def lapse(*, actor: Actor, appeal: Appeal, version: int | None = None) -> Appeal:
    """The time for concurring is over and somebody has not: the appeal is not heard."""
    case = lock_case(appeal, version=version)
    require(actor, "appeal.direct", case)
    case.refusal, case.refusal_law = _why_it_lapsed(case, require_gate("lapse", case, actor))
    _give_back(case, actor)
    record_step(actor, case, "lapse", words=case.refusal, law=case.refusal_law)
    notify(case, "not_heard", side_users(case, case.side) | director_users(case, actor.at), actor.at)
    return case


def _why_it_lapsed(appeal: Appeal, facts: Facts) -> tuple[str, str]:
    """What was missing when its time was over, with the paragraph: concurrence, the deposit, or both."""
    waiting = appeal.concurrences.filter(further=None, state=Assent.WAITING).select_related("player")
    names = {"names": ", ".join(concurrence.player.display_name for concurrence in waiting)}
    if facts.concurring >= facts.needed:
        return _("The deposit was not paid in time: the appeal is not heard (Law 92A)."), "92A"
    if facts.deposit_due:
        sentence = _("%(names)s did not concur in time, and the deposit was not paid: it is not heard (Law 92D).")
    else:
        sentence = _(
            "%(names)s did not concur in time: without both partners, or the captain, it is not heard (Law 92D)."
        )
    return (sentence % names)[:500], "92D"


def lapse_due(at: datetime) -> int:
    """What the sweep does: a request that not everybody concurred in by its time is not heard.

    Where everybody did, and nothing is owed, it waits for the director and does not lapse.
    """
    due = Appeal.objects.filter(state=CaseState.REQUESTED, concur_until__lt=at).order_by("concur_until", "pk")
    return for_each_due(due, lambda appeal: lapse(actor=system(at), appeal=appeal))


@transaction.atomic
def lapse_further(*, actor: Actor, appeal: Appeal, version: int | None = None) -> FurtherAppeal:
    """The time for concurring in the further appeal is over and somebody has not: the decision below holds."""
    case = lock_case(appeal, version=version)
    require(actor, "appeal.direct", case)
    require_gate("lapse_further", case, actor)
    further_appeal = lock(FurtherAppeal.objects).get(appeal=case, state=FurtherState.ASKED)
    waiting = further_appeal.concurrences.filter(state=Assent.WAITING).select_related("player")
    sentence = _("%(names)s did not concur in time: without both partners, or the captain, it is not heard (Law 92D).")
    why = sentence % {"names": ", ".join(concurrence.player.display_name for concurrence in waiting)}
    _end_further(actor, case, further_appeal, why)
    record_step(actor, case, "lapse_further", words=why)
    users = director_users(case, actor.at) | federation_users(case, actor.at) | side_users(case, further_appeal.side)
    notify(case, "not_heard", users, actor.at)
    return further_appeal


def lapse_further_due(at: datetime) -> int:
    """What the sweep does: a further appeal that not everybody concurred in by its time is not heard."""
    waiting = FurtherAppeal.objects.filter(state=FurtherState.ASKED, concur_until__lt=at)
    waiting = waiting.filter(concurrences__state=Assent.WAITING)
    due = Appeal.objects.filter(state=CaseState.FURTHER, further__in=waiting).distinct().order_by("pk")
    return for_each_due(due, lambda appeal: lapse_further(actor=system(at), appeal=appeal))


def codes_for(appeal: Appeal, actor: Actor) -> list[tuple[Concurrence, str]]:
    """For the director, to hand to somebody who has no account: only those who have yet to answer."""
    require(actor, "appeal.direct", appeal)
    rows = appeal.concurrences.filter(state=Assent.WAITING).select_related("player", "further", "appeal")
    waiting = [concurrence for concurrence in rows if concurrence.is_asked]
    return [(concurrence, f"{concurrence.code[:5]}-{concurrence.code[5:]}") for concurrence in waiting]
