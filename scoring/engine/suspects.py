"""Results that look rotated, exchanged or turned for a whole table or round, and those that nobody makes.

Each suspicion compares two stories about the same results: that they are right as they were entered, and that one
usual mistake was made. What counts is how much better the other story fits what the rest of the field did (the
logarithm of the ratio, `gain`). The field must speak clearly: a board on
which the other tables disagree accuses nobody.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import combinations
from math import log
from statistics import median

from scoring.engine.boards import Conditions
from scoring.engine.contract import Result
from scoring.engine.fit import (
    ComparableResult,
    Traveller,
    Tricks,
    comparable_result,
    is_unlikely,
    turned_result,
    unlikely_tricks,
)
from scoring.engine.imps import imps

FEWEST_OTHERS = 4
# How much better the other story must be, as logarithms: about 5, 7 and 3 times (and more with more boards).
ONE_BOARD, TWO_BOARDS, TABLE = 1.6, 2.0, 1.2
# The other story must fit well by itself, and no board of it badly.
GOOD, NOT_BAD = 0.25, -0.3
# Of the tables in a round, so many turned ones mean that the whole round was.
MOST_TABLES = 0.6
# A score so many IMPs from the nearest of the others was hardly made with the same cards.
FAR_IMPS = 18


class Mistake(Enum):
    TURNED_BOARD = "turned-board"  # the declarer's side is wrong, or the board lay the other way
    TURNED_TABLE = "turned-table"  # the pairs sat the other way for the round
    TURNED_ROUND = "turned-round"  # everybody did: an arrow switch was forgotten, or made too early
    EXCHANGED = "exchanged"  # two boards were entered under each other's numbers
    UNLIKELY = "unlikely"  # by itself, or nowhere near what anybody else made: mistyped


@dataclass(frozen=True)
class PlacedResult:
    """A result with where it was made. `deal` is what tells apart the cards that were played."""

    key: int
    section: int
    round: int
    table: int
    board: int
    deal: Hashable
    result: Result
    conditions: Conditions
    # Somebody has looked at it and found it right, or the director entered it so.
    checked: bool = False

    @cached_property
    def comparable(self) -> ComparableResult:
        return comparable_result(self.result, self.conditions)


@dataclass(frozen=True)
class Evidence:
    """One board of a suspicion: what stands there, what would, and what the others did."""

    key: int
    board: int
    entered: Result
    entered_score: int
    # None where nothing says what it was to be.
    instead: Result | None
    instead_score: int | None
    others: int
    middle: int


@dataclass(frozen=True)
class Suspicion:
    mistake: Mistake
    section: int
    round: int
    # None for a whole round.
    table: int | None
    keys: tuple[int, ...]
    gain: float
    evidence: tuple[Evidence, ...] = field(default=())


class Field:
    """The results by deal, so that each can be held against the others."""

    def __init__(self, results: Sequence[PlacedResult], tricks: Mapping[Hashable, Tricks]) -> None:
        self.tricks = tricks
        by_deal: dict[Hashable, list[ComparableResult]] = defaultdict(list)
        for placed in results:
            by_deal[placed.deal].append(placed.comparable)
        self.travellers = {deal: Traveller(results) for deal, results in by_deal.items()}

    def speaks(self, placed: PlacedResult) -> bool:
        return self.travellers[placed.deal].count > FEWEST_OTHERS

    def fit(self, placed: PlacedResult, result: Result) -> float:
        return self.travellers[placed.deal].fit(comparable_result(result, placed.conditions), placed.comparable)

    def log_fit(self, placed: PlacedResult, result: Result) -> float:
        double_dummy = self.tricks.get(placed.deal)
        return log(self.fit(placed, result)) - (unlikely_tricks(result, double_dummy) if double_dummy else 0.0)

    def fits(self, placed: PlacedResult, result: Result) -> bool:
        return self.fit(placed, result) >= GOOD

    def is_far_off(self, placed: PlacedResult) -> bool:
        """Whether the score is nowhere near any other one on the same cards."""
        others = self.travellers[placed.deal].others(placed.comparable)
        return self.speaks(placed) and all(
            abs(imps(placed.comparable.score - other.score)) >= FAR_IMPS for other in others
        )

    def evidence(self, placed: PlacedResult, instead: Result | None) -> Evidence:
        others = self.travellers[placed.deal].others(placed.comparable)
        score = comparable_result(instead, placed.conditions).score if instead else None
        middle = int(median(other.score for other in others)) if others else 0
        return Evidence(
            placed.key, placed.board, placed.result, placed.comparable.score, instead, score, len(others), middle
        )


def suspects(results: Sequence[PlacedResult], tricks: Mapping[Hashable, Tricks] | None = None) -> list[Suspicion]:
    """What looks wrong, the surest first. A row is named once: in the largest mistake that explains it."""
    table = Field(results, tricks or {})
    gains = {
        placed.key: _gain_of_turning(table, placed) for placed in results if table.speaks(placed) and not placed.checked
    }
    by_table: dict[tuple[int, int, int], list[PlacedResult]] = defaultdict(list)
    for placed in results:
        by_table[placed.section, placed.round, placed.table].append(placed)
    tables = [suspicion for group in by_table.values() if (suspicion := _turned_table(table, group, gains))]
    turned = _rounds(tables, by_table)
    named = {key for suspicion in turned for key in suspicion.keys}
    free = [
        [placed for placed in group if placed.key not in named and placed.key in gains] for group in by_table.values()
    ]
    exchanged = [suspicion for group in free for suspicion in _exchanged(table, group, gains)]
    named |= {key for suspicion in exchanged for key in suspicion.keys}
    single = [
        suspicion
        for group in free
        for placed in group
        if placed.key not in named
        if (suspicion := _turned_board(table, placed, gains))
    ]
    named |= {key for suspicion in single for key in suspicion.keys}
    unlikely = [
        _unlikely(table, placed) for placed in results if placed.key not in named and _is_unlikely(table, placed)
    ]
    return sorted(
        [*turned, *exchanged, *single, *unlikely],
        key=lambda suspicion: (-suspicion.gain, suspicion.round, suspicion.keys),
    )


def _gain_of_turning(table: Field, placed: PlacedResult) -> float:
    if placed.result.contract is None:
        return 0.0
    return table.log_fit(placed, turned_result(placed.result)) - table.log_fit(placed, placed.result)


def _turned_board(table: Field, placed: PlacedResult, gains: Mapping[int, float]) -> Suspicion | None:
    if gains[placed.key] < ONE_BOARD or not table.fits(placed, turned_result(placed.result)):
        return None
    evidence = (table.evidence(placed, turned_result(placed.result)),)
    return Suspicion(
        Mistake.TURNED_BOARD, placed.section, placed.round, placed.table, (placed.key,), gains[placed.key], evidence
    )


def _is_unlikely(table: Field, placed: PlacedResult) -> bool:
    return not placed.checked and (is_unlikely(placed.result) or table.is_far_off(placed))


def _unlikely(table: Field, placed: PlacedResult) -> Suspicion:
    evidence = (table.evidence(placed, None),)
    return Suspicion(Mistake.UNLIKELY, placed.section, placed.round, placed.table, (placed.key,), 0.0, evidence)


def _turned_table(table: Field, group: Sequence[PlacedResult], gains: Mapping[int, float]) -> Suspicion | None:
    """Every board of the round that says anything says the same, and together clearly."""
    judged = [placed for placed in group if placed.key in gains and placed.result.contract is not None]
    telling = [placed for placed in judged if gains[placed.key] > -NOT_BAD]
    if len(telling) < 2 or len(judged) < len(group) or any(gains[placed.key] < NOT_BAD for placed in judged):
        return None
    gain = sum(gains[placed.key] for placed in judged)
    well = [placed for placed in telling if table.fits(placed, turned_result(placed.result))]
    if gain < TABLE + log(len(judged)) or len(well) * 2 <= len(judged):
        return None
    first = group[0]
    evidence = tuple(table.evidence(placed, turned_result(placed.result)) for placed in judged)
    keys = tuple(placed.key for placed in group)
    return Suspicion(Mistake.TURNED_TABLE, first.section, first.round, first.table, keys, gain, evidence)


def _rounds(tables: Sequence[Suspicion], by_table: Mapping[tuple[int, int, int], object]) -> list[Suspicion]:
    """Where most tables of a round are turned, it is the round that is."""
    seated: Counter[tuple[int, int]] = Counter((section, number) for section, number, _ in by_table)
    turned_tables: dict[tuple[int, int], list[Suspicion]] = defaultdict(list)
    for suspicion in tables:
        turned_tables[suspicion.section, suspicion.round].append(suspicion)
    suspicions: list[Suspicion] = []
    for (section, number), group in turned_tables.items():
        if len(group) < 3 or len(group) < MOST_TABLES * seated[section, number]:
            suspicions += group
            continue
        keys = tuple(key for suspicion in group for key in suspicion.keys)
        evidence = tuple(part for suspicion in group for part in suspicion.evidence)
        gain = sum(suspicion.gain for suspicion in group)
        suspicions.append(Suspicion(Mistake.TURNED_ROUND, section, number, None, keys, gain, evidence))
    return suspicions


def _exchanged(table: Field, group: Sequence[PlacedResult], gains: Mapping[int, float]) -> list[Suspicion]:
    """Pairs of boards of a table that fit far better under each other's numbers; each board once."""
    suspicions = []
    for first, second in combinations(group, 2):
        if first.result == second.result:
            continue
        crossed = table.log_fit(first, second.result), table.log_fit(second, first.result)
        straight = table.log_fit(first, first.result), table.log_fit(second, second.result)
        gain = sum(crossed) - sum(straight)
        better = all(cross > own for cross, own in zip(crossed, straight, strict=True))
        well = table.fits(first, second.result) and table.fits(second, first.result)
        if gain >= TWO_BOARDS and better and well and gain > gains[first.key] + gains[second.key]:
            evidence = (table.evidence(first, second.result), table.evidence(second, first.result))
            keys = (first.key, second.key)
            suspicions.append(
                Suspicion(Mistake.EXCHANGED, first.section, first.round, first.table, keys, gain, evidence)
            )
    return _without_overlap(suspicions)


def _without_overlap(suspicions: Iterable[Suspicion]) -> list[Suspicion]:
    without_overlap: list[Suspicion] = []
    used: set[int] = set()
    for suspicion in sorted(suspicions, key=lambda suspicion: -suspicion.gain):
        if used.isdisjoint(suspicion.keys):
            without_overlap.append(suspicion)
            used.update(suspicion.keys)
    return without_overlap
