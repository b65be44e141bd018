"""A whole field at once: columns of numbers in, columns of numbers out, exact all the way.

For fields of thousands of results without rulings, such as a national simultaneous. Everything is an integer
over a denominator, and every comparison is decided exactly. Costs grow
with the number of results and of different scores, never with the number of pairs of results.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from operator import mul
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.engine.imps import imps_array
from scoring.engine.methods import CROSS_IMPS, Method
from scoring.engine.numbers import Mode, Rounding
from scoring.engine.profiles import EXACT, Base, Missing, Profile, SitOut

Ints = NDArray[np.int64]
SAFE = 2**53
WIDE = 1 << 20  # more than any two scores differ by
FEW = 2_000


@dataclass(frozen=True, slots=True)
class Columns:
    """One row for each result: which board, who sat where, and the score as North-South sees it.

    Boards and contestants are counted from 0. `rankings` says which ranking each contestant is in.
    """

    board: Ints
    ns: Ints
    ew: Ints
    score: Ints
    boards: int
    contestants: int
    rankings: Ints | None = None


class Points(NamedTuple):
    """Points of each row as integers over a denominator, which is one for all boards or one for each."""

    ns: Ints
    ew: Ints
    below: Ints | int
    tops: Ints | int  # the most a board can give, undivided: of each board, or one for all; 0 without tops

    @property
    def common(self) -> int:
        return self.below if isinstance(self.below, int) else lcm(*set(self.below.tolist()))


@dataclass(frozen=True)
class FieldScore:
    """Points of each row, and for each contestant what it has on boards of each denominator."""

    columns: Columns
    profile: Profile
    points: Points
    sums: Ints  # denominators by contestants
    denominators: tuple[int, ...]
    played: Ints

    @cached_property
    def available(self) -> Ints:
        """The most that each contestant could have, at two matchpoints for a win."""
        tops = self.points.tops
        if isinstance(tops, int):
            return self.played * tops
        size, of_rows = self.columns.contestants, tops[self.columns.board]
        sums = np.bincount(self.columns.ns, of_rows, size) + np.bincount(self.columns.ew, of_rows, size)
        return sums.astype(np.int64)

    @cached_property
    def ranks(self) -> Ints:
        values, groups = self._values(), self.columns.rankings
        if groups is None:
            return _ranked(values)
        ranks = np.zeros(len(values), np.int64)
        for group in np.unique(groups):
            members = groups == group
            ranks[members] = _ranked(values[members])
        return ranks

    @property
    def tied(self) -> NDArray[np.bool_]:
        """Whether anybody in the same ranking has the same rank."""
        groups = self.columns.rankings
        places = self.ranks if groups is None else self.ranks + groups * (len(self.ranks) + 1)
        return np.bincount(places)[places] > 1

    def _values(self) -> Ints:
        """What contestants are ranked by: totals at IMPs, shares of what was available at matchpoints."""
        totals: Ints
        of, common = self._shared, lcm(*self.denominators)
        different = () if of is None else set(of.tolist()) - {0}
        if len(self.denominators) == 1 and len(different) < 2:
            totals = self.sums[0]
            return totals
        factors = [common // below for below in self.denominators]
        whole = lcm(*different)
        if common * whole * len(factors) * max(1, int(np.abs(self.sums).max())) >= SAFE:
            return self._order(factors, whole)
        totals = (self.sums * np.array(factors)[:, None]).sum(0)
        return totals if of is None else totals * (whole // np.maximum(of, 1))

    @property
    def _shared(self) -> Ints | None:
        """What a total is a share of: boards where all have the same top, or where IMPs are scaled for a sit-out."""
        if isinstance(self.points.tops, int):
            return self.played if self.points.tops or self.profile.sit_out_cross_imps else None
        return self.available

    def _order(self, factors: list[int], whole: int) -> Ints:
        """Small numbers that order contestants as their exact values do, where those do not fit into 53 bits.

        Floating point sets almost everybody apart; Python's integers decide among those it leaves together.
        """
        near = (self.sums / np.array(self.denominators, float)[:, None]).sum(0)
        shared = np.ones_like(self.played) if self._shared is None else np.maximum(self._shared, 1)
        near = near / shared
        order = np.argsort(near)
        gaps = np.diff(near[order]) > 1e-9 * max(1.0, float(np.abs(near).max()))
        place = np.concatenate(([0], gaps.cumsum())) * len(order)
        for start, stop in _runs(place):
            members = order[start:stop]
            weights = [whole // of for of in shared[members].tolist()]
            parts = self.sums[:, members].T.tolist()
            exact = [sum(map(mul, part, factors)) * weight for part, weight in zip(parts, weights, strict=True)]
            rising = {value: rank for rank, value in enumerate(sorted(set(exact)))}
            place[start:stop] += [rising[value] for value in exact]
        values = np.empty(len(order), np.int64)
        values[order] = place
        return values

    def _sum(self, contestant: int) -> Fraction:
        sums = self.sums[:, contestant].tolist()
        return sum((Fraction(*part) for part in zip(sums, self.denominators, strict=True)), Fraction(0))

    def total(self, contestant: int) -> Fraction:
        """With a sit-out made good, where the profile does so."""
        played, full = int(self.played[contestant]), self._full
        total = self._sum(contestant)
        return total * full / played if full and played else total

    @cached_property
    def _full(self) -> int:
        """The number of boards that totals are scaled to; 0 where they are not."""
        if self._shared is None or self.profile.sit_out is SitOut.AS_PLAYED:
            return 0
        return int(self.played.max())

    def percent(self, contestant: int) -> Fraction | None:
        available = Fraction(int(self.available[contestant]) * self.profile.win, 2)
        if not available:
            return None
        total = self.total(contestant)
        if self._full:
            available = available * self._full / int(self.played[contestant])
        counted = self.profile.total.apply(total) if self.profile.percent_of_rounded else total
        return counted * 100 / available


def _runs(place: Ints) -> list[tuple[int, int]]:
    """Where the same number stands more than once in a row."""
    edges = np.concatenate(([0], np.diff(place).nonzero()[0] + 1, [len(place)])).tolist()
    return [(start, stop) for start, stop in pairwise(edges) if stop - start > 1]


def score_field(columns: Columns, profile: Profile = EXACT) -> FieldScore:
    """Matchpoints, Neuberg, totals and places of a whole field."""
    results = np.bincount(columns.board, minlength=columns.boards)
    halves = _halves_by_sorting(columns, results) if len(columns.score) < FEW else _halves_by_counting(columns)
    return _field_score(columns, profile, _scaled(halves, columns, results, profile))


def score_field_cross_imps(columns: Columns, method: Method = CROSS_IMPS, profile: Profile = EXACT) -> FieldScore:
    """Cross-IMPs of a whole field: each different score is compared once with each other one."""
    scores, cell, counts = _frequencies(columns)
    swings = imps_array(scores[:, None] - scores[None, :], method.cap)
    sums = (counts.astype(float) @ swings.T.astype(float)).astype(np.int64).ravel()[cell]
    if not method.mean:
        return _field_score(columns, profile, Points(sums, -sums, 1, 0))
    others = np.maximum(counts.sum(1) - 1, 1)
    below: Ints | int = others if int(others.min()) != int(others.max()) else int(others[0])
    if profile.sum_rounded:
        ten = 10**profile.imps.decimals
        sums = np.sign(sums) * _rounded(np.abs(sums) * ten, others[columns.board], profile.imps)
        below = ten
    return _field_score(columns, profile, Points(sums, -sums, below, 0))


def _halves_by_sorting(columns: Columns, results: Ints) -> Ints:
    """For each row: twice the worse scores plus the equal ones, itself among them. Quick for few rows."""
    key = columns.board * WIDE
    key += columns.score
    ordered = key.copy()
    ordered.sort()
    worse = ordered.searchsorted(key)
    halves = np.bincount(worse)[worse]  # equal scores stand at the same place
    halves += worse
    halves += worse
    starts = results.cumsum()
    starts -= results
    starts += starts
    halves -= starts[columns.board]
    return halves


def _halves_by_counting(columns: Columns) -> Ints:
    """The same from the frequencies of the different scores. Quick for many rows."""
    _, cell, counts = _frequencies(columns)
    halves = counts.cumsum(1)
    halves += halves
    halves -= counts
    return halves.ravel()[cell]


def _frequencies(columns: Columns) -> tuple[Ints, Ints, Ints]:
    """The different scores, each row's place in the table of boards by scores, and that table's counts."""
    lowest = int(columns.score.min())
    code = columns.score - lowest
    if int(code.max()) < 1 << 16:
        seen = np.bincount(code) > 0
        scores = seen.nonzero()[0]
        cell = (seen.cumsum() - 1)[code]
    else:
        scores, cell = np.unique(code, return_inverse=True)
    cell += columns.board * len(scores)
    counts = np.bincount(cell, minlength=columns.boards * len(scores)).reshape(columns.boards, len(scores))
    return scores + lowest, cell, counts


def _scaled(halves: Ints, columns: Columns, results: Ints, profile: Profile) -> Points:
    """Neuberg's formula for all rows at once, by the profile's rules for totals."""
    most = int(results.max())
    unit, top = 2 // profile.win, 2 * (most - 1)
    if profile.total_base is Base.NONE:
        tops = 2 * (results - 1)
        return Points(halves - 1, tops[columns.board] + 1 - halves, unit, tops)
    if profile.missing is Missing.TIE:
        ns = halves - 1 + (most - results)[columns.board]
        return Points(ns, top - ns, unit, top)
    if profile.sum_rounded:
        return _each_rounded(halves, results[columns.board], most, profile)
    if most * columns.boards == len(halves):  # every board has the same number of results
        return Points(halves - 1, (top + 1) - halves, unit, top)
    divisors = np.maximum(results, 1)
    if profile.factor_decimals is not None:
        ten = 10**profile.factor_decimals
        factors = (2 * most * ten + divisors) // (2 * divisors)
        ns = halves * factors[columns.board] - ten
        return Points(ns, top * ten - ns, ten * unit, top)
    of_row = divisors[columns.board]
    ns = halves * most - of_row
    return Points(ns, top * of_row - ns, divisors * unit, top)


def _each_rounded(halves: Ints, results: Ints, most: int, profile: Profile) -> Points:
    """Each side's points rounded on their own, as they are shown."""
    unit, ten = 2 // profile.win, 10**profile.points.decimals
    ns = _rounded((halves * most - results) * ten, results * unit, profile.points)
    ew = _rounded(((2 * results - halves) * most - results) * ten, results * unit, profile.points)
    return Points(ns, ew, ten, 2 * (most - 1))


