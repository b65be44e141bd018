"""What each decision that is on the table would do to the ranking, and what a published one has done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from appeals.models import Appeal, Decision
from appeals.models.appeals import AppealState, HearsChoice, VerdictChoice
from appeals.models.decisions import DecisionStage
from appeals.selectors.decision_words import other_side_words
from appeals.selectors.penalties import cancelled_penalty_words
from appeals.selectors.standing import (
    STANDS_BELOW,
    decision_giving_score,
    score_as_decided,
    score_as_ruled,
    score_at_table,
)
from core.actors import Actor
from events.selectors.tables import session_room
from rulings.selectors.effect import EffectPreview, preview_score_effect
from rulings.selectors.page import names_in
from scoring.adjusted.awards import Adjusted, outcomes_in, read_adjusted
from scoring.adjusted.words import both_words
from scoring.models import Penalty
from scoring.selectors.conditions import board_conditions
from scoring.selectors.results_sight import results_sight


@dataclass(frozen=True)
class PossibleOutcome:
    label: Any
    score: str
    effect: EffectPreview


def possible_outcomes(actor: Actor, appeal: Appeal) -> tuple[PossibleOutcome, ...]:
    """For whoever may see the board's results and the ranking."""
    ruling = appeal.ruling
    if ruling.play is None:
        return ()
    sight = results_sight(actor, appeal.session)
    if not (sight.sees_board(ruling.play.board) and sight.sees_ranking):
        return ()
    outcomes: dict[Adjusted, PossibleOutcome] = {}
    for label, score in _possible_scores(appeal):
        if score in outcomes:
            continue
        effect = preview_score_effect(ruling, score)
        if effect is not None:
            outcomes[score] = PossibleOutcome(label, _words(score), effect)
    return tuple(outcomes.values())


def _possible_scores(appeal: Appeal) -> Iterator[tuple[Any, Adjusted]]:
    """What stands now, the director's, the table's, and each result that the director's is made of."""
    ruling = appeal.ruling
    assert ruling.play is not None
    by_table, as_ruled, below = score_at_table(ruling), score_as_ruled(ruling), decision_giving_score(appeal)
    stands = score_as_decided(ruling, below) if below is not None else None
    if below is not None and stands is not None:
        yield STANDS_BELOW[HearsChoice(below.body_kind)], stands
    if as_ruled is not None and (below is None or appeal.state == AppealState.FURTHER):
        yield (_("The ruling stands") if below is None else VerdictChoice.RESTORED.label), as_ruled
    if by_table is not None:
        yield _("The result at the table counts again"), by_table
    conditions = board_conditions(ruling.play.section, ruling.play.board)
    for text in dict.fromkeys([*outcomes_in(ruling.score_ns), *outcomes_in(ruling.score_ew)]):
        yield _("All of it: %(result)s") % {"result": text}, read_adjusted(text, "", conditions)


def _words(score: Adjusted) -> str:
    return both_words(score.ns, score.ew)


def ranking_moves(effect: EffectPreview | None) -> list[dict[str, Any]]:
    """Place and total before and after, of those at the table and of all whose place changes; names are read later."""
    if effect is None:
        return []
    return [
        {
            "contestant": line.move.contestant,
            "before": [line.move.before.rank, line.move.before.total] if line.move.before else None,
            "after": [line.move.after.rank, line.move.after.total],
        }
        for line in (*effect.here, *effect.others)
    ]


@dataclass(frozen=True)
class PublishedDecision:
    decision: Decision
    # Names, place and total before, place and total after.
    ranking: tuple[tuple[str, Any, Any], ...] = ()
    # With whom it is for.
    penalties: tuple[tuple[Penalty, str], ...] = ()
    # Penalties of the ruling that it cancelled, in words.
    cancelled: tuple[str, ...] = ()
    # What counts by the other side's appeal, where this one fails; the outcome is named by it then.
    by_other_side: str = ""
    # It was made on both sides' appeals at once, with the same reasons.
    is_joint: bool = False


def published_decisions(
    appeal: Appeal, decisions: Iterable[Decision], *, with_ranking: bool
) -> list[PublishedDecision]:
    listed = list(decisions)
    penalties = list(Penalty.objects.filter(authority__in=[decision.authority for decision in listed]).order_by("pk"))
    is_told = bool(penalties) or any(decision.ranking for decision in listed)
    names = names_in(session_room(appeal.session, open_names=True)) if is_told else {}
    is_joint = appeal.heard_with_id is not None or appeal.heard_together.exists()
    by_other_side = other_side_words(appeal) if is_joint else ""
    return [
        PublishedDecision(
            decision,
            tuple((names.get(line["contestant"], ""), line["before"], line["after"]) for line in decision.ranking)
            if with_ranking
            else (),
            tuple(
                (penalty, names.get(penalty.contestant_id, ""))
                for penalty in penalties
                if penalty.authority == decision.authority
            ),
            tuple(cancelled_penalty_words(decision)),
            by_other_side if decision.verdict == VerdictChoice.STANDS else "",
            is_joint and decision.stage in (DecisionStage.FIRST, DecisionStage.FURTHER),
        )
        for decision in listed
    ]
