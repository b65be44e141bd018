"""Decisions: of the body, of the director in charge, on a recommendation; and the correction of a slip."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from appeals.gates import GateKind, Path, Verdict, overall
from appeals.models import Appeal, AppealPoint, Decision, DecisionDraft, Statement, Vote
from appeals.models.appeals import FIRST_VERDICTS, HearsChoice, Merit, PathChoice
from appeals.models.bodies import MemberRole, MemberState
from appeals.models.decisions import DecisionStage, Effect
from appeals.selectors.audience import chair_users, director_users, member_users, side_users
from appeals.selectors.corrections import may_correct
from appeals.selectors.in_charge import in_charge_users
from appeals.selectors.together import following_cases, points_for_body, points_for_director
from appeals.services.base import lock_case, record_step, require_gate, say_why
from appeals.services.effects import (
    ScoreChange,
    apply_decision_score,
    check_laws,
    check_score,
    is_overtaken,
    judge_merit,
    restore_ruling,
    undo_decision_score,
)
from appeals.services.ending import end_of_hearing
from appeals.services.hearing import count_conflicted
from appeals.services.joining import take_other_along
from appeals.services.lodging import by_director
from appeals.services.notices import notify
from core.actors import Actor
from core.errors import Forbidden, field_error
from core.permissions import require
from rulings.models.rulings import Told


@dataclass(frozen=True)
class Text:
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


Outcomes = Mapping[int, str]
#: A decision, and what it does to the score.
Written = tuple[Decision, ScoreChange]


def read_outcomes(
    points: list[AppealPoint], outcomes: Outcomes, allowed: Mapping[int, Collection[str]] | None = None
) -> dict[AppealPoint, Verdict]:
    """`allowed`: what can become of a point, by its id; else what those who hear an appeal first can decide."""
    found = {}
    for point in points:
        said = outcomes.get(point.pk, "")
        if said and said not in (allowed or {}).get(point.pk, FIRST_VERDICTS):
            raise field_error("outcomes", _("Say what becomes of each point."), "unknown")
        if said:
            found[point] = Verdict(said)
    return found


def check_text(text: Text) -> None:
    if not text.reasons.strip():
        raise field_error("reasons", _("Give the reasons of the majority."), "required")
    if text.merit not in Merit.values or text.merit_together not in Merit.values:
        raise field_error("merit", _("With merit, or without."), "unknown")
    check_laws(list(text.law_refs))


@transaction.atomic
def decide(
    *,
    actor: Actor,
    appeal: Appeal,
    outcomes: Outcomes,
    text: Text,
    wanted: ScoreChange | None = None,
    version: int | None = None,
) -> Decision:
    """The chair publishes what the body decided: a quorum has voted, a majority is for it (Law 93B3)."""
    row = lock_case(appeal, version=version)
    require(actor, "appeal.hear", row)
    asked = wanted or ScoreChange()
    points = points_for_body(row)
    verdicts = read_outcomes(points, outcomes)
    in_favour_of = _in_favour_of(row, verdicts)
    facts = require_gate(
        "decide",
        row,
        actor,
        conflicted=count_conflicted(row, actor.at),
        verdicts=tuple((GateKind(point.kind), verdict) for point, verdict in verdicts.items()),
        covers_all=len(verdicts) == len(points),
        gives_score=asked.effect != "none",
        in_favour=min(in_favour_of, default=0),
        in_favour_of=in_favour_of if len(in_favour_of) > 1 else (),
    )
    check_decision(row, text, asked, verdicts)
    votes = {"quorum": facts.quorum, "votes_cast": facts.cast, "votes_for": facts.in_favour}
    made = write_decisions(actor, row, DecisionStage.FIRST, row.adjudicators.kind, verdicts, text, asked, **votes)
    end_of_hearing(actor, row, made[0][0].verdict, merit=text.merit)
    if Verdict.RECOMMENDED in verdicts.values():
        notify(row, "answer", in_charge_users(row, actor.at), actor.at, row.closes_at)
    return _published(actor, row, made, "decide")


def check_decision(appeal: Appeal, text: Text, wanted: ScoreChange, verdicts: Mapping[AppealPoint, Verdict]) -> None:
    check_text(text)
    check_score(appeal, wanted, set(verdicts.values()))
    check_complete(text, wanted)


def check_complete(text: Text, wanted: ScoreChange) -> None:
    """An adjusted score rests on law and facts, and those concerned have been told of it; before that it is a draft."""
    if wanted.effect != Effect.SCORE:
        return
    needed = {
        "facts": (text.facts.strip(), _("Write the facts that the score rests on.")),
        "law_refs": (text.law_refs, _("Say which paragraphs of the Laws the score rests on.")),
        "told_ns": (text.told_ns in Told.values, _("Say how North-South were told, or save it as a draft.")),
        "told_ew": (text.told_ew in Told.values, _("Say how East-West were told, or save it as a draft.")),
    }
    missing = {name: ValidationError(said, code="required") for name, (there, said) in needed.items() if not there}
    if missing:
        raise ValidationError(missing)


def _in_favour_of(appeal: Appeal, verdicts: Mapping[AppealPoint, Verdict]) -> tuple[int, ...]:
    """How many votes are for what becomes of each point."""
    seated = Vote.objects.filter(appeal=appeal, member__state=MemberState.ACCEPTED)
    votes = list(seated.exclude(member__role=MemberRole.SCRIBE))
    return tuple(sum(vote.on_point(point.pk) == verdict for vote in votes) for point, verdict in verdicts.items())


def write_decisions(
    actor: Actor,
    appeal: Appeal,
    stage: str,
    kind: str,
    verdicts: Mapping[AppealPoint, Verdict],
    text: Text,
    wanted: ScoreChange,
    **votes: int,
) -> list[Written]:
    """One decision for the case, first, and one for each that is heard with it. One of them gives the score."""
    cases = [appeal, *following_cases(appeal)]
    own = {case.pk: {p: v for p, v in verdicts.items() if p.appeal_id == case.pk} for case in cases}
    gives = next((case for case in cases if Verdict.CHANGED in own[case.pk].values()), appeal)
    made = []
    for case in cases:
        earlier = (Verdict(one) for one in case.decisions.values_list("verdict", flat=True))
        verdict = overall(own[case.pk].values() or earlier)
        said = text if case is appeal else replace(text, merit=text.merit_together)
        given = wanted if case is gives else ScoreChange()
        row = Decision.objects.create(
            appeal=case,
            stage=stage,
            number=case.decisions.count() + 1,
            body_kind=kind,
            **votes,
            **_fields(actor, verdict, said, given),
        )
        _record_points(row, own[case.pk], text)
        if case is not appeal:
            Appeal.objects.filter(pk=case.pk).update(verdict=verdict, merit=said.merit)
        made.append((row, given))
    return made


def _fields(actor: Actor, verdict: str, text: Text, wanted: ScoreChange) -> dict[str, Any]:
    return {
        "verdict": verdict,
        "facts": text.facts.strip()[:4000],
        "law_refs": list(text.law_refs),
        "reasons": text.reasons.strip()[:6000],
        "dissent": text.dissent.strip()[:4000],
        "merit": text.merit,
        "told_ns": text.told_ns,
        "told_ew": text.told_ew,
        **wanted.stored(),
        "made_at": actor.at,
        "made_by": actor.user,
    }


def _record_points(decision: Decision, verdicts: Mapping[AppealPoint, Verdict], text: Text) -> None:
    for point, verdict in verdicts.items():
        decision.outcomes.create(point=point, verdict=verdict, words=text.words.get(point.pk, "")[:1000])
        point.path = Path.RECOMMENDED if verdict == Verdict.RECOMMENDED else Path.DECIDED
        point.save(update_fields=["path"])


def _published(actor: Actor, appeal: Appeal, made: list[Written], act: str, heard: str = "") -> Decision:
    first = made[0][0]
    verdict = str(first.get_verdict_display())
    told_of = _("Heard: %(how)s") % {"how": heard}
    record_step(
        actor,
        appeal,
        act,
        words=f"{verdict}. {told_of}" if heard else verdict,
        after={"decision": first.pk, "verdict": first.verdict, "merit": first.merit, "effect": first.effect},
    )
    bring_about(actor, made)
    DecisionDraft.objects.filter(appeal=appeal).delete()
    for one, _given in made:
        case = one.appeal
        told = side_users(case) | director_users(case, actor.at) | member_users(appeal) | chair_users(case, actor.at)
        notify(case, "decided", told, actor.at, appeal.further_until)
    return first


def bring_about(actor: Actor, made: list[Written]) -> None:
    """The score follows the decision that gives it; each side's merit and deposit follow its own."""
    for one, given in made:
        apply_decision_score(actor=actor, decision=one, wanted=given)
        judge_merit(actor, one)


