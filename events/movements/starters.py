"""Howell designs H(s, 2n) folded into one round, and how they unfold.

A `Starter` lives in the integers modulo s: couples of moving pairs that meet, singles that meet a
stationary pair, and adders that say which board set each table begins with. Every later round adds
one to every moving pair and to every board set.

`Lines` serve H(n + 1, 2n) for an even number of tables, which no starter reaches: two lines of n
pairs turn modulo n for n rounds, and one more round and one more board set stay outside the turning.

A `Grid` is a design written out, for the two small ones that have neither form.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple


class StarterCell(NamedTuple):
    """Two pairs that meet at a table over a board set, all counted from 0."""

    table: int
    ns: int
    ew: int
    board_set: int

    def turned(self) -> "StarterCell":
        return StarterCell(self.table, self.ew, self.ns, self.board_set)


Rows = list[list[StarterCell]]


@dataclass(frozen=True, slots=True)
class Starter:
    """The first round of a cyclic Howell: couples first, then singles, with one adder each.

    With `sharing`, one adder serves two tables, which share their boards in every round.
    """

    order: int
    couples: tuple[tuple[int, int], ...]
    singles: tuple[int, ...]
    adders: tuple[int, ...]
    sharing: bool = False

    @property
    def tables(self) -> int:
        return len(self.couples) + len(self.singles)

    @property
    def pairs(self) -> int:
        return self.order + len(self.singles)

    @property
    def stationary(self) -> range:
        return range(self.order, self.pairs)

    def flaw(self) -> str | None:
        """The first condition that does not hold, or None for a sound starter."""
        seated = [*(x for couple in self.couples for x in couple), *self.singles]
        if sorted(seated) != list(range(self.order)):
            return "the first round does not seat every moving pair once"
        if len(self.adders) != self.tables or len(set(self.adders)) != self.tables - self.sharing:
            return "two tables begin with the same board set"
        if not distinct_differences(self.couples, self.order):
            return "two pairs would meet twice"
        if sorted(self._translated()) != list(range(self.order)):
            return "a pair would meet a board set twice"
        return None

    def _translated(self) -> list[int]:
        couples = zip(self.couples, self.adders, strict=False)
        moved = [(x + adder) % self.order for couple, adder in couples for x in couple]
        singles = zip(self.singles, self.adders[len(self.couples) :], strict=True)
        return moved + [(x + adder) % self.order for x, adder in singles]

    def rows(self) -> Rows:
        """All rounds. Tables stand in the order of their boards, so that sets move down one place."""
        first = sorted(
            (-adder % self.order, meeting) for adder, meeting in zip(self.adders, self._meetings(), strict=True)
        )
        return [
            [
                StarterCell(table, self._turn(a, number), self._turn(b, number), (place + number) % self.order)
                for table, (place, (a, b)) in enumerate(first)
            ]
            for number in range(self.order)
        ]

    def places(self) -> list[int]:
        """Where along the ring of board sets the tables stand; the places between are bye stands."""
        return sorted(-adder % self.order for adder in self.adders)

    def _meetings(self) -> Iterator[tuple[int, int]]:
        yield from self.couples
        for index, single in enumerate(self.singles):
            yield self.order + index, single

    def _turn(self, pair: int, number: int) -> int:
        return pair if pair >= self.order else (pair + number) % self.order


@dataclass(frozen=True, slots=True)
class Lines:
    """Two lines of n pairs: the upper keeps its tables but for one visit, the lower moves.

    In the first round two of the upper line meet (`upper`), two of the lower line meet (`lower`),
    one of each (`outside`) play the set that does not turn, and the rest meet as `across`; adders
    belong to upper, lower and across in that order. In the round that does not turn, the pairs
    `last` meet at the first turning set, and so on round.
    """

    order: int
    upper: tuple[int, int]
    lower: tuple[int, int]
    outside: tuple[int, int]
    last: tuple[int, int]
    across: tuple[tuple[int, int], ...]
    adders: tuple[int, ...]

    @property
    def pairs(self) -> int:
        return 2 * self.order

    def flaw(self) -> str | None:
        line = list(range(self.order))
        ups = [*self.upper, self.outside[0], *(a for a, _ in self.across)]
        downs = [*self.lower, self.outside[1], *(b for _, b in self.across)]
        if sorted(ups) != line or sorted(downs) != line:
            return "the first round does not seat every pair once"
        if len(self.adders) != self.order - 1 or len(set(self.adders)) != self.order - 1:
            return "two tables begin with the same board set"
        mixed = [(b - a) % self.order for a, b in (*self.across, self.outside, self.last)]
        pure = all(distinct_differences([couple], self.order) for couple in (self.upper, self.lower))
        if len(set(mixed)) != len(mixed) or not pure:
            return "two pairs would meet twice"
        if sorted(self._translated(0)) != line or sorted(self._translated(1)) != line:
            return "a pair would meet a board set twice"
        return None

    def _translated(self, side: int) -> list[int]:
        couple, adder = ((self.upper, self.lower)[side], self.adders[side])
        moved = [(x + adder) % self.order for x in couple]
        across = zip(self.across, self.adders[2:], strict=True)
        return [*moved, *((pair[side] + adder) % self.order for pair, adder in across), self.last[side]]

    def rows(self) -> Rows:
        turning = [self._row(number) for number in range(self.order)]
        return [*turning, [self._last_cell(number) for number in range(self.order)]]

    def _row(self, number: int) -> list[StarterCell]:
        """The visitor's own table is free in that round: the two of the lower line play there."""
        order = self.order

        def cell(table: int, ns: int, ew: int, adder: int) -> StarterCell:
            return StarterCell((table + number) % order, ns, ew, (number - adder) % order)

        def up(x: int) -> int:
            return (x + number) % order

        def down(x: int) -> int:
            return order + (x + number) % order

        (host, visitor), (first, second) = self.upper, self.lower
        cells = [
            cell(host, up(host), up(visitor), self.adders[0]),
            cell(visitor, down(first), down(second), self.adders[1]),
            StarterCell(up(self.outside[0]), up(self.outside[0]), down(self.outside[1]), order),
        ]
        across = zip(self.across, self.adders[2:], strict=True)
        return cells + [cell(a, up(a), down(b), adder) for (a, b), adder in across]

    def _last_cell(self, number: int) -> StarterCell:
        a, b = ((x + number) % self.order for x in self.last)
        return StarterCell(a, a, self.order + b, number)


@dataclass(frozen=True, slots=True)
class Grid:
    """A design written out: for each round, the pairs at each board set or nobody."""

    pairs: int
    cells: tuple[tuple[tuple[int, int] | None, ...], ...]

    def flaw(self) -> str | None:
        everyone = list(range(self.pairs))
        columns = zip(*self.cells, strict=True)
        for line in (*self.cells, *columns):
            if sorted(x for cell in line if cell for x in cell) != everyone:
                return "a round or a board set does not see every pair once"
        meetings = [frozenset(cell) for row in self.cells for cell in row if cell]
        return None if len(set(meetings)) == len(meetings) else "two pairs would meet twice"

    def rows(self) -> Rows:
        return [
            [
                StarterCell(table, cell[0], cell[1], board_set)
                for table, (board_set, cell) in enumerate((at, cell) for at, cell in enumerate(row) if cell)
            ]
            for row in self.cells
        ]


def distinct_differences(couples: Iterable[tuple[int, int]], order: int) -> bool:
    """Two couples with one difference would meet again; half the order brings a couple back to itself."""
    seen: set[int] = set()
    for a, b in couples:
        forward, backward = (a - b) % order, (b - a) % order
        if forward == backward or forward in seen:
            return False
        seen |= {forward, backward}
    return True
