"""Decisions: of the body, of the director in charge, on a recommendation; and the correction of a slip."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from appeals import hooks
from appeals.gates import GateKind, Path, Verdict, overall
from appeals.models import Appeal, AppealPoint, Decision, DecisionDraft, Statement, Vote
from appeals.models.appeals import FIRST_VERDICTS, HearsChoice, Merit, PathChoice
from appeals.models.bodies import MemberRole, MemberState
from appeals.models.decisions import ABSTAINS, DecisionStage, ScoreEffect
from appeals.selectors.audience import chair_users, director_users, member_users, side_users
from appeals.selectors.corrections import may_correct
from appeals.selectors.in_charge import in_charge_users
from appeals.selectors.together import following_cases, points_for_body, points_for_director
from appeals.services.base import lock_case, record_step, require_gate, say_why
from appeals.services.effects import (
    ScoreChange,
    apply_decision_score,
    check_change,
    check_score,
    is_overtaken,
    judge_merit,
    restore_ruling,
    undo_decision_score,
)
from appeals.services.ending import end_of_hearing
from appeals.services.hearing import conflict_facts
from appeals.services.joining import take_other_along
from appeals.services.lodging import create_director_decision
from appeals.services.notices import notify
from core import transaction
from core.actors import Actor
from core.errors import Forbidden, field_error
from core.locks import lock_row
from core.permissions import require
from rulings.checked.paragraphs import refuse_unknown_paragraphs
from rulings.models.rulings import Told


@dataclass(frozen=True)
class DecisionText:
    """What a decision says, apart from its outcome."""

    reasons: str
    facts: str = ""
    dissent: str = ""
    law_refs: list[str] = field(default_factory=list)
    merit: str = ""
    # Of the other side's appeal, where both are heard together.
    merit_together: str = ""
    # Of each point, by its id: a few words.
    words: Mapping[int, str] = field(default_factory=dict)
    # Of the director who hears it alone: how both sides were heard, or had the opportunity (Law 93A).
    heard: str = ""
    # How each side was told of a score that is given.
    told_ns: str = ""
    told_ew: str = ""


@dataclass(frozen=True)
class Votes:
    """How a body has voted: of two appeals that are decided together each has those on its own points."""

    quorum: int
    cast: int
    in_favour: Mapping[AppealPoint, int]

    def on_case(self, appeal: Appeal) -> dict[str, int]:
        own = [count for point, count in self.in_favour.items() if point.appeal_id == appeal.pk]
        fewest = min(own or self.in_favour.values(), default=0)
        return {"quorum": self.quorum, "votes_cast": self.cast, "votes_for": fewest}


VerdictByPoint = Mapping[int, str]
#: A decision, and what it does to the score.
DecisionAndScore = tuple[Decision, ScoreChange]


def parse_verdicts(
    points: list[AppealPoint], outcomes: VerdictByPoint, allowed: Mapping[int, Collection[str]] | None = None
) -> dict[AppealPoint, Verdict]:
    """`allowed`: what can become of a point, by its id; else what those who hear an appeal first can decide."""
    verdicts = {}
    for point in points:
        verdict = outcomes.get(point.pk, "")
        if verdict and verdict not in (allowed or {}).get(point.pk, FIRST_VERDICTS):
            raise field_error("outcomes", _("Say what becomes of each point."), "unknown")
        if verdict:
            verdicts[point] = Verdict(verdict)
    return verdicts


def decision_facts(
    points: list[AppealPoint],
    verdicts: Mapping[AppealPoint, Verdict],
    score_change: ScoreChange,
    *,
    may_recommend: bool = False,
) -> dict[str, Any]:
    """What the gates ask of a decision: what becomes of each point, whether none is left, whether a score is given."""
    recommends = Verdict.RECOMMENDED in verdicts.values()
    return {
        "verdicts": tuple((GateKind(point.kind), verdict) for point, verdict in verdicts.items()),
        "covers_all": len(verdicts) == len(points) and (may_recommend or not recommends),
        "gives_score": score_change.effect != ScoreEffect.NONE,
    }


def check_text(text: DecisionText) -> None:
    if not text.reasons.strip():
        raise field_error("reasons", _("Give the reasons of the majority."), "required")
    if text.merit not in Merit.values or text.merit_together not in Merit.values:
        raise field_error("merit", _("With merit, or without."), "unknown")
    refuse_unknown_paragraphs(text.law_refs)


@transaction.atomic
def decide(
    *,
    actor: Actor,
    appeal: Appeal,
    outcomes: VerdictByPoint,
    text: DecisionText,
    score_change: ScoreChange | None = None,
    version: int | None = None,
) -> Decision:
    """The chair publishes what the body decided: a quorum has voted, a majority is for it (Law 93B3)."""
    case = lock_case(appeal, version=version)
    require(actor, "appeal.hear", case)
    score_change = score_change or ScoreChange()
    points = points_for_body(case)
    verdicts = parse_verdicts(points, outcomes)
    votes_for = _votes_by_point(case, verdicts)
    in_favour_of = tuple(votes_for.values())
    abstained_on = tuple(_votes_by_point(case, dict.fromkeys(verdicts, ABSTAINS)).values())
    facts = require_gate(
        "decide",
        case,
        actor,
        **conflict_facts(case, actor.at),
        **decision_facts(points, verdicts, score_change, may_recommend=True),
        in_favour=min(in_favour_of, default=0),
        in_favour_of=in_favour_of if len(in_favour_of) > 1 else (),
        abstained_on=abstained_on if len(in_favour_of) > 1 else (),
    )
    check_decision(case, text, score_change, verdicts)
    votes = Votes(facts.quorum, facts.cast, votes_for)
    decisions = write_decisions(
        actor, case, DecisionStage.FIRST, case.adjudicators.kind, verdicts, text, score_change, votes
    )
    end_of_hearing(actor, case, decisions[0][0].verdict, merit=text.merit)
    if Verdict.RECOMMENDED in verdicts.values():
        notify(case, "answer", in_charge_users(case, actor.at), actor.at, case.closes_at)
    return _announce_decision(actor, case, decisions, "decide")


def check_decision(
    appeal: Appeal, text: DecisionText, score_change: ScoreChange, verdicts: Mapping[AppealPoint, Verdict]
) -> None:
    check_text(text)
    check_score(appeal, score_change, set(verdicts.values()))
    check_change(
        appeal, score_change, {point.kind for point, verdict in verdicts.items() if verdict == Verdict.CHANGED}
    )
    check_complete(text, score_change)


def check_complete(text: DecisionText, score_change: ScoreChange) -> None:
    """An adjusted score rests on law and facts, and those concerned have been told of it; before that it is a draft."""
    if score_change.effect != ScoreEffect.SCORE:
        return
    needed = {
        "facts": (text.facts.strip(), _("Write the facts that the score rests on.")),
        "law_refs": (text.law_refs, _("Say which paragraphs of the Laws the score rests on.")),
        "told_ns": (text.told_ns in Told.values, _("Say how North-South were told, or save it as a draft.")),
        "told_ew": (text.told_ew in Told.values, _("Say how East-West were told, or save it as a draft.")),
    }
    missing = {name: ValidationError(why, code="required") for name, (is_given, why) in needed.items() if not is_given}
    if missing:
        raise ValidationError(missing)


def _votes_by_point(appeal: Appeal, verdicts: Mapping[AppealPoint, str]) -> dict[AppealPoint, int]:
    """How many votes are for this outcome of each point."""
    seated = Vote.objects.filter(appeal=appeal, member__state=MemberState.ACCEPTED)
    votes = list(seated.exclude(member__role=MemberRole.SCRIBE))
    return {point: sum(vote.on_point(point.pk) == verdict for vote in votes) for point, verdict in verdicts.items()}


def write_decisions(
    actor: Actor,
    appeal: Appeal,
    stage: str,
    kind: str,
    verdicts: Mapping[AppealPoint, Verdict],
    text: DecisionText,
    score_change: ScoreChange,
    votes: Votes | None = None,
) -> list[DecisionAndScore]:
    """One decision for the case, first, and one for each that is heard with it. One of them gives the score."""
    cases = [appeal, *following_cases(appeal)]
    verdicts_by_case = {case.pk: {p: v for p, v in verdicts.items() if p.appeal_id == case.pk} for case in cases}
    giving_case = next((case for case in cases if Verdict.CHANGED in verdicts_by_case[case.pk].values()), appeal)
    decisions = []
    for case in cases:
        earlier = (Verdict(verdict_below) for verdict_below in case.decisions.values_list("verdict", flat=True))
        verdict = overall(verdicts_by_case[case.pk].values() or earlier)
        case_text = text if case is appeal else replace(text, merit=text.merit_together)
        change = score_change if case is giving_case else ScoreChange()
        decision = Decision.objects.create(
            appeal=case,
            stage=stage,
            number=case.decisions.count() + 1,
            body_kind=kind,
            **(votes.on_case(case) if votes is not None else {}),
            **_fields(actor, verdict, case_text, change),
        )
        _record_points(decision, verdicts_by_case[case.pk], text)
        if case is not appeal:
            Appeal.objects.filter(pk=case.pk).update(verdict=verdict, merit=case_text.merit)
        decisions.append((decision, change))
    return decisions


def _fields(actor: Actor, verdict: str, text: DecisionText, score_change: ScoreChange) -> dict[str, Any]:
    return {
        "verdict": verdict,
        "facts": text.facts.strip()[:4000],
        "law_refs": list(text.law_refs),
        "reasons": text.reasons.strip()[:6000],
        "dissent": text.dissent.strip()[:4000],
        "merit": text.merit,
        "told_ns": text.told_ns,
        "told_ew": text.told_ew,
        **score_change.stored(),
        "made_at": actor.at,
        "made_by": actor.user,
    }


def _record_points(decision: Decision, verdicts: Mapping[AppealPoint, Verdict], text: DecisionText) -> None:
    for point, verdict in verdicts.items():
        decision.outcomes.create(point=point, verdict=verdict, words=text.words.get(point.pk, "")[:1000])
        point.path = Path.RECOMMENDED if verdict == Verdict.RECOMMENDED else Path.DECIDED
        point.save(update_fields=["path"])


def _announce_decision(
    actor: Actor, appeal: Appeal, decisions: list[DecisionAndScore], act: str, heard: str = ""
) -> Decision:
    first = decisions[0][0]
    verdict = str(first.get_verdict_display())
    told_of = _("Heard: %(how)s") % {"how": heard}
    record_step(
        actor,
        appeal,
        act,
        words=f"{verdict}. {told_of}" if heard else verdict,
        after={"decision": first.pk, "verdict": first.verdict, "merit": first.merit, "effect": first.effect},
    )
    apply_decisions(actor, decisions)
    DecisionDraft.objects.filter(appeal=appeal).delete()
    for decision, _change in decisions:
        case = decision.appeal
        users = side_users(case) | director_users(case, actor.at) | member_users(appeal) | chair_users(case, actor.at)
        notify(case, "decided", users, actor.at, appeal.further_until)
        for tell in hooks.appeal_decided:
            tell(appeal=case, actor=actor)
    return first


def apply_decisions(actor: Actor, decisions: list[DecisionAndScore]) -> None:
    """The score follows the decision that gives it; each side's merit and deposit follow its own."""
    for decision, change in decisions:
        apply_decision_score(actor=actor, decision=decision, score_change=change)
        judge_merit(actor, decision)


