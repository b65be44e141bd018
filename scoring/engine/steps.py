"""Steps of an explanation, as data: whoever shows them puts them into words. Here, those of methods without a top."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from scoring.engine.charts import Chart
from scoring.engine.imps import imps
from scoring.engine.numbers import ZERO
from scoring.engine.sheet import Outcomes

if TYPE_CHECKING:
    from scoring.engine.methods import Method

Figure = Fraction | int | str
MOST_COMPARED = 8


@dataclass(frozen=True, slots=True)
class ExplanationStep:
    """One thing that was done, with the figures it was done with."""

    kind: str
    figures: Mapping[str, Figure]


def total_point_steps(chart: Chart, own: Outcomes, method: Method) -> Iterator[ExplanationStep]:
    yield ExplanationStep("total points", {"points": method.worth(chart, own, method)})


def butler_steps(chart: Chart, own: Outcomes, method: Method) -> Iterator[ExplanationStep]:
    yield ExplanationStep("datum", {"datum": chart.datum(method), "mean": chart.trimmed_mean(method)})
    for score, _ in own.scores:
        yield ExplanationStep("butler", {"score": score, "imps": chart.butler(Outcomes.one(score), method)})


def cross_imp_steps(chart: Chart, own: Outcomes, method: Method) -> Iterator[ExplanationStep]:
    others, worth = chart.results - 1, method.worth(chart, own, method)
    if not others:
        yield ExplanationStep("alone", {})
        return
    yield from _against_each(own, chart, method)
    yield ExplanationStep("cross-imps", {"others": others, "sum": worth * others if method.mean else worth})
    if method.mean:
        yield ExplanationStep("mean", {"others": others, "points": worth})


def _against_each(own: Outcomes, chart: Chart, method: Method) -> Iterator[ExplanationStep]:
    """What each other score gives, where there are few enough to be read; of a weighted score, what its parts give."""
    others = {score: times for score, times in chart.without(own).frequencies.items() if times}

    def swing(own_score: int, other_score: int) -> int:
        return imps(chart.side.sign * (own_score - other_score), method.cap)

    if own.single is None:
        for score, weight in own.scores:
            total = sum((times * swing(score, other) for other, times in others.items()), ZERO)
            yield ExplanationStep("part against", {"score": score, "sum": total, "percent": weight * 100})
        return
    if len(others) > MOST_COMPARED:
        return
    for score, times in sorted(others.items(), reverse=True):
        whole = "against" if times == 1 else "against several"
        kind = whole if int(times) == times else "against part"
        yield ExplanationStep(kind, {"score": score, "times": times, "imps": swing(own.single, score)})
