"""The rows of a case as the gates want them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from appeals.gates import CaseState, Facts, Hears, Path, refusal
from appeals.models import Appeal, Attendance, BodyMember, Challenge, Deposit, FurtherAppeal, Hearing, Statement, Vote
from appeals.models.appeals import Assent, DepositState, HearsChoice
from appeals.models.bodies import ChallengeState, MemberRole, MemberState
from appeals.models.decisions import DecisionStage, FurtherState
from appeals.selectors.deadlines import concurrence_until, rules_in
from appeals.selectors.together import joined_points, not_yet_along


def appeal_facts(appeal: Appeal, at: datetime, **more: Any) -> Facts:
    """Read once for a page or an act; `more` is what only the act itself knows."""
    deposits = list(Deposit.objects.filter(appeal=appeal))
    due = {deposit.further for deposit in deposits if deposit.state == DepositState.DUE}
    points = tuple(deposit.as_gates_see_it for deposit in appeal.points.all())
    facts = Facts(
        state=CaseState(appeal.state),
        at=at,
        deadline=appeal.deadline,
        hears=Hears(appeal.hears),
        is_standing=appeal.ruling.stands,
        needed=appeal.needed,
        concurring=appeal.concurring,
        concur_until=concurrence_until(appeal),
        deposit_due=False in due,
        to_hand_back=sum(deposit.is_to_hand_back for deposit in deposits),
        handed_back=sum(deposit.handed_back_at is not None for deposit in deposits),
        points=points,
        contest_until=appeal.contest_until,
        statements_until=appeal.statements_until,
        unanswered=sum(point.path == Path.RECOMMENDED for point in joined_points(appeal)),
        further_until=appeal.further_until,
        closes_at=appeal.closes_at,
        fee_due=True in due,
        follows=str(appeal.heard_with) if appeal.heard_with is not None and appeal.heard_with.is_open else "",
        other=str(not_yet_along(appeal) or ""),
    )
    return replace(facts, **(_facts_after_lodging(appeal) | more))


def request_due_at(facts: Facts) -> datetime | None:
    """Until when somebody has yet to concur or to pay; None where everything is there, or no time runs.

    The time begins with the official score (Laws 92B, 92D), and may be moved when that is published again.
    """
    return None if refusal("lodge", facts) is None else facts.concur_until


def _facts_after_lodging(appeal: Appeal) -> dict[str, Any]:
    """What there is only once the case is before a body, or beyond it."""
    if appeal.state in (CaseState.REFERRED, CaseState.HEARING):
        return _body_facts(appeal.heard_with or appeal)
    if appeal.state == CaseState.CLOSED:
        return {"correct_until": _correct_until(appeal)}
    if appeal.state in (CaseState.DECIDED, CaseState.FURTHER):
        admitted = FurtherAppeal.objects.filter(appeal=appeal, state=FurtherState.ADMITTED).exists()
        further_appeal = FurtherAppeal.objects.filter(appeal=appeal, state=FurtherState.ASKED).first()
        rules = rules_in(appeal.session)
        # The body that heard it, not the director alone, is what a Regulating Authority names as final.
        return {
            "concur_until": further_appeal.concur_until if further_appeal is not None else None,
            "admitted": admitted,
            "further_missing": missing_in_further(further_appeal),
            "is_final_body": rules.final_body and _by_body(appeal),
        }
    return {}


def _correct_until(appeal: Appeal) -> datetime | None:
    """The federation's decision closed the case: from it on runs the time for correcting a slip."""
    final_decision = appeal.decisions.filter(stage=DecisionStage.FURTHER, supersedes=None).order_by("number").first()
    return final_decision.made_at + rules_in(appeal.session).correction if final_decision is not None else None


def missing_in_further(further_appeal: FurtherAppeal | None) -> int:
    """How many must still concur (Law 92D); of one that the director or the body has referred, nobody."""
    if further_appeal is None or not further_appeal.side:
        return 0
    states = list(further_appeal.concurrences.values_list("state", flat=True))
    return sum(state != Assent.CONCURS for state in states) if states else 1


def _by_body(appeal: Appeal) -> bool:
    return appeal.decisions.filter(stage=DecisionStage.FIRST).exclude(body_kind=HearsChoice.DIRECTOR).exists()


def _body_facts(appeal: Appeal) -> dict[str, Any]:
    members = list(BodyMember.objects.filter(body__appeal=appeal, state=MemberState.ACCEPTED))
    voting = {member.pk for member in members if member.role != MemberRole.SCRIBE}
    hearing = Hearing.objects.filter(appeal=appeal).first()
    votes = Vote.objects.filter(appeal=appeal, member__in=voting)
    attended = Attendance.objects.filter(hearing__appeal=appeal, present=True).exclude(side="").order_by()
    return {
        "quorum": appeal.adjudicators.quorum,
        "seated": len(voting),
        "has_chair": any(member.role == MemberRole.CHAIR for member in members),
        "open_challenges": Challenge.objects.filter(member__body__appeal=appeal, state=ChallengeState.OPEN).count(),
        "sides_present": attended.values("side").distinct().count(),
        "statements": Statement.objects.filter(appeal=appeal, handed_in_at__isnull=False).count(),
        "pack_frozen": hearing is not None and hearing.frozen_at is not None,
        "cast": votes.count(),
    }
