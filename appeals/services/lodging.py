"""The director takes the deposit, lodges the appeal, rules on its points of law and refers the rest (Laws 92C, 93B)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from appeals.gates import NoCommittee, Verdict, overall
from appeals.models import AdjudicatingBody, Appeal, AppealPoint, Decision, Deposit, Hearing
from appeals.models.appeals import DepositState, HearsChoice, NoCommitteeChoice, PathChoice, PointKind
from appeals.models.decisions import DecisionStage
from appeals.selectors.audience import chair_users, member_users, side_users
from appeals.selectors.conflicts import check_conflicts as check_members
from appeals.selectors.deadlines import rules_in
from appeals.selectors.deposits import as_money
from appeals.selectors.parties import party_in_case
from appeals.selectors.pool import pool_for
from appeals.selectors.together import joined_points
from appeals.services.base import lock_case, record_step, require_gate, say_why
from appeals.services.effects import ScoreChange, apply_decision_score, check_change, check_score, settle_deposit
from appeals.services.ending import end_of_hearing
from appeals.services.joining import join_other_case
from appeals.services.notices import notify
from core import transaction
from core.actors import Actor
from core.errors import field_error
from core.locks import lock, lock_row
from core.permissions import require

# What is to be done without a time of its own is done within a day.
PROMPTLY = timedelta(days=1)


@transaction.atomic
def take_deposit(*, actor: Actor, appeal: Appeal, version: int | None = None) -> Deposit:
    case = lock_case(appeal, version=version)
    require(actor, "appeal.direct", case)
    require_gate("deposit", case, actor)
    deposit = lock(Deposit.objects).filter(appeal=case, further=False).first()
    if deposit is None:
        raise ValidationError(_("No deposit is asked for here."), code="none")
    if deposit.state != DepositState.DUE:
        return deposit
    deposit.state, deposit.taken_at, deposit.taken_by = DepositState.TAKEN, actor.at, actor.user
    deposit.save()
    record_step(actor, case, "deposit", words=as_money(deposit.amount), after={"amount": str(deposit.amount)})
    return deposit


@transaction.atomic
def lodge(*, actor: Actor, appeal: Appeal, version: int | None = None) -> Appeal:
    """All requests come through the director; without concurrence and deposit none is lodged (Laws 92C, 92D)."""
    case = lock_case(appeal, version=version)
    require(actor, "appeal.direct", case)
    require_gate("lodge", case, actor)
    case.lodged_at, case.lodged_by, case.due_at = actor.at, actor.user, actor.at + PROMPTLY
    record_step(actor, case, "lodge")
    notify(case, "lodged", side_users(case), actor.at)
    return case


@transaction.atomic
def rule_on_law(
    *, actor: Actor, point: AppealPoint, verdict: str, reasons: str, version: int | None = None, **score_fields: Any
) -> Decision:
    """The director in charge hears and rules on what is law or regulation alone (Law 93B1)."""
    case = lock_case(point.appeal, version=version)
    require(actor, "appeal.lead", case)
    require_gate("rule_on_law", case, actor)
    locked_point = lock_row(point)
    if locked_point.kind != PointKind.LAW or locked_point.path != PathChoice.OPEN:
        raise ValidationError(_("Only an open point of law or regulation is ruled on here (Law 93B1)."), code="not_law")
    if verdict not in (Verdict.STANDS, Verdict.CHANGED):
        raise field_error("verdict", _("It stands or it is changed."), "unknown")
    score_change = ScoreChange(**score_fields)
    check_score(case, score_change, {verdict})
    check_change(case, score_change, {locked_point.kind} if verdict == Verdict.CHANGED else ())
    decision = create_director_decision(actor, case, DecisionStage.LAW, verdict, reasons, score_change)
    decision.outcomes.create(point=locked_point, verdict=verdict, words=reasons.strip()[:1000])
    locked_point.path = PathChoice.RULED
    locked_point.save(update_fields=["path"])
    minutes = rules_in(case.session).minutes
    case.contest_until = actor.at + timedelta(minutes=minutes)
    case.due_at = case.contest_until
    record_step(actor, case, "rule_on_law", words=reasons.strip(), after={"decision": decision.pk, "verdict": verdict})
    apply_decision_score(actor=actor, decision=decision, score_change=score_change)
    notify(case, "law", side_users(case), actor.at, case.contest_until)
    return decision


def create_director_decision(
    actor: Actor, appeal: Appeal, stage: str, verdict: str, reasons: str, score_change: ScoreChange, **more: Any
) -> Decision:
    """A decision of the director in charge: nobody else has a vote."""
    if not reasons.strip():
        raise field_error("reasons", _("Give your reasons."), "required")
    return Decision.objects.create(
        appeal=appeal,
        stage=stage,
        number=appeal.decisions.count() + 1,
        body_kind=HearsChoice.DIRECTOR,
        verdict=verdict,
        reasons=reasons.strip()[:6000],
        **score_change.stored(),
        made_at=actor.at,
        made_by=actor.user,
        **more,
    )


@transaction.atomic
def contest(*, actor: Actor, point: AppealPoint, asked_by: str = "", version: int | None = None) -> AppealPoint:
    """The appellants take the director's ruling on the law to the adjudicators, who may only recommend."""
    case = lock_case(point.appeal, version=version)
    if not party_in_case(actor.player, case):
        require(actor, "appeal.direct", case)
    require_gate("contest", case, actor)
    locked_point = lock_row(point)
    if locked_point.path != PathChoice.RULED:
        raise ValidationError(_("The director in charge has not ruled on this point (Law 93B1)."), code="not_ruled")
    locked_point.path = PathChoice.CONTESTED
    locked_point.save(update_fields=["path"])
    case.due_at = actor.at + PROMPTLY
    words = f"{asked_by.strip()}: {locked_point.text}" if asked_by.strip() else locked_point.text
    record_step(actor, case, "contest", words=words)
    return locked_point


