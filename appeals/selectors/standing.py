"""What stands by the decisions made so far on a ruling: which of them hold, and the score that they give."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from appeals.models import Appeal, AppealPoint, Decision, PointOutcome
from appeals.models.appeals import AppealState, HearsChoice, PathChoice, VerdictChoice
from appeals.models.decisions import DecisionStage, ScoreEffect
from rulings.checked.scores import checked_adjusted_score
from rulings.models import Ruling
from rulings.models.rulings import SCORE_FIELDS
from rulings.selectors.trick_transfer import result_with_tricks, table_result
from scoring.adjusted.awards import Adjusted
from scoring.engine.sheet import Outcomes
from scoring.models import BoardResult

#: What is said where the federation, or a committee after the director in charge, leaves a change as it is.
STANDS_BELOW = {
    HearsChoice.COMMITTEE: _("The decision of the committee stands"),
    HearsChoice.PANEL: _("The decision of the panel stands"),
    HearsChoice.REFEREE: _("The decision of the referee stands"),
    HearsChoice.DIRECTOR: _("The decision of the director in charge stands"),
}


def decisions_that_hold(appeal: Appeal) -> list[Decision]:
    """On the ruling, in both sides' appeals, before the federation's; the oldest first."""
    rows = Decision.objects.filter(appeal__ruling=appeal.ruling_id, superseded_by=None).exclude(
        stage=DecisionStage.FURTHER
    )
    return list(rows.order_by("made_at", "pk"))


def decision_giving_score(appeal: Appeal) -> Decision | None:
    """The decision below by which the score stands now; None where it stands by the ruling."""
    decisions = [decision for decision in decisions_that_hold(appeal) if decision.effect != ScoreEffect.NONE]
    return decisions[-1] if decisions else None


def is_undecided(appeal: Appeal) -> bool:
    """Somebody has yet to say what becomes of the ruling: who hears it, the director who answers, the federation."""
    if appeal.state in (AppealState.DECIDED, AppealState.CLOSED):
        return appeal.points.filter(path=PathChoice.RECOMMENDED).exists()
    return appeal.is_open


def score_is_decided(appeal: Appeal) -> bool:
    """The newest decision on the score gives one; not where the federation has restored the ruling."""
    rows = Decision.objects.filter(appeal__ruling=appeal.ruling_id, superseded_by=None).order_by("made_at", "pk")
    speaking = [row for row in rows if row.effect != ScoreEffect.NONE or row.verdict == VerdictChoice.RESTORED]
    return bool(speaking) and speaking[-1].effect != ScoreEffect.NONE


def changed_below(points: Iterable[AppealPoint]) -> dict[int, Any]:
    """By the id of each point on which the ruling was changed: what is said where that stands."""
    outcomes = PointOutcome.objects.filter(point__in=list(points), decision__superseded_by=None)
    outcomes = (
        outcomes.exclude(decision__stage=DecisionStage.FURTHER).select_related("decision").order_by("decision__number")
    )
    last_outcomes = {outcome.point_id: outcome for outcome in outcomes}
    return {
        pk: STANDS_BELOW[HearsChoice(outcome.decision.body_kind)]
        for pk, outcome in last_outcomes.items()
        if outcome.verdict == VerdictChoice.CHANGED
    }


def score_at_table(ruling: Ruling) -> Adjusted | None:
    """The score that the table had, before the ruling."""
    return _same_for_both(table_result(ruling))


def _same_for_both(result: BoardResult | None) -> Adjusted | None:
    if result is None or result.score is None:
        return None
    return Adjusted(Outcomes.one(result.score), Outcomes.one(result.score))


def score_as_ruled(ruling: Ruling) -> Adjusted | None:
    """What counts by the director's ruling: adjusted score, transferred tricks, or the table's result."""
    try:
        adjusted = checked_adjusted_score(ruling)
    except ValidationError:
        adjusted = None
    return adjusted or _same_for_both(result_with_tricks(ruling)) or score_at_table(ruling)


def score_as_decided(ruling: Ruling, decision: Decision) -> Adjusted | None:
    """What counts by a decision that gives a score."""
    if decision.effect == ScoreEffect.TABLE:
        return score_at_table(ruling)
    return checked_adjusted_score(ruling_with_scores(ruling, decision))


def ruling_with_scores(ruling: Ruling, source: Any) -> Ruling:
    """The ruling with the scores and penalties of a decision, or of what is wanted, in place of its own."""
    changed = copy(ruling)
    for name in (*SCORE_FIELDS, "penalties"):
        setattr(changed, name, getattr(source, name))
    return changed