@transaction.atomic
def decide_alone(
    *,
    actor: Actor,
    appeal: Appeal,
    outcomes: VerdictByPoint,
    text: DecisionText,
    score_change: ScoreChange | None = None,
    version: int | None = None,
) -> Decision:
    """Where there is no committee, the director in charge hears and rules on everything (Law 93A)."""
    case = lock_case(appeal, version=version)
    require(actor, "appeal.alone", case)
    take_other_along(case)
    score_change = score_change or ScoreChange()
    points = points_for_director(case)
    verdicts = parse_verdicts(points, outcomes)
    require_gate(
        "decide_alone",
        case,
        actor,
        **decision_facts(points, verdicts, score_change),
    )
    _refuse_unheard(case, text)
    check_decision(case, text, score_change, verdicts)
    decisions = write_decisions(actor, case, DecisionStage.FIRST, HearsChoice.DIRECTOR, verdicts, text, score_change)
    end_of_hearing(actor, case, decisions[0][0].verdict, merit=text.merit, by_body=False)
    return _announce_decision(actor, case, decisions, "decide_alone", heard=text.heard.strip())


def _refuse_unheard(appeal: Appeal, text: DecisionText) -> None:
    """Whoever decides alone hears both sides first (Law 93A), and says so where no statement of theirs is there."""
    stated = Statement.objects.filter(appeal=appeal, handed_in_at__isnull=False).count()
    if stated < 2 and not text.heard.strip():
        raise field_error("heard", _("Say how both sides were heard, or had the opportunity (Law 93A)."), "required")


