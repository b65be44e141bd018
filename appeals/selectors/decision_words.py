"""Decisions in a sentence or two, for pages that are not about the case itself."""

from __future__ import annotations

from django.utils.translation import gettext as _

from appeals.models import Appeal, Decision
from appeals.models.decisions import Effect, Stage


def decision_words(appeal: Appeal) -> str:
    """What the newest decision says, on the score and why."""
    rows = [row for row in appeal.decisions.all() if row.stage != Stage.LAW or appeal.verdict == row.verdict]
    superseded = {row.supersedes_id for row in rows}
    last = max((row for row in rows if row.pk not in superseded), key=lambda row: row.number, default=None)
    return f"{score_words(last)} {last.reasons}".strip() if last is not None else ""


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
