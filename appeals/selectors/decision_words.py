"""Decisions in a sentence or two, for pages that are not about the case itself."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from appeals.models import Appeal, Decision
from appeals.models.appeals import VerdictChoice
from appeals.models.decisions import DecisionStage, ScoreEffect


def decision_words(appeal: Appeal) -> str:
    """What the newest decision says, on the score and why."""
    heard = [
        each for each in appeal.decisions.all() if each.stage != DecisionStage.LAW or each.verdict == appeal.verdict
    ]
    if not (current := _not_superseded(heard)):
        return ""
    last = current[-1]
    verdict = f"{last.get_verdict_display()}." if last.verdict in (VerdictChoice.UPHELD, VerdictChoice.RESTORED) else ""
    return " ".join(filter(None, (verdict, score_that_counts(appeal), last.reasons)))


def score_that_counts(appeal: Appeal) -> str:
    """By the newest decision that gives a score, or by the ruling that is restored; empty where none does."""
    decisions = _not_superseded(appeal.decisions.all())
    if any(decision.verdict == VerdictChoice.RESTORED for decision in decisions):
        return adjusted_words(appeal.ruling.score_ns, appeal.ruling.score_ew)
    scoring = [decision for decision in decisions if decision.effect != ScoreEffect.NONE]
    return score_words(scoring[-1]) if scoring else ""


def _not_superseded(decisions: Iterable[Decision]) -> list[Decision]:
    """The oldest first; without another query where they are read already."""
    by_number = sorted(decisions, key=lambda decision: decision.number)
    superseded = {decision.supersedes_id for decision in by_number}
    return [decision for decision in by_number if decision.pk not in superseded]


def score_words(decision: Decision) -> str:
    """The score that a decision gives, in a sentence; empty where it gives none."""
    if decision.effect == ScoreEffect.TABLE:
        return f"{decision.get_effect_display()}."
    if decision.effect != ScoreEffect.SCORE:
        return ""
    return adjusted_words(decision.score_ns, decision.score_ew)


def adjusted_words(ns: str, ew: str) -> str:
    """An adjusted score as it was written, with its weights; empty where there is none."""
    return _("Adjusted score: %(score)s.") % {"score": f"{ns} / {ew}" if ew else ns} if ns else ""
