"""The way on to the federation (Law 93C), and the end of a case."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from appeals.gates import CaseState, Verdict, overall, refusal
from appeals.models import Appeal, AppealPoint, Decision, Deposit, FurtherAppeal
from appeals.models.appeals import Assent, DepositState, HearsChoice, How, Merit, PointKind, VerdictChoice
from appeals.models.decisions import DecisionStage, FurtherState, ScoreEffect
from appeals.selectors.audience import director_users, federation_users, member_users, side_users
from appeals.selectors.conflicts import kept_from_deciding
from appeals.selectors.deadlines import FEDERATION_TIME, rules_in
from appeals.selectors.deposits import as_money
from appeals.selectors.facts import appeal_facts, missing_in_further
from appeals.selectors.parties import appellant_side, must_concur
from appeals.selectors.standing import changed_below
from appeals.selectors.together import following_cases, joined_points
from appeals.services.base import for_each_due, lock_case, record_step, require_gate, say_for_whole_side, say_why
from appeals.services.concurring import ask_to_concur
from appeals.services.deciding import (
    DecisionText,
    apply_decisions,
    check_decision,
    decision_facts,
    parse_verdicts,
    write_decisions,
)
from appeals.services.effects import ScoreChange, lift_sanction, restore_ruling, settle_deposit
from appeals.services.hearing import require_party
from appeals.services.notices import notify
from appeals.wording import refusal_sentence
from core import transaction
from core.actors import Actor, system
from core.errors import Forbidden, field_error
from core.locks import lock
from core.permissions import may, require
from events.models import Contestant

#: What the federation can make of a point on which the ruling was changed below.
ON_A_CHANGE = (Verdict.UPHELD, Verdict.RESTORED, Verdict.CHANGED, Verdict.NOT_HEARD)
#: What becomes of the director's ruling by the federation's decision; else it stays as it was decided below.
RULING_VERDICTS = {Verdict.CHANGED: VerdictChoice.CHANGED, Verdict.RESTORED: VerdictChoice.STANDS}


@transaction.atomic
def go_further(*, actor: Actor, appeal: Appeal, grounds: str, version: int | None = None) -> FurtherAppeal:
    """A side takes the decision to the Regulating Authority, where its procedures allow it (Law 93C1).

    A request out of time is refused and kept.
    """
    case = lock_case(appeal, version=version)
    side = require_party(actor, case)
    text = say_why(grounds, "grounds")
    refused = refusal("go_further", appeal_facts(case, actor.at))
    if refused is not None and refused.code != "further_too_late":
        raise ValidationError(refusal_sentence(refused, case.club), code=refused.code)
    further_appeal = FurtherAppeal(
        appeal=case,
        federation=case.club.federation,
        side=side,
        grounds=text[:4000],
        asked_at=actor.at,
        asked_by=actor.user,
        deadline=case.further_until,
    )
    if refused is not None:
        further_appeal.state, further_appeal.answer, further_appeal.answered_at = (
            FurtherState.REFUSED,
            refusal_sentence(refused, case.club)[:500],
            actor.at,
        )
        further_appeal.save()
        record_step(actor, case, "further_late", words=further_appeal.answer)
        return further_appeal
    rules = rules_in(case.session)
    # As in the first appeal: so long as the side can ask at all, and never less than its usual time.
    further_appeal.concur_until = max(case.further_until or actor.at, actor.at + timedelta(minutes=rules.minutes))
    further_appeal.save()
    fee = rules.further_fee
    if fee > 0:
        # Asked for once more after somebody did not concur: due again.
        deposit_fields = {"amount": fee, "state": DepositState.DUE, "taken_at": None, "taken_by": None}
        deposit_fields |= {"settled_at": None, "settled_by": None, "handed_back_at": None, "handed_back_by": None}
        Deposit.objects.update_or_create(appeal=case, further=True, defaults=deposit_fields)
    _put_before_federation(actor, case, "go_further", text)
    _ask_the_side(actor, case, further_appeal)
    if missing_in_further(further_appeal):
        case.due_at = further_appeal.concur_until
        case.save(update_fields=["due_at"])
    return further_appeal


def _ask_the_side(actor: Actor, appeal: Appeal, further_appeal: FurtherAppeal) -> None:
    """The same must concur as in the first appeal: both partners, the captain, the player alone (Law 92D)."""
    contestant = Contestant.objects.get(pk=appellant_side(actor.player, appeal.ruling)[1] or 0)
    people = must_concur(appeal.ruling, contestant)
    if ask_to_concur(actor, appeal, people, by=actor.player, further=further_appeal):
        record_step(actor, appeal, "concur", words=str(actor.player))


@transaction.atomic
def refer_further(*, actor: Actor, appeal: Appeal, grounds: str, version: int | None = None) -> FurtherAppeal:
    """The director in charge, or the body, puts the matter to the Regulating Authority (Law 93C2). No fee."""
    case = lock_case(appeal, version=version)
    if not may(actor, "appeal.hear", case):
        require(actor, "appeal.direct", case)
    text = say_why(grounds, "grounds")
    require_gate("refer_further", case, actor)
    further_appeal = FurtherAppeal.objects.create(
        appeal=case,
        federation=case.club.federation,
        grounds=text[:4000],
        state=FurtherState.ADMITTED,
        asked_at=actor.at,
        asked_by=actor.user,
        answered_at=actor.at,
    )
    _put_before_federation(actor, case, "refer_further", text)
    return further_appeal


@transaction.atomic
def withdraw_further(
    *, actor: Actor, appeal: Appeal, reason: str, for_whole_side: bool = False, version: int | None = None
) -> FurtherAppeal:
    """The side that took it to the federation takes that back: the decision below holds, and its deposit goes back.

    `for_whole_side`: whoever does so says that the others of the side want it too.
    """
    case = lock_case(appeal, version=version)
    side = require_party(actor, case)
    require_gate("withdraw_further", case, actor)
    further_appeal = _open_further_appeal(case)
    if further_appeal.side != side:
        raise Forbidden(_("Only the side that took it to the federation can take that back."))
    why = say_why(reason)
    say_for_whole_side(further_appeal.concurrences.count(), for_whole_side)
    sentence = _("Withdrawn by those who asked for it: %(why)s") % {"why": why}
    further_appeal.state, further_appeal.answer, further_appeal.answered_at = (
        FurtherState.REFUSED,
        sentence[:500],
        actor.at,
    )
    further_appeal.save(update_fields=["state", "answer", "answered_at"])
    case.deposits.filter(further=True, state=DepositState.DUE).delete()
    settle_deposit(actor, case, kept=False, further=True)
    case.due_at = case.closes_at
    record_step(actor, case, "withdraw_further", words=why, reason=why)
    users = federation_users(case, actor.at) | side_users(case) | director_users(case, actor.at)
    notify(case, "further_withdrawn", users, actor.at)
    return further_appeal


def _put_before_federation(actor: Actor, appeal: Appeal, act: str, words: str) -> None:
    appeal.due_at = actor.at + FEDERATION_TIME
    record_step(actor, appeal, act, words=words)
    users = federation_users(appeal, actor.at) | side_users(appeal) | director_users(appeal, actor.at)
    notify(appeal, "referred_further" if act == "refer_further" else "further", users, actor.at, appeal.due_at)


@transaction.atomic
def take_fee(*, actor: Actor, appeal: Appeal) -> Deposit:
    case = lock_case(appeal)
    if not may(actor, "appeal.direct", case):
        require(actor, "appeal.finally", case)
    require_gate("fee", case, actor)
    deposit = lock(Deposit.objects).filter(appeal=case, further=True).first()
    if deposit is None:
        raise ValidationError(_("No deposit is asked for here."), code="none")
    if deposit.state == DepositState.DUE:
        deposit.state, deposit.taken_at, deposit.taken_by = DepositState.TAKEN, actor.at, actor.user
        deposit.save()
        record_step(actor, case, "fee", words=as_money(deposit.amount))
    return deposit


def _open_further_appeal(appeal: Appeal) -> FurtherAppeal:
    rows = lock(FurtherAppeal.objects).filter(appeal=appeal)
    further = rows.filter(state__in=[FurtherState.ASKED, FurtherState.ADMITTED]).first()
    if further is None:
        raise ValidationError(_("Nothing is before the federation here."), code="none")
    return further


def _require_authority(actor: Actor, appeal: Appeal) -> None:
    """The federation decides; nobody who could not sit on a committee here, or has ruled on the case or heard it."""
    require(actor, "appeal.finally", appeal)
    if actor.user is not None and (why := kept_from_deciding(appeal, actor.user, actor.at)):
        raise Forbidden(_("Somebody else admits and decides it for the federation: %(why)s.") % {"why": why})


@transaction.atomic
def admit(*, actor: Actor, appeal: Appeal, concurrence: str = "") -> FurtherAppeal:
    """Everybody who must has concurred; of those who have not answered here the federation says how it knows (92D)."""
    case = lock_case(appeal)
    _require_authority(actor, case)
    how = concurrence.strip()
    require_gate("admit", case, actor, **({"further_missing": 0} if how else {}))
    further_appeal = _open_further_appeal(case)
    if how:
        further_appeal.concurrences.filter(state=Assent.WAITING).update(
            state=Assent.CONCURS, how=How.WITNESS, reason=how[:300], answered_at=actor.at, answered_by=actor.user
        )
    further_appeal.state, further_appeal.answered_at = FurtherState.ADMITTED, actor.at
    further_appeal.save(update_fields=["state", "answered_at"])
    record_step(actor, case, "admit", words=how, reason=how)
    return further_appeal


@transaction.atomic
def refuse_further(*, actor: Actor, appeal: Appeal, reason: str) -> FurtherAppeal:
    """Not admitted: the decision below holds, and there is no further way."""
    case = lock_case(appeal)
    _require_authority(actor, case)
    require_gate("refuse_further", case, actor)
    why = say_why(reason)
    further_appeal = _open_further_appeal(case)
    further_appeal.state, further_appeal.answer, further_appeal.answered_at = FurtherState.REFUSED, why[:500], actor.at
    further_appeal.save(update_fields=["state", "answer", "answered_at"])
    settle_deposit(actor, case, kept=False, further=True)
    case.further_until, case.closes_at, case.due_at = None, actor.at, actor.at
    record_step(actor, case, "refuse_further", words=why, reason=why)
    notify(case, "decided", side_users(case), actor.at)
    return further_appeal


@transaction.atomic
def decide_finally(
    *,
    actor: Actor,
    appeal: Appeal,
    outcomes: Mapping[int, str],
    text: DecisionText,
    score_change: ScoreChange | None = None,
    version: int | None = None,
) -> Decision:
    """The Regulating Authority resolves the matter, law and judgement alike, and the case is closed (Law 93C2)."""
    leading = lock_case(appeal, version=version)
    _require_authority(actor, leading)
    score_change = score_change or ScoreChange()
    points = joined_points(leading)
    below = changed_below(points)
    verdicts = parse_verdicts(points, outcomes, dict.fromkeys(below, ON_A_CHANGE))
    require_gate(
        "decide_finally",
        leading,
        actor,
        **decision_facts(points, verdicts, score_change),
    )
    check_decision(leading, text, score_change, verdicts)
    _refuse_contradiction(score_change, verdicts)
    held_below = {case.pk: (case.verdict, case.merit) for case in (leading, *following_cases(leading))}
    decisions = write_decisions(
        actor, leading, DecisionStage.FURTHER, HearsChoice.COMMITTEE, verdicts, text, score_change
    )
    further = _open_further_appeal(leading)
    further.state = FurtherState.DECIDED
    further.save(update_fields=["state"])
    for decision, _change in decisions:
        _keep_verdict_below(actor, decision, further, *held_below[decision.appeal_id])
    first_decision = decisions[0][0]
    leading.verdict = first_decision.appeal.verdict
    # The score first: once the case is closed nothing is changed in its name.
    apply_decisions(actor, decisions)
    if overall(verdicts.values()) == Verdict.RESTORED:
        restore_ruling(actor, next(decision for decision, _change in decisions if decision.verdict == Verdict.RESTORED))
    words = first_decision.get_verdict_display()
    record_step(actor, leading, "decide_finally", words=words, after={"decision": first_decision.pk})
    users = side_users(leading) | director_users(leading, actor.at) | member_users(leading)
    notify(leading, "decided", users, actor.at)
    return first_decision


def _keep_verdict_below(
    actor: Actor, decision: Decision, further: FurtherAppeal, verdict_below: str, merit: str
) -> None:
    """Unless it is changed, what was decided below holds, and counts as it was."""
    verdict = RULING_VERDICTS.get(Verdict(decision.verdict), verdict_below)
    succeeds = decision.verdict == Verdict.CHANGED and further.side in ("", decision.appeal.side)
    if merit == Merit.WITHOUT and succeeds:
        merit = Merit.MERIT
        lift_sanction(actor, decision)
    Appeal.objects.filter(pk=decision.appeal_id).update(verdict=verdict, merit=merit)
    decision.appeal.verdict, decision.appeal.merit = verdict, merit


def _refuse_contradiction(score_change: ScoreChange, verdicts: Mapping[AppealPoint, Verdict]) -> None:
    """One score counts in the end, on both sides' appeals, and the decision says which."""
    reached = set(verdicts.values())
    if Verdict.RESTORED in reached and reached & {Verdict.UPHELD, Verdict.CHANGED}:
        why = _("One score counts: where a part of the ruling is restored, mark it as changed and give the score.")
        raise field_error("outcomes", why, "restored_in_part")
    # A penalty may stand as it was decided below beside another score.
    upheld = any(
        verdict == Verdict.UPHELD and point.kind != PointKind.DISCIPLINE for point, verdict in verdicts.items()
    )
    if upheld and score_change.effect != ScoreEffect.NONE:
        why = _(
            "One score counts: where another is given, the decision below does not stand on any point of fact or law."
            " Mark each point that it changed as changed."
        )
        raise field_error("outcomes", why, "contradiction")


@transaction.atomic
def close(*, actor: Actor, appeal: Appeal, version: int | None = None) -> Appeal:
    """The time for going further is over, or there is no further way (Law 93C)."""
    case = lock_case(appeal, version=version)
    require(actor, "appeal.direct", case)
    facts = require_gate("close", case, actor)
    record_step(actor, case, "close", law="93C3(a)" if facts.is_final_body else "93C")
    notify(case, "closed", side_users(case), actor.at)
    return case


def close_due(at: datetime) -> int:
    """What the sweep does: cases whose time is over are closed, unless the director owes an answer."""
    due = Appeal.objects.filter(state=CaseState.DECIDED, closes_at__lt=at).order_by("closes_at", "pk")
    return for_each_due(due, lambda appeal: close(actor=system(at), appeal=appeal))
