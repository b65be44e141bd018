"""Whist tournaments: everyone partners everyone once and opposes everyone twice.

Folded like a Howell: the tables of one round, in an abelian group, from which every other round
follows by adding a group element to all players. With 4k players one stays out of the turning
(the fixed player); with 4k + 1 the zero of the group sits out.
"""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import product

from events.movements.designs import DIGITS, NOTHING, VALUES, DataError

Table = tuple[int, int, int, int]
SIZES = (4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32, 33, 36, 37, 40)


class Group:
    """A product of cyclic groups, its elements numbered from 0."""

    def __init__(self, moduli: tuple[int, ...]) -> None:
        elements = list(product(*(range(modulus) for modulus in moduli)))
        number = {element: index for index, element in enumerate(elements)}

        def together(a: tuple[int, ...], b: tuple[int, ...], sign: int) -> int:
            parts = zip(a, b, moduli, strict=True)
            return number[tuple((x + sign * y) % modulus for x, y, modulus in parts)]

        self.moduli = moduli
        self.order = len(elements)
        self.add = [[together(a, b, 1) for b in elements] for a in elements]
        self.minus = [[together(a, b, -1) for b in elements] for a in elements]


@cache
def group(moduli: tuple[int, ...]) -> Group:
    return Group(moduli)


@dataclass(frozen=True, slots=True)
class WhistStarter:
    """The tables of one round, N E S W. The fixed player, if any, has the number of the group's order.

    Adders say which board set each table begins with; without them all tables of a round play one set.
    """

    players: int
    moduli: tuple[int, ...]
    tables: tuple[Table, ...]
    adders: tuple[int, ...] = ()

    @property
    def group(self) -> Group:
        return group(self.moduli)

    def flaw(self) -> str | None:
        order = self.group.order
        seated = sorted(x for table in self.tables for x in table)
        fixed = self.players == order + 1
        if seated != list(range(order + 1) if fixed else range(1, order)):
            return "the first round does not seat everyone once"
        partners, opponents = self._differences()
        if sorted(partners) != list(range(1, order)):
            return "a partnership repeats"
        if sorted(opponents) != sorted([*range(1, order)] * 2):
            return "opponents are not met twice each"
        return self._board_flaw(fixed)

    def _differences(self) -> tuple[list[int], list[int]]:
        north_south = [(table[0], table[2]) for table in self.tables]
        partners = north_south + [(table[1], table[3]) for table in self.tables]
        opponents = [(table[i], table[i - 1]) for table in self.tables for i in range(4)]
        return self._both_ways(partners), self._both_ways(opponents)

    def _both_ways(self, couples: list[tuple[int, int]]) -> list[int]:
        minus, order = self.group.minus, self.group.order
        finite = [(a, b) for a, b in couples if max(a, b) < order]
        return [minus[a][b] for a, b in finite] + [minus[b][a] for a, b in finite]

    def _board_flaw(self, fixed: bool) -> str | None:
        if not self.adders:
            return None
        group_ = self.group
        if len(set(self.adders)) != len(self.tables):
            return "two tables begin with the same board set"
        moved = [
            group_.add[x][adder]
            for table, adder in zip(self.tables, self.adders, strict=True)
            for x in table
            if x < group_.order
        ]
        most = group_.order if fixed else group_.order - 1
        return None if len(set(moved)) == most else "a player would meet a board set twice"

    def rounds(self) -> list[list[tuple[Table, int]]]:
        """For each round the tables and their board sets, players and sets counted from 0."""
        group_ = self.group
        adders = self.adders or (0,) * len(self.tables)
        return [
            [
                (self._turn(table, number), group_.minus[number][adder])
                for table, adder in zip(self.tables, adders, strict=True)
            ]
            for number in range(group_.order)
        ]

    def _turn(self, table: Table, number: int) -> Table:
        group_ = self.group
        n, e, s, w = (x if x == group_.order else group_.add[x][number] for x in table)
        return n, e, s, w


@cache
def whist_starter(players: int) -> WhistStarter | None:
    """The stored whist tournament for so many players, checked."""
    line = stored_lines().get(players)
    if line is None:
        return None
    starter = decode(line)
    flaw = starter.flaw()
    if flaw is not None:
        raise DataError(f"whist for {players}: {flaw}")
    return starter


@cache
def stored_lines() -> dict[int, str]:
    text = resources.files("events.movements").joinpath("data/whist.txt").read_text("ascii")
    lines = (line for line in text.splitlines() if line and not line.startswith("# "))
    return {int(line.split(" ")[1]): line for line in lines}


def encode(starter: WhistStarter) -> str:
    moduli = "x".join(map(str, starter.moduli))
    tables = "".join(DIGITS[x] for table in starter.tables for x in table)
    adders = "".join(DIGITS[x] for x in starter.adders) or NOTHING
    return f"whist {starter.players} {moduli} {tables} {adders}"


def decode(line: str) -> WhistStarter:
    _, players, moduli, tables, adders = line.split(" ")
    values = [VALUES[digit] for digit in tables]
    fours: list[Table] = []
    for at in range(0, len(values), 4):
        n, e, s, w = values[at : at + 4]
        fours.append((n, e, s, w))
    added = () if adders == NOTHING else tuple(VALUES[digit] for digit in adders)
    return WhistStarter(int(players), tuple(map(int, moduli.split("x"))), tuple(fours), added)
