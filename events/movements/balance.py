"""How evenly a movement compares its contestants.

Two figures for each two contestants. `compared` counts the boards both held in the same direction
at different tables: there a matchpoint for one is a matchpoint lost for the other. `influence`
weighs everything that one contestant's good result does to another: +1 on each board held the
same way, -1 on each board held the other way (beating its opponents lifts your side), and
tables - 1 when they play each other. A contest is fair when the influence is alike for all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from events.movements.model import Movement, Unit

Matrix = npt.NDArray[np.int64]
Sides = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Spread:
    minimum: int
    maximum: int
    mean: float
    variance: float

    @classmethod
    def of(cls, values: Iterable[int] | npt.NDArray[np.int64]) -> "Spread":
        counts = np.asarray(list(values) if not isinstance(values, np.ndarray) else values)
        if counts.size == 0:
            return cls(0, 0, 0.0, 0.0)
        return cls(int(counts.min()), int(counts.max()), round(float(counts.mean()), 4), round(float(counts.var()), 4))


@dataclass(frozen=True, slots=True)
class Balance:
    compared: Spread
    influence: Spread


def balance(movement: Movement) -> Balance | None:
    """The balance of a movement; None for teams, who are compared only with their opponents."""
    if movement.unit is Unit.TEAM or movement.contestants < 2:
        return None
    compared, influence = matrices(movement)
    mask = _together(movement)
    return Balance(Spread.of(compared[mask]), Spread.of(influence[mask]))


def matrices(movement: Movement) -> tuple[Matrix, Matrix]:
    """Boards compared and influence, one row and one column a contestant."""
    size = movement.contestants
    plays, weights = _plays(movement)
    seats = _Seats(plays, weights)
    rows, scale = len(plays), np.sqrt(np.array(weights, dtype=float))
    ns_rows, ew_rows = np.zeros((rows, size)), np.zeros((rows, size))
    ns_rows[seats.ns_row, seats.ns] = scale[seats.ns_row]
    ew_rows[seats.ew_row, seats.ew] = scale[seats.ew_row]
    signed = ns_rows - ew_rows
    partners = _symmetric(size, seats.partners)
    compared = ns_rows.T @ ns_rows + ew_rows.T @ ew_rows - partners
    influence = signed.T @ signed + _symmetric(size, seats.meetings) - partners
    return np.rint(compared).astype(np.int64), np.rint(influence).astype(np.int64)


class _Seats:
    """The plays laid out flat for numpy, contestants counted from 0."""

    def __init__(self, plays: list[list[Sides]], weights: list[int]) -> None:
        self.ns: list[int] = []
        self.ns_row: list[int] = []
        self.ew: list[int] = []
        self.ew_row: list[int] = []
        self.meetings: list[tuple[int, int, int]] = []
        self.partners: list[tuple[int, int, int]] = []
        for row, sides in enumerate(plays):
            weight = weights[row]
            meeting = weight * len(sides)
            for ns, ew in sides:
                for x in ns:
                    self.ns.append(x - 1)
                    self.ns_row.append(row)
                    self.meetings += [(x - 1, y - 1, meeting) for y in ew]
                for y in ew:
                    self.ew.append(y - 1)
                    self.ew_row.append(row)
                self.partners += [(s[0] - 1, s[1] - 1, weight) for s in (ns, ew) if len(s) == 2]


def _symmetric(size: int, entries: list[tuple[int, int, int]]) -> npt.NDArray[np.float64]:
    matrix = np.zeros((size, size))
    if entries:
        firsts, seconds, amount = (np.array(column) for column in zip(*entries, strict=True))
        np.add.at(matrix, (firsts, seconds), amount)
        np.add.at(matrix, (seconds, firsts), amount)
    return matrix


def _plays(movement: Movement) -> tuple[list[list[Sides]], list[int]]:
    """Who held each board, boards that went the same way counted once with their weight."""
    by_boards: dict[tuple[int, ...], list[Sides]] = defaultdict(list)
    for seating in movement.seatings():
        by_boards[seating.boards].append(seating.sides)
    holders = Counter(board for boards in by_boards for board in boards)
    if all(amount == 1 for amount in holders.values()):
        weighted = [(sides, len(boards)) for boards, sides in by_boards.items()]
        return [sides for sides, _ in weighted], [weight for _, weight in weighted]
    by_board: dict[int, list[Sides]] = defaultdict(list)
    for boards, sides in by_boards.items():
        for board in boards:
            by_board[board].extend(sides)
    return list(by_board.values()), [1] * len(by_board)


def _together(movement: Movement) -> npt.NDArray[np.bool_]:
    """Which two contestants compete: everyone in one field, else those who sit the same way."""
    size = movement.contestants
    mask = np.triu(np.ones((size, size), dtype=bool), 1)
    if movement.winners == 2:
        line = np.zeros(size, dtype=bool)
        for seating in movement.seatings():
            line[seating.ns - 1] = True
        mask &= line[:, None] == line[None, :]
    return mask
