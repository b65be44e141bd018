"""What really happened at the tables, kept in memory only, and what the engine makes of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from scoring.engine.boards import Conditions
from scoring.engine.cards import Seat, Strain
from scoring.engine.contract import Contract, Result
from scoring.engine.law77 import table_score
from scoring.engine.methods import MATCHPOINTS
from scoring.engine.profiles import Profile
from scoring.engine.results import SessionScore
from scoring.engine.session import score_session
from scoring.engine.sheet import Board, Line, Scoresheet, award_for_percent

NOT_PLAYED = "Not played"
AWARDS = (Fraction(60), Fraction(40))


@dataclass(frozen=True)
class RehearsedPlay:
    """A board at a table in a round, and the contestants who meet there."""

    play: int
    section: str
    round: int
    table: int
    board: int
    ns: int
    ew: int

    @property
    def where(self) -> tuple[str, int]:
        return self.section, self.table

    def __str__(self) -> str:
        return f"board {self.board} at table {self.section}{self.table} in round {self.round}"


@dataclass(frozen=True)
class Truth:
    """`result` is None where the board was never played; `turned` where they sat the wrong way (Law 5B)."""

    slot: RehearsedPlay
    result: Result | None
    turned: bool = False
    # The director gave 60% and 40% instead (Law 12C2).
    adjusted: bool = False

    @property
    def text(self) -> str:
        return NOT_PLAYED if self.result is None else str(self.result)

    @property
    def score(self) -> int | None:
        return None if self.result is None else table_score(self.result, Conditions.of(self.slot.board))

    @property
    def line(self) -> Line:
        ns, ew = str(self.slot.ns), str(self.slot.ew)
        if self.turned:
            ns, ew = ew, ns
        if self.adjusted:
            return Line.artificial(ns, ew, award_for_percent(AWARDS[0]), award_for_percent(AWARDS[1]))
        score = self.score
        return Line.not_played(ns, ew) if score is None else Line.played(ns, ew, score)


def score_truths(truths: Iterable[Truth], rankings: dict[str, str], profile: Profile) -> SessionScore:
    boards: dict[int, list[Line]] = defaultdict(list)
    for truth in truths:
        boards[truth.slot.board].append(truth.line)
    sheet = Scoresheet(tuple(Board(number, tuple(lines)) for number, lines in boards.items()), rankings=rankings)
    return score_session(sheet, MATCHPOINTS, profile)


class Cards:
    """What a field makes of a board: mostly one contract, give or take a trick, now and then something else."""

    def __init__(self, chance: Random) -> None:
        self.strain, self.other = chance.sample(list(Strain), 2)
        self.declarer = chance.choice(list(Seat))
        self.tricks = chance.choice([7, 8, 8, 9, 9, 9, 10, 10, 10, 11, 12])

    def played(self, chance: Random) -> Result:
        if chance.random() < 0.02:
            return Result()
        usual = chance.random() < 0.8
        tricks = min(13, max(0, self.tricks + chance.choice([-1, 0, 0, 0, 1])))
        level = min(7, max(1, tricks - 6 + chance.choice([-1, 0, 0, 0, 1])))
        doubled = 1 if chance.random() < 0.05 else 0
        declarer = self.declarer if chance.random() < 0.8 else chance.choice(list(Seat))
        return Result(Contract(level, self.strain if usual else self.other, doubled), declarer, tricks)


def another_result(right: Result | None, slot: RehearsedPlay, chance: Random) -> Result:
    """A result as it is mistyped: a trick too many, the wrong declarer; always with another score."""
    conditions = Conditions.of(slot.board)
    base = (
        right if right is not None and right.contract is not None else Result(Contract(1, Strain.CLUBS), Seat.NORTH, 7)
    )
    taken = base.tricks or 0
    wrong = [
        Result(base.contract, base.declarer, tricks)
        for tricks in (taken - 1, taken + 1, taken - 2)
        if 0 <= tricks <= 13
    ]
    wrong += [Result(base.contract, seat, taken) for seat in Seat]
    score = None if right is None else table_score(right, conditions)
    return chance.choice([one for one in wrong if table_score(one, conditions) != score])