@transaction.atomic
def answer_recommendation(
    *, actor: Actor, point: AppealPoint, follows: bool, reasons: str, score_change: ScoreChange | None = None
) -> Decision:
    """Only the director in charge changes a ruling on law or discipline (Law 93B3)."""
    case = lock_case(point.appeal)
    require(actor, "appeal.lead", case)
    require_gate("answer", case, actor)
    locked_point = lock_row(point)
    if locked_point.path != PathChoice.RECOMMENDED:
        raise ValidationError(_("Nothing is recommended on this point."), code="none")
    score_change = score_change or ScoreChange()
    verdict = Verdict.CHANGED if follows else Verdict.STANDS
    check_score(case, score_change, {verdict})
    check_change(case, score_change, {locked_point.kind} if follows else ())
    decision = create_director_decision(actor, case, DecisionStage.ANSWER, verdict, reasons, score_change)
    decision.outcomes.create(point=locked_point, verdict=verdict, words=reasons.strip()[:1000])
    locked_point.path = PathChoice.ANSWERED
    locked_point.save(update_fields=["path"])
    if follows:
        case.verdict = Verdict.CHANGED
    record_step(actor, case, "answer", words=reasons.strip(), after={"decision": decision.pk, "verdict": verdict})
    apply_decision_score(actor=actor, decision=decision, score_change=score_change)
    notify(case, "decided", side_users(case) | member_users(case), actor.at, case.further_until)
    return decision


