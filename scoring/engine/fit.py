"""How well a result fits what other tables did with the same cards.

A number between 0 and 1: the average likeness to the other results. Two results are alike where the same side declared
the same strain and the scores lie close together (in IMPs, which do not make too much of large swings).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import exp

from scoring.engine.boards import Conditions
from scoring.engine.cards import Seat, Side, Strain
from scoring.engine.contract import Result
from scoring.engine.imps import imps
from scoring.engine.law77 import table_score

SAME_SIDE, OTHER_SIDE, PASSED = 0.4, 0.06, 0.25
IMPS_SCALE, TRICKS_SCALE = 4.0, 1.5
# A single odd result is never impossible; with few tables we know less.
LEAST, LEAST_OF_FEW = 0.02, 0.3
TURNED = {Seat.NORTH: Seat.EAST, Seat.EAST: Seat.NORTH, Seat.SOUTH: Seat.WEST, Seat.WEST: Seat.SOUTH}
Tricks = Mapping[str, Mapping[str, int]]
# So many down that a slip of the finger is likelier than the result, whatever the cards.
FAR_DOWN, FAR_DOWN_REDOUBLED = 7, 4


@dataclass(frozen=True, slots=True)
class ComparableResult:
    """What counts for likeness."""

    score: int
    side: Side | None
    strain: Strain | None


def comparable_result(result: Result, conditions: Conditions) -> ComparableResult:
    score = table_score(result, conditions)
    if result.contract is None or result.declarer is None:
        return ComparableResult(score, None, None)
    return ComparableResult(score, result.declarer.side, result.contract.strain)


def is_unlikely(result: Result) -> bool:
    """Whether a result is so bad for declarer that it was more likely mistyped, whatever the cards were."""
    if result.contract is None:
        return False
    return -result.margin >= (FAR_DOWN_REDOUBLED if result.contract.risk == 2 else FAR_DOWN)


def turned_result(result: Result) -> Result:
    """The same with North for East and South for West: as if the board had lain the other way."""
    if result.declarer is None:
        return result
    return Result(result.contract, TURNED[result.declarer], result.tricks, result.lead)


@lru_cache(maxsize=100_000)
def result_likeness(first: ComparableResult, second: ComparableResult) -> float:
    close = exp(-abs(imps(first.score - second.score)) / IMPS_SCALE)
    if first.side is None or second.side is None:
        return close if first.side is second.side else PASSED * close
    if first.side is not second.side:
        return OTHER_SIDE * close
    return close if first.strain is second.strain else SAME_SIDE * close


class Traveller:
    """The results of a deal. What a result is like all of them is worked out once."""

    def __init__(self, results: Iterable[ComparableResult]) -> None:
        self.results = Counter(results)
        self.count = self.results.total()
        self._sums: dict[ComparableResult, float] = {}

    def _sum(self, result: ComparableResult) -> float:
        if result not in self._sums:
            self._sums[result] = sum(result_likeness(result, other) * times for other, times in self.results.items())
        return self._sums[result]

    def fit(self, result: ComparableResult, without: ComparableResult) -> float:
        """How well `one` fits the results but `without`, in whose place it would stand."""
        others = self.count - 1
        if others < 1:
            return 1.0
        least = max(LEAST, LEAST_OF_FEW / others)
        mean = max(0.0, self._sum(result) - result_likeness(result, without)) / others
        return least + (1 - least) * mean

    def others(self, result: ComparableResult) -> list[ComparableResult]:
        return list((self.results - Counter([result])).elements())


def unlikely_tricks(result: Result, tricks: Tricks) -> float:
    """How much speaks against so many tricks where double dummy is known: the logarithm, 0 for just as many."""
    if result.contract is None or result.declarer is None or result.tricks is None:
        return 0.0
    best = tricks[result.declarer.value][result.contract.strain.value]
    return min(abs(result.tricks - best) / TRICKS_SCALE, 2.5)