@transaction.atomic
def decide_alone(
    *,
    actor: Actor,
    appeal: Appeal,
    outcomes: Outcomes,
    text: Text,
    wanted: ScoreChange | None = None,
    version: int | None = None,
) -> Decision:
    """Where there is no committee, the director in charge hears and rules on everything (Law 93A)."""
    row = lock_case(appeal, version=version)
    require(actor, "appeal.alone", row)
    take_other_along(row)
    asked = wanted or ScoreChange()
    points = points_for_director(row)
    verdicts = read_outcomes(points, outcomes)
    require_gate(
        "decide_alone",
        row,
        actor,
        verdicts=tuple((GateKind(point.kind), verdict) for point, verdict in verdicts.items()),
        covers_all=len(verdicts) == len(points) and Verdict.RECOMMENDED not in verdicts.values(),
        gives_score=asked.effect != "none",
    )
    _refuse_unheard(row, text)
    check_decision(row, text, asked, verdicts)
    made = write_decisions(actor, row, DecisionStage.FIRST, HearsChoice.DIRECTOR, verdicts, text, asked)
    end_of_hearing(actor, row, made[0][0].verdict, merit=text.merit, by_body=False)
    return _published(actor, row, made, "decide_alone", heard=text.heard.strip())


def _refuse_unheard(appeal: Appeal, text: Text) -> None:
    """Whoever decides alone hears both sides first (Law 93A), and says so where no statement of theirs is there."""
    stated = Statement.objects.filter(appeal=appeal, handed_in_at__isnull=False).count()
    if stated < 2 and not text.heard.strip():
        said = _("Say how both sides were heard, or had the opportunity (Law 93A).")
        raise field_error("heard", said, "required")


