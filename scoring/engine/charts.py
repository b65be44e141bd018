"""Frequency charts: how often each score was obtained in one group of a board, as one side sees it.

A weighted score enters with its weights (Law 12C1(c)), so that every comparison with it is weighted too.
Costs grow with the number of different scores, not with the number of pairs of results.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from scoring.engine.cards import Side
from scoring.engine.imps import imps
from scoring.engine.numbers import ONE, ZERO
from scoring.engine.sheet import Board, Line, Outcomes

if TYPE_CHECKING:
    from scoring.engine.methods import Method

Weight = Fraction | int


class Chart:
    """Scores with their frequencies. Scores stay as North-South sees them; `side` turns the comparisons
    round.
    """

    def __init__(self, outcomes: Iterable[Outcomes], side: Side) -> None:
        self.side = side
        self.frequencies: dict[int, Weight] = {}
        self.results = 0
        for entry in outcomes:
            self.results += 1
            single = entry.single
            # Almost every result is one score, and whole numbers add up faster than fractions.
            for score, weight in entry.scores if single is None else ((single, 1),):
                self.frequencies[score] = self.frequencies.get(score, 0) + weight
        self._imps: dict[tuple[int, int | None], Fraction] = {}

    @cached_property
    def _halves(self) -> dict[int, Fraction]:
        """For each score: twice the frequency of worse ones plus the frequency of equal ones."""
        halves: dict[int, Fraction] = {}
        below: Weight = 0
        for score in sorted(self.frequencies, reverse=self.side is Side.EW):
            equal = self.frequencies[score]
            halves[score] = Fraction(2 * below + equal)
            below += equal
        return halves

    def halves(self, score: int) -> Fraction:
        """Also for a score that nobody obtained."""
        if score in self._halves:
            return self._halves[score]
        worse = (other for other in self.frequencies if self.side.sign * (score - other) > 0)
        return Fraction(2 * sum(self.frequencies[other] for other in worse))

    def matchpoints(self, own: Outcomes) -> Fraction:
        """Two for each worse score, one for each equal one (Law 78A), where `own` is itself on the chart.

        Compared with itself a score of any weights gets exactly one, hence the one taken off.
        """
        if own.single is not None:
            return self.halves(own.single) - ONE
        return sum((weight * self.halves(score) for score, weight in own.scores), ZERO) - ONE

    def better_equal_worse(self, score: int) -> tuple[Weight, Weight, Weight]:
        """How much of the field did better, the same and worse than `score`."""
        sign = self.side.sign
        better = sum(weight for other, weight in self.frequencies.items() if sign * (other - score) > 0)
        worse = sum(weight for other, weight in self.frequencies.items() if sign * (other - score) < 0)
        return better, self.frequencies.get(score, 0), worse

    def cross_imps(self, own: Outcomes, method: Method) -> Fraction:
        """The sum of IMPs against every other result, or its mean; against itself a score loses nothing."""
        total = sum((weight * self._imps_of(score, method.cap) for score, weight in own.scores), ZERO)
        others = self.results - 1
        return total / others if method.mean and others > 0 else total

    def _imps_of(self, score: int, cap: int | None) -> Fraction:
        key = (score, cap)
        if key not in self._imps:
            sign = self.side.sign
            swings = (weight * imps(sign * (score - other), cap) for other, weight in self.frequencies.items())
            self._imps[key] = Fraction(sum(swings))
        return self._imps[key]

    def datum(self, method: Method) -> Fraction:
        """Butler: the mean without the trimmed ends, rounded."""
        return method.datum.apply(self.trimmed_mean(method))

    def trimmed_mean(self, method: Method) -> Fraction:
        drop = Fraction(method.trim.dropped(self.results))
        low, high = drop, self.results - drop
        total, at = ZERO, ZERO
        for score in sorted(self.frequencies):
            end = at + self.frequencies[score]
            total += score * max(ZERO, min(end, high) - max(at, low))
            at = end
        return total / (high - low) if high > low else ZERO

    def butler(self, own: Outcomes, method: Method) -> Fraction:
        datum = int(self.datum(method))
        sign = self.side.sign
        return sum((weight * imps(sign * (score - datum), method.cap) for score, weight in own.scores), ZERO)

    def total_points(self, own: Outcomes, method: Method) -> Fraction:
        """The points as they are, whatever others have."""
        return self.side.sign * sum((weight * score for score, weight in own.scores), ZERO)

    def seen_by(self, side: Side) -> Chart:
        """The same scores as the other side sees them."""
        other = Chart((), side)
        other.frequencies, other.results = self.frequencies, self.results
        return other

    def without(self, own: Outcomes) -> Chart:
        """The field as that contestant sees it."""
        others = Chart((), self.side)
        others.frequencies = dict(self.frequencies)
        others.results = self.results - 1
        for score, weight in own.scores:
            others.frequencies[score] -= weight
        return others


def side_chart(lines: Iterable[Line], side: Side, *, signed: bool = True) -> Chart:
    """The chart of one side. `signed=False` leaves out the negative weights of Law 12C1(e)."""
    return Chart((_charted(line, side, signed) for line in lines if isinstance(line.value(side), Outcomes)), side)


def _charted(line: Line, side: Side, signed: bool) -> Outcomes:
    value = line.value(side)
    if line.self_inflicted is not None and not signed:
        return line.self_inflicted.adjusted
    assert isinstance(value, Outcomes)
    return value


Charts = dict[tuple[str, Side], Chart]


def board_charts(board: Board, *, signed: bool = True) -> Charts:
    """A chart for each form of the board and each side; the two sides differ only after a split score."""
    grouped: dict[str, list[Line]] = {}
    for line in board.counting:
        grouped.setdefault(line.group, []).append(line)
    charts: Charts = {}
    for group, lines in grouped.items():
        charts[group, Side.NS] = chart = side_chart(lines, Side.NS, signed=signed)
        is_split = any(line.ns_value is not line.ew_value for line in lines)
        charts[group, Side.EW] = side_chart(lines, Side.EW, signed=signed) if is_split else chart.seen_by(Side.EW)
    return charts
