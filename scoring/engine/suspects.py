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
from scoring.engine.fit import Showing, Traveller, Tricks, estimate_fit, is_unlikely, turned_result, unlikely_tricks
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
    def showing(self) -> Showing:
        return estimate_fit(self.result, self.conditions)


@dataclass(frozen=True)
class Evidence:
    """One board of a suspicion: what stands there, what would, and what the others did."""

    key: int
    board: int
    said: Result
    said_score: int
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

    def __init__(self, rows: Sequence[PlacedResult], tricks: Mapping[Hashable, Tricks]) -> None:
        self.tricks = tricks
        by_deal: dict[Hashable, list[Showing]] = defaultdict(list)
        for row in rows:
            by_deal[row.deal].append(row.showing)
        self.travellers = {deal: Traveller(results) for deal, results in by_deal.items()}

    def speaks(self, row: PlacedResult) -> bool:
        return self.travellers[row.deal].count > FEWEST_OTHERS

    def fit(self, row: PlacedResult, result: Result) -> float:
        return self.travellers[row.deal].fit(estimate_fit(result, row.conditions), row.showing)

    def log_fit(self, row: PlacedResult, result: Result) -> float:
        known = self.tricks.get(row.deal)
        return log(self.fit(row, result)) - (unlikely_tricks(result, known) if known else 0.0)

    def fits(self, row: PlacedResult, result: Result) -> bool:
        return self.fit(row, result) >= GOOD

    def is_far_off(self, row: PlacedResult) -> bool:
        """Whether the score is nowhere near any other one on the same cards."""
        others = self.travellers[row.deal].others(row.showing)
        return self.speaks(row) and all(abs(imps(row.showing.score - other.score)) >= FAR_IMPS for other in others)

    def evidence(self, row: PlacedResult, instead: Result | None) -> Evidence:
        others = self.travellers[row.deal].others(row.showing)
        score = estimate_fit(instead, row.conditions).score if instead else None
        middle = int(median(other.score for other in others)) if others else 0
        return Evidence(row.key, row.board, row.result, row.showing.score, instead, score, len(others), middle)


def suspects(rows: Sequence[PlacedResult], tricks: Mapping[Hashable, Tricks] | None = None) -> list[Suspicion]:
    """What looks wrong, the surest first. A row is named once: in the largest mistake that explains it."""
    table = Field(rows, tricks or {})
    gains = {row.key: _gain_of_turning(table, row) for row in rows if table.speaks(row) and not row.checked}
    by_table: dict[tuple[int, int, int], list[PlacedResult]] = defaultdict(list)
    for row in rows:
        by_table[row.section, row.round, row.table].append(row)
    tables = [one for group in by_table.values() if (one := _turned_table(table, group, gains))]
    found = _rounds(tables, by_table)
    named = {key for one in found for key in one.keys}
    free = [[row for row in group if row.key not in named and row.key in gains] for group in by_table.values()]
    exchanged = [one for group in free for one in _exchanged(table, group, gains)]
    named |= {key for one in exchanged for key in one.keys}
    single = [
        one for group in free for row in group if row.key not in named if (one := _turned_board(table, row, gains))
    ]
    named |= {key for one in single for key in one.keys}
    unlikely = [_unlikely(table, row) for row in rows if row.key not in named and _is_unlikely(table, row)]
    return sorted([*found, *exchanged, *single, *unlikely], key=lambda one: (-one.gain, one.round, one.keys))


def _gain_of_turning(table: Field, row: PlacedResult) -> float:
    if row.result.contract is None:
        return 0.0
    return table.log_fit(row, turned_result(row.result)) - table.log_fit(row, row.result)


def _turned_board(table: Field, row: PlacedResult, gains: Mapping[int, float]) -> Suspicion | None:
    if gains[row.key] < ONE_BOARD or not table.fits(row, turned_result(row.result)):
        return None
    evidence = (table.evidence(row, turned_result(row.result)),)
    return Suspicion(Mistake.TURNED_BOARD, row.section, row.round, row.table, (row.key,), gains[row.key], evidence)


def _is_unlikely(table: Field, row: PlacedResult) -> bool:
    return not row.checked and (is_unlikely(row.result) or table.is_far_off(row))


def _unlikely(table: Field, row: PlacedResult) -> Suspicion:
    evidence = (table.evidence(row, None),)
    return Suspicion(Mistake.UNLIKELY, row.section, row.round, row.table, (row.key,), 0.0, evidence)


def _turned_table(table: Field, group: Sequence[PlacedResult], gains: Mapping[int, float]) -> Suspicion | None:
    """Every board of the round that says anything says the same, and together clearly."""
    known = [row for row in group if row.key in gains and row.result.contract is not None]
    telling = [row for row in known if gains[row.key] > -NOT_BAD]
    if len(telling) < 2 or len(known) < len(group) or any(gains[row.key] < NOT_BAD for row in known):
        return None
    gain = sum(gains[row.key] for row in known)
    well = [row for row in telling if table.fits(row, turned_result(row.result))]
    if gain < TABLE + log(len(known)) or len(well) * 2 <= len(known):
        return None
    first = group[0]
    evidence = tuple(table.evidence(row, turned_result(row.result)) for row in known)
    keys = tuple(row.key for row in group)
    return Suspicion(Mistake.TURNED_TABLE, first.section, first.round, first.table, keys, gain, evidence)


def _rounds(tables: Sequence[Suspicion], by_table: Mapping[tuple[int, int, int], object]) -> list[Suspicion]:
    """Where most tables of a round are turned, it is the round that is."""
    seated: Counter[tuple[int, int]] = Counter((section, number) for section, number, _ in by_table)
    turned_tables: dict[tuple[int, int], list[Suspicion]] = defaultdict(list)
    for one in tables:
        turned_tables[one.section, one.round].append(one)
    found: list[Suspicion] = []
    for (section, number), group in turned_tables.items():
        if len(group) < 3 or len(group) < MOST_TABLES * seated[section, number]:
            found += group
            continue
        keys = tuple(key for one in group for key in one.keys)
        evidence = tuple(part for one in group for part in one.evidence)
        gain = sum(one.gain for one in group)
        found.append(Suspicion(Mistake.TURNED_ROUND, section, number, None, keys, gain, evidence))
    return found


def _exchanged(table: Field, group: Sequence[PlacedResult], gains: Mapping[int, float]) -> list[Suspicion]:
    """Pairs of boards of a table that fit far better under each other's numbers; each board once."""
    found = []
    for one, other in combinations(group, 2):
        if one.result == other.result:
            continue
        crossed = table.log_fit(one, other.result), table.log_fit(other, one.result)
        straight = table.log_fit(one, one.result), table.log_fit(other, other.result)
        gain = sum(crossed) - sum(straight)
        better = all(cross > own for cross, own in zip(crossed, straight, strict=True))
        well = table.fits(one, other.result) and table.fits(other, one.result)
        if gain >= TWO_BOARDS and better and well and gain > gains[one.key] + gains[other.key]:
            evidence = (table.evidence(one, other.result), table.evidence(other, one.result))
            keys = (one.key, other.key)
            found.append(Suspicion(Mistake.EXCHANGED, one.section, one.round, one.table, keys, gain, evidence))
    return _without_overlap(found)


def _without_overlap(found: Iterable[Suspicion]) -> list[Suspicion]:
    kept: list[Suspicion] = []
    used: set[int] = set()
    for one in sorted(found, key=lambda one: -one.gain):
        if used.isdisjoint(one.keys):
            kept.append(one)
            used.update(one.keys)
    return kept