@transaction.atomic
def answer_recommendation(
    *, actor: Actor, point: AppealPoint, follows: bool, reasons: str, wanted: ScoreChange | None = None
) -> Decision:
    """Only the director in charge changes a ruling on law or discipline (Law 93B3)."""
    row = lock_case(point.appeal)
    require(actor, "appeal.lead", row)
    require_gate("answer", row, actor)
    own = AppealPoint.objects.select_for_update().get(pk=point.pk)
    if own.path != PathChoice.RECOMMENDED:
        raise ValidationError(_("Nothing is recommended on this point."), code="none")
    asked = wanted or ScoreChange()
    verdict = Verdict.CHANGED if follows else Verdict.STANDS
    check_score(row, asked, {verdict})
    made = by_director(actor, row, DecisionStage.ANSWER, verdict, reasons, asked)
    made.outcomes.create(point=own, verdict=verdict, words=reasons.strip()[:1000])
    own.path = PathChoice.ANSWERED
    own.save(update_fields=["path"])
    if follows:
        row.verdict = Verdict.CHANGED
    record_step(actor, row, "answer", words=reasons.strip(), after={"decision": made.pk, "verdict": verdict})
    apply_decision_score(actor=actor, decision=made, wanted=asked)
    notify(row, "decided", side_users(row) | member_users(row), actor.at, row.further_until)
    return made


@transaction.atomic
def correct(
    *,
    actor: Actor,
    decision: Decision,
    reason: str,
    text: Text,
    wanted: ScoreChange | None = None,
    version: int | None = None,
) -> Decision:
    """A slip of the pen, not a second thought: the outcome of each point stays; what was mistyped is superseded."""
    row = lock_case(decision.appeal, version=version)
    decision.appeal = row
    if not may_correct(actor, decision):
        raise Forbidden(
            _("A slip is corrected by whoever gave the ruling or decision: the director, the chair, the federation.")
        )
    require_gate("correct", row, actor)
    why = say_why(reason)
    old = Decision.objects.select_for_update(of=("self",)).get(pk=decision.pk)
    if hasattr(old, "superseded_by"):
        raise ValidationError(_("A later decision has taken the place of this one."), code="superseded")
    check_text(text)
    overtaken = is_overtaken(old)
    asked = wanted or ScoreChange.of(old)
    check_score(row, asked, {old.verdict})
    judges = old.stage in (DecisionStage.FIRST, DecisionStage.FURTHER)
    if judges:
        check_complete(text, asked)
    _refuse_second_score(row, old, asked)
    made = Decision.objects.create(
        appeal=row,
        stage=old.stage,
        number=row.decisions.count() + 1,
        body_kind=old.body_kind,
        quorum=old.quorum,
        votes_cast=old.votes_cast,
        votes_for=old.votes_for,
        supersedes=old,
        correction=why[:500],
        **_fields(actor, old.verdict, text, asked),
    )
    for outcome in old.outcomes.select_related("point"):
        words = text.words.get(outcome.point_id, outcome.words)
        made.outcomes.create(point=outcome.point, verdict=outcome.verdict, words=words[:1000])
    if old.stage == DecisionStage.FIRST:
        row.merit = text.merit
    record_step(actor, row, "correct", words=why, reason=why, after={"decision": made.pk, "supersedes": old.pk})
    if not overtaken:
        undo_decision_score(actor=actor, decision=old, by=made)
        apply_decision_score(actor=actor, decision=made, wanted=asked)
        if made.verdict == Verdict.RESTORED:
            restore_ruling(actor, made)
    if judges:
        judge_merit(actor, made)
    notify(row, "decided", side_users(row) | director_users(row, actor.at), actor.at, row.further_until)
    return made


def _refuse_second_score(appeal: Appeal, decision: Decision, wanted: ScoreChange) -> None:
    """Of two appeals decided together one gives the score; it is corrected there."""
    if wanted.effect == Effect.NONE or decision.effect != Effect.NONE:
        return
    cases = [appeal.heard_with_id, *appeal.heard_together.values_list("pk", flat=True)]
    other = Decision.objects.filter(appeal__in=cases, superseded_by=None).exclude(effect=Effect.NONE).first()
    if other is not None:
        said = _("The score is given in appeal %(case)s, which was decided with this one: correct it there.")
        raise field_error("effect", said % {"case": other.appeal}, "given_there")
