"""What comes out of the engine: frozen, exact, and shown by the profile's rounding only at the edge."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from scoring.engine.cards import Side
from scoring.engine.methods import Method
from scoring.engine.numbers import Rounding
from scoring.engine.profiles import Profile
from scoring.engine.sheet import Board, Line, Scoresheet

NO_PLACE = "–"


def place_text(rank: int, tied: bool, is_ranked: bool) -> str:
    """`4`, `4=` where it is shared, `–` without a place."""
    if not is_ranked:
        return NO_PLACE
    return f"{rank}=" if tied else str(rank)


class Points(NamedTuple):
    """One side's score on one line."""

    shown: Fraction  # board points, rounded as the profile says
    counted: Fraction  # what enters the total
    top: Fraction  # the most that could be had, on the scale of `counted`; zero where there is no top


@dataclass(frozen=True, slots=True)
class LineScore:
    """A line with the points of its two sides; None for a side that did not play."""

    line: Line
    ns: Points | None
    ew: Points | None

    def points(self, side: Side) -> Points | None:
        return self.ns if side is Side.NS else self.ew


@dataclass(frozen=True, slots=True)
class BoardScore:
    board: Board
    lines: tuple[LineScore, ...]

    @property
    def number(self) -> int | str:
        return self.board.number


@dataclass(frozen=True, slots=True)
class ScoredStanding:
    """A contestant's place in its ranking."""

    rank: int
    tied: bool
    contestant: str
    boards: int
    total: Fraction
    percent: Fraction | None
    ranking: str = ""
    carry_over: Fraction = Fraction(0)
    penalty: Fraction = Fraction(0)
    tie_break: tuple[str, ...] = ()
    # Who played too few boards stands below the others, without a place.
    is_ranked: bool = True

    @property
    def place(self) -> str:
        return place_text(self.rank, self.tied, self.is_ranked)


@dataclass(frozen=True)
class SessionScore:
    """A scored field. Every figure in it can be explained (see `explain`)."""

    sheet: Scoresheet
    method: Method
    profile: Profile
    boards: tuple[BoardScore, ...]
    standings: tuple[ScoredStanding, ...]

    @property
    def board_rounding(self) -> Rounding:
        return self.profile.points if self.method.gives_percentages else self.profile.imps

    @cached_property
    def by_contestant(self) -> dict[str, ScoredStanding]:
        return {standing.contestant: standing for standing in self.standings}

    @cached_property
    def _numbered(self) -> dict[int | str, BoardScore]:
        return {board.number: board for board in self.boards}

    def board(self, number: int | str) -> BoardScore:
        return self._numbered[number]

    def contestant_scores(self, contestant: str) -> Iterator[tuple[BoardScore, LineScore, Side]]:
        """A contestant's scorecard, board by board."""
        for board in self.boards:
            for line in board.lines:
                for side in Side:
                    if line.line.contestant(side) == contestant and line.points(side) is not None:
                        yield board, line, side
