"""Boards for a schedule whose opponents are settled: nobody meets a set twice, no set is in two places.

A colouring problem: tables of one round, and tables that share a contestant, need different sets.
"""

from collections.abc import Sequence
from itertools import combinations, count

Seats = Sequence[int]
Place = tuple[int, int]
MOST_STEPS = 4000


def colour_boards(schedule: Sequence[Sequence[Seats]], most: int) -> list[list[int]] | None:
    """A board set for every table of every round, with at most `most` sets; None if none is found soon."""
    tables = max(len(row) for row in schedule)
    for sets in range(max(len(schedule), tables), most + 1):
        found = _Colouring(schedule, sets).solve()
        if found is not None:
            return [[found[number, at] for at in range(len(row))] for number, row in enumerate(schedule)]
    return None


class _Colouring:
    """Backtracking, always at the place with the fewest sets left."""

    def __init__(self, schedule: Sequence[Sequence[Seats]], sets: int) -> None:
        self.allowed: dict[Place, set[int]] = {}
        places: dict[Place, Seats] = {}
        for number, row in enumerate(schedule):
            for at, seats in enumerate(row):
                places[number, at] = seats
                self.allowed[number, at] = set(range(sets))
        self.clashes: dict[Place, list[Place]] = {place: [] for place in places}
        for one, other in combinations(places, 2):
            if one[0] == other[0] or not set(places[one]).isdisjoint(places[other]):
                self.clashes[one].append(other)
                self.clashes[other].append(one)
        self.chosen: dict[Place, int] = {}
        self.steps = count()

    def solve(self) -> dict[Place, int] | None:
        return self.chosen if self._place() else None

    def _place(self) -> bool:
        if len(self.chosen) == len(self.allowed):
            return True
        if next(self.steps) > MOST_STEPS:
            return False
        place = min((p for p in self.allowed if p not in self.chosen), key=lambda p: (len(self.allowed[p]), p))
        for board_set in sorted(self.allowed[place], key=lambda s: (s - place[0] - place[1]) % 1009):
            narrowed = [
                p for p in self.clashes[place] if p not in self.chosen and board_set in self.allowed[p]
            ]
            if any(len(self.allowed[p]) == 1 for p in narrowed):
                continue
            self.chosen[place] = board_set
            for p in narrowed:
                self.allowed[p].discard(board_set)
            if self._place():
                return True
            del self.chosen[place]
            for p in narrowed:
                self.allowed[p].add(board_set)
        return False