@transaction.atomic
def correct(
    *,
    actor: Actor,
    decision: Decision,
    reason: str,
    text: DecisionText,
    score_change: ScoreChange | None = None,
    version: int | None = None,
) -> Decision:
    """A slip of the pen, not a second thought: the outcome of each point stays; what was mistyped is superseded."""
    case = lock_case(decision.appeal, version=version)
    decision.appeal = case
    if not may_correct(actor, decision):
        raise Forbidden(
            _("A slip is corrected by whoever gave the ruling or decision: the director, the chair, the federation.")
        )
    require_gate("correct", case, actor)
    why = say_why(reason)
    old = lock_row(decision)
    old.appeal = case
    if hasattr(old, "superseded_by"):
        raise ValidationError(_("A later decision has taken the place of this one."), code="superseded")
    check_text(text)
    overtaken = is_overtaken(old)
    score_change = score_change or ScoreChange.of(old)
    check_score(case, score_change, {old.verdict})
    _refuse_taking_all_back(old, score_change)
    judges = old.stage in (DecisionStage.FIRST, DecisionStage.FURTHER)
    if judges:
        check_complete(text, score_change)
    _refuse_second_score(case, old, score_change)
    corrected = _write_correction(old, text, correction=why[:500], **_fields(actor, old.verdict, text, score_change))
    if old.stage == DecisionStage.FIRST:
        case.merit = text.merit
    record_step(actor, case, "correct", words=why, reason=why, after={"decision": corrected.pk, "supersedes": old.pk})
    if not overtaken:
        undo_decision_score(actor=actor, decision=old, by=corrected)
        apply_decision_score(actor=actor, decision=corrected, score_change=score_change)
        if corrected.verdict == Verdict.RESTORED:
            restore_ruling(actor, corrected)
    if judges:
        judge_merit(actor, corrected)
    notify(case, "decided", side_users(case) | director_users(case, actor.at), actor.at, case.further_until)
    return corrected


def _write_correction(old: Decision, text: DecisionText, **fields: Any) -> Decision:
    """The decision that takes the place of the old one: as it was but for these fields and the words on its points."""
    corrected = Decision.objects.create(
        appeal=old.appeal,
        stage=old.stage,
        number=old.appeal.decisions.count() + 1,
        body_kind=old.body_kind,
        quorum=old.quorum,
        votes_cast=old.votes_cast,
        votes_for=old.votes_for,
        supersedes=old,
        **fields,
    )
    for outcome in old.outcomes.select_related("point"):
        words = text.words.get(outcome.point_id, outcome.words)
        corrected.outcomes.create(point=outcome.point, verdict=outcome.verdict, words=words[:1000])
    return corrected


def _refuse_taking_all_back(decision: Decision, score_change: ScoreChange) -> None:
    """The outcome stays: where the decision changed something, its correction does too."""
    nothing = ScoreChange()
    if decision.verdict == Verdict.CHANGED and score_change == nothing != ScoreChange.of(decision):
        why = _("The outcome stays “changed”: say what counts instead, a score or what becomes of the penalties.")
        raise field_error("effect", why, "change_without_effect")


def _refuse_second_score(appeal: Appeal, decision: Decision, score_change: ScoreChange) -> None:
    """Of two appeals decided together one gives the score; it is corrected there."""
    if score_change.effect == ScoreEffect.NONE or decision.effect != ScoreEffect.NONE:
        return
    cases = [appeal.heard_with_id, *appeal.heard_together.values_list("pk", flat=True)]
    standing = Decision.objects.filter(appeal__in=cases, superseded_by=None)
    scoring_decision = standing.exclude(effect=ScoreEffect.NONE).first()
    if scoring_decision is not None:
        sentence = _("The score is given in appeal %(case)s, which was decided with this one: correct it there.")
        raise field_error("effect", sentence % {"case": scoring_decision.appeal}, "given_there")
