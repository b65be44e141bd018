"""Decisions in a sentence or two, for pages that are not about the case itself."""

from __future__ import annotations

from django.utils.translation import gettext as _

from appeals.models import Appeal, Decision
from appeals.models.appeals import VerdictChoice
from appeals.models.decisions import DecisionStage, Effect


def decision_words(appeal: Appeal) -> str:
    """What the newest decision says, on the score and why."""
    rows = [row for row in appeal.decisions.all() if row.stage != DecisionStage.LAW or appeal.verdict == row.verdict]
    superseded = {row.supersedes_id for row in rows}
    last = max((row for row in rows if row.pk not in superseded), key=lambda row: row.number, default=None)
    if last is None:
        return ""
    named = f"{last.get_verdict_display()}." if last.verdict in (VerdictChoice.UPHELD, VerdictChoice.RESTORED) else ""
    return " ".join(filter(None, (named, score_that_counts(appeal), last.reasons)))


def score_that_counts(appeal: Appeal) -> str:
    """By the newest decision that gives a score, or by the ruling that is restored; empty where none does."""
    superseded = {row.supersedes_id for row in appeal.decisions.all()}
    rows = sorted((row for row in appeal.decisions.all() if row.pk not in superseded), key=lambda row: row.number)
    if any(row.verdict == VerdictChoice.RESTORED for row in rows):
        return adjusted_words(appeal.ruling.score_ns, appeal.ruling.score_ew)
    given = [row for row in rows if row.effect != Effect.NONE]
    return score_words(given[-1]) if given else ""


def score_words(decision: Decision) -> str:
    """The score that a decision gives, in a sentence; empty where it gives none."""
    if decision.effect == Effect.TABLE:
        return f"{decision.get_effect_display()}."
    if decision.effect != Effect.SCORE:
        return ""
    return adjusted_words(decision.score_ns, decision.score_ew)


def adjusted_words(ns: str, ew: str) -> str:
    """An adjusted score as it was written, with its weights; empty where there is none."""
    return _("Adjusted score: %(score)s.") % {"score": f"{ns} / {ew}" if ew else ns} if ns else ""