def _rounded(above: Ints, below: Ints, rounding: Rounding) -> Ints:
    """A quotient that is not negative, to the nearest integer."""
    doubled = 2 * above + below
    nearest = doubled // (2 * below)
    if rounding.mode is Mode.HALF_EVEN:
        nearest = nearest - ((doubled % (2 * below) == 0) & (nearest % 2 == 1))
    return nearest


def _field_score(columns: Columns, profile: Profile, points: Points) -> FieldScore:
    """From the points of each row to the sums of each contestant; floats add integers up to 2^53 exactly."""
    size, ns, ew = columns.contestants, columns.ns, columns.ew
    played = np.bincount(ns, minlength=size)
    played += np.bincount(ew, minlength=size)
    if isinstance(points.below, int):
        sums = np.bincount(ns, points.ns, size)
        sums += np.bincount(ew, points.ew, size)
        return FieldScore(columns, profile, points, sums.astype(np.int64)[None], (points.below,), played)
    different, which = np.unique(points.below, return_inverse=True)
    shift = (which * size)[columns.board]
    sums = np.bincount(shift + ns, points.ns, size * len(different))
    sums += np.bincount(shift + ew, points.ew, size * len(different))
    whole = sums.astype(np.int64).reshape(len(different), size)
    return FieldScore(columns, profile, points, whole, tuple(different.tolist()), played)


def _ranked(values: Ints) -> Ints:
    """The place of each value, best first; equal values share it."""
    ordered = values.copy()
    ordered.sort()
    return (len(values) + 1) - ordered.searchsorted(values, "right")