@transaction.atomic
def settle(*, actor: Actor, appeal: Appeal, version: int | None = None) -> Appeal:
    """All of it was law and regulation, and the appellants accept the ruling or their time is over."""
    case = lock_case(appeal, version=version)
    accepted = party_in_case(actor.player, case) == case.side
    if not accepted:
        require(actor, "appeal.direct", case)
    require_gate("settle", case, actor, accepted=accepted)
    verdicts = case.decisions.filter(stage=DecisionStage.LAW).values_list("verdict", flat=True)
    end_of_hearing(actor, case, overall(Verdict(verdict) for verdict in verdicts), by_body=False)
    settle_deposit(actor, case, kept=False)
    record_step(actor, case, "settle", after={"verdict": case.verdict})
    notify(case, "decided", side_users(case), actor.at, case.closes_at)
    return case


@transaction.atomic
def hear_alone(*, actor: Actor, appeal: Appeal, ground: str, reason: str, version: int | None = None) -> Appeal:
    """The director in charge hears it where there is no committee, or it cannot meet (Law 93A)."""
    case = lock_case(appeal, version=version)
    require(actor, "appeal.alone", case)
    if ground not in NoCommitteeChoice.values:
        raise field_error("ground", _("Choose why no committee hears it."), "unknown")
    quorum = _quorum(case)
    pool = [member.user for member in pool_for(case, actor.at)]
    able = sum(candidate.may_sit for candidate in check_members(case, pool, actor.at))
    require_gate("hear_alone", case, actor, no_committee=NoCommittee(ground), could_sit=able, quorum=quorum)
    why = f"{NoCommitteeChoice(ground).label}: {say_why(reason)}"
    released = member_users(case)
    AdjudicatingBody.objects.filter(appeal=case).delete()
    Hearing.objects.filter(appeal=case).delete()
    case.hears, case.statements_until, case.due_at = HearsChoice.DIRECTOR, None, actor.at + PROMPTLY
    contested = [point.pk for point in joined_points(case) if point.path == PathChoice.CONTESTED]
    AppealPoint.objects.filter(pk__in=contested).update(path=PathChoice.RULED)
    record_step(actor, case, "hear_alone", words=why, reason=why)
    notify(case, "alone", side_users(case) | released, actor.at)
    return case


def _quorum(appeal: Appeal) -> int:
    return 1 if appeal.hears == HearsChoice.REFEREE else rules_in(appeal.session).quorum


@transaction.atomic
def refer(*, actor: Actor, appeal: Appeal, version: int | None = None) -> Appeal:
    """Everything that is not law alone goes to those who adjudicate (Law 93B2)."""
    case = lock_case(appeal, version=version)
    require(actor, "appeal.direct", case)
    require_gate("refer", case, actor)
    if join_other_case(actor, case):
        return case
    rules, quorum = rules_in(case.session), _quorum(case)
    AdjudicatingBody.objects.update_or_create(
        appeal=case, defaults={"kind": case.hears, "quorum": quorum, "made_at": actor.at}
    )
    Hearing.objects.get_or_create(appeal=case, defaults={"is_written": case.hears == HearsChoice.REFEREE})
    case.statements_until = case.due_at = actor.at + rules.statement
    record_step(actor, case, "refer", after={"hears": case.hears, "quorum": quorum})
    notify(case, "compose", chair_users(case, actor.at), actor.at, case.statements_until)
    notify(case, "statement", side_users(case), actor.at, case.statements_until)
    return case
