"""Decisions in a sentence or two, for pages that are not about the case itself."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from appeals.models import Appeal, Decision
from appeals.models.appeals import VerdictChoice
from appeals.models.decisions import DecisionStage, ScoreEffect
from scoring.adjusted.words import written_words


def decision_words(appeal: Appeal) -> str:
    """What the newest decision says, on the score and why."""
    heard = [
        each for each in appeal.decisions.all() if each.stage != DecisionStage.LAW or each.verdict == appeal.verdict
    ]
    if not (current := _not_superseded(heard)):
        return ""
    if other := other_side_words(appeal):
        return other
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


def verdict_words(appeal: Appeal) -> str:
    """What has become of an appeal; where it fails and the other side's succeeds, not that the ruling stands."""
    if not appeal.verdict:
        return ""
    if appeal.verdict == VerdictChoice.STANDS and changed_for_other_side(appeal) is not None:
        return _("Does not succeed")
    return str(appeal.get_verdict_display())


def changed_for_other_side(appeal: Appeal) -> Decision | None:
    """The decision that holds on the other side's appeal against the same ruling, where it gave another score."""
    rows = Decision.objects.filter(appeal__ruling=appeal.ruling_id, verdict=VerdictChoice.CHANGED, superseded_by=None)
    rows = rows.exclude(appeal=appeal.pk).exclude(effect=ScoreEffect.NONE).exclude(appeal__verdict=VerdictChoice.STANDS)
    return rows.select_related("appeal__club").order_by("made_at", "pk").last()


def other_side_words(appeal: Appeal) -> str:
    """For the side whose appeal fails: what counts by the other side's; empty where the ruling stands for both."""
    other = changed_for_other_side(appeal) if appeal.verdict == VerdictChoice.STANDS else None
    if other is None:
        return ""
    sentence = _("This appeal does not succeed; on the other side’s appeal (%(case)s) the score is now: %(score)s")
    given = " / ".join(filter(None, (other.score_ns, other.score_ew)))
    return sentence % {"case": other.appeal, "score": written_words(given) or other.get_effect_display()}


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
    return _("Adjusted score: %(score)s.") % {"score": written_words(f"{ns} / {ew}" if ew else ns)} if ns else ""
