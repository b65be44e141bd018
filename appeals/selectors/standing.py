"""What stands by the decisions made so far on a ruling: which of them hold, and the score that they give."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from appeals.models import Appeal, AppealPoint, Decision, PointOutcome
from appeals.models.appeals import HearsChoice, VerdictChoice
from appeals.models.decisions import DecisionStage, Effect
from rulings.checked.scores import checked_adjusted_score
from rulings.models import Ruling
from rulings.selectors.trick_transfer import result_with_tricks, table_result
from scoring.adjusted.awards import Adjusted
from scoring.engine.sheet import Outcomes

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


def gives_score(appeal: Appeal) -> Decision | None:
    """The decision below by which the score stands now; None where it stands by the ruling."""
    rows = [row for row in decisions_that_hold(appeal) if row.effect != Effect.NONE]
    return rows[-1] if rows else None


def changed_below(points: Iterable[AppealPoint]) -> dict[int, Any]:
    """By the id of each point on which the ruling was changed: what is said where that stands."""
    rows = PointOutcome.objects.filter(point__in=list(points), decision__superseded_by=None)
    rows = rows.exclude(decision__stage=DecisionStage.FURTHER).select_related("decision").order_by("decision__number")
    last = {row.point_id: row for row in rows}
    return {
        pk: STANDS_BELOW[HearsChoice(row.decision.body_kind)]
        for pk, row in last.items()
        if row.verdict == VerdictChoice.CHANGED
    }


def at_the_table(ruling: Ruling) -> Outcomes | None:
    """The score that the table had, before the ruling."""
    table = table_result(ruling)
    return Outcomes.one(table.score) if table is not None and table.score is not None else None


def score_as_ruled(ruling: Ruling) -> Adjusted | None:
    """What counts by the director's ruling: adjusted score or transferred tricks; None for the table's result."""
    try:
        ruled = checked_adjusted_score(ruling)
    except ValidationError:
        ruled = None
    counted = result_with_tricks(ruling)
    if ruled is None and counted is not None and counted.score is not None:
        return Adjusted(Outcomes.one(counted.score), Outcomes.one(counted.score))
    return ruled


def score_as_decided(ruling: Ruling, decision: Decision) -> Adjusted | None:
    """What counts by a decision that gives a score."""
    if decision.effect == Effect.TABLE:
        played = at_the_table(ruling)
        return Adjusted(played, played) if played is not None else None
    row = copy(ruling)
    for name in ("score_ns", "score_ew", "own_damage", "score_normal"):
        setattr(row, name, getattr(decision, name))
    return checked_adjusted_score(row)
