"""The fouled-board finder (Law 87): at which round did a board change?

A board's results, in the order in which it travelled, are cut in two at every place. Where cards got into the wrong
hands, each part is alike within itself and unlike the other. For each cut the results are held against their own part
and against the whole board; how much better the parts explain them, set against how seldom boards are fouled, gives
the likelihood of the cut.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from scoring.engine.fit import ComparableResult, Traveller

FEWEST = 2
FEWEST_IN_ALL = 5
# How often a board that somebody asks about has been fouled.
PRIOR = 1 / 20


@dataclass(frozen=True)
class Foul:
    """After the first `after` results the board was another one."""

    after: int
    likelihood: float

    @property
    def percent(self) -> int:
        return min(99, round(100 * self.likelihood))


def find_foul(results: Sequence[ComparableResult]) -> Foul | None:
    """The likeliest place, with how likely it is that the board changed there or right beside.

    None where there are too few results to say anything.
    """
    if len(results) < FEWEST_IN_ALL:
        return None
    places = range(FEWEST, len(results) - FEWEST + 1)
    whole = _log_fit(results)
    weights = {cut: exp(min(60.0, _log_fit(results[:cut]) + _log_fit(results[cut:]) - whole)) for cut in places}
    share = PRIOR / len(weights)
    total = 1 - PRIOR + share * sum(weights.values())
    best = max(weights, key=lambda cut: weights[cut])
    beside = sum(weight for cut, weight in weights.items() if abs(cut - best) <= 1)
    return Foul(best, share * beside / total)


def _log_fit(results: Sequence[ComparableResult]) -> float:
    """How well each result is explained by the others of its part."""
    traveller = Traveller(results)
    return sum(log(traveller.fit(result, result)) for result in results)
