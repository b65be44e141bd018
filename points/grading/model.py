"""What grading takes and gives: sessions with percentages in, grades with their uncertainty out; all of it frozen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from math import fsum
from typing import Any, Protocol

MIDDLE = 50.0
#: Percentage points for each IMP a board at cross-IMPs, as the National Grading Scheme publishes it.
CROSS_IMP_FACTOR = 6.48


def _(text: str) -> str:
    """Marks a sentence for translators."""
    return text


NO_RESULTS = _("Session %(session)s has one result: nothing is compared in it, so that it moves no grade.")
BAD_PERCENT = _("Session %(session)s has %(percent)s %% for %(players)s: a percentage lies between 0 and 100.")
BAD_BOARDS = _("Session %(session)s has %(boards)s boards for %(players)s: at least one is needed.")
TWICE = _("Session %(session)s has %(player)s twice against the same field: remove one of the two.")
NO_PLAYERS = _("Session %(session)s has a result without players: name at least one.")
PAR = _("Expected %(expected).1f, made %(made).1f against opposition of %(strength).1f.")
MOVE = _("%(player)s: %(before).2f to %(after).2f (± %(uncertainty).2f).")
BAD_FIELD = _("Session %(session)s compares result %(result)s with itself or with one that is not there.")


class GradingError(ValueError):
    """A sentence for a person: `sentence` is the untranslated template, `gaps` fills it."""

    def __init__(self, sentence: str, **gaps: object) -> None:
        super().__init__(sentence % gaps)
        self.sentence = sentence
        self.gaps: Mapping[str, object] = gaps


@dataclass(frozen=True, slots=True)
class PairResult:
    """What one or two players made over some boards, as a percentage of 50 in the mean.

    `against` are the indexes of the results whose players they were up against, where that was not everybody else: the
    two pairs of the other team, the opponents of a Swiss match.
    """

    players: tuple[str, ...]
    percent: float
    boards: int
    against: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GradedSession:
    """A session that moves grades. Sessions are taken in the order of their day, then of their id."""

    id: int
    day: date
    results: tuple[PairResult, ...]
    weight: float = 1.0  # a federation's event may count double

    @property
    def order(self) -> tuple[date, int]:
        return self.day, self.id

    def players(self) -> tuple[str, ...]:
        return tuple(sorted({player for result in self.results for player in result.players}))

    def partnerships(self) -> tuple[str, ...]:
        return tuple(sorted({partnership(result.players) for result in self.results if len(result.players) == 2}))


class Maturity(StrEnum):
    """How far a grade may be relied on."""

    HIDDEN = "hidden"
    EVOLVING = "evolving"
    MATURE = "mature"


@dataclass(frozen=True, slots=True)
class Grade:
    """A grade with the deviation that it has to be read with, and the boards behind it."""

    value: float
    uncertainty: float
    boards: int

    @property
    def maturity(self) -> Maturity:
        if self.boards >= 1000:
            return Maturity.MATURE
        return Maturity.EVOLVING if self.boards >= 300 else Maturity.HIDDEN


@dataclass(frozen=True, slots=True)
class GradedLine:
    """What a result did: par and what was made, and each player's grade before and after."""

    players: tuple[str, ...]
    expected: float
    made: float
    strength: float  # of the opposition; 50 is the middle
    before: tuple[Grade, ...]
    after: tuple[Grade, ...]


#: A model's record of a player or partnership: plain values that JSON holds without loss.
Record = Mapping[str, Any]
Records = Mapping[str, Record]


@dataclass(frozen=True, slots=True)
class SessionGrades:
    """The records that a session changed, and what each result did."""

    records: dict[str, Record]
    lines: tuple[GradedLine, ...]


class GradingModel(Protocol):
    """What every model does."""

    name: str

    def grade(self, record: Record | None, day: date) -> Grade:
        """The grade that a player's record gives on a day; that of somebody new without a record."""
        ...

    def grade_session(self, records: Records, session: GradedSession) -> SessionGrades:
        """What a session changes, from the records of those who played in it."""
        ...


def partnership(players: Sequence[str]) -> str:
    """The key under which a partnership's record is kept, whoever is named first."""
    return "+".join(sorted(players))


def check_session(session: GradedSession) -> None:
    """Refuses, with a sentence, what cannot be graded."""
    if len(session.results) < 2:
        raise GradingError(NO_RESULTS, session=session.id)
    seen: set[tuple[str, tuple[int, ...]]] = set()
    for index, result in enumerate(session.results):
        names = " & ".join(result.players)
        if not result.players:
            raise GradingError(NO_PLAYERS, session=session.id)
        if not 0 <= result.percent <= 100:
            raise GradingError(BAD_PERCENT, session=session.id, percent=result.percent, players=names)
        if result.boards < 1:
            raise GradingError(BAD_BOARDS, session=session.id, boards=result.boards, players=names)
        if any(other == index or not 0 <= other < len(session.results) for other in result.against):
            raise GradingError(BAD_FIELD, session=session.id, result=index)
        for player in result.players:
            if (player, result.against) in seen:
                raise GradingError(TWICE, session=session.id, player=player)
            seen.add((player, result.against))


def mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def strengths(session: GradedSession, pairs: Sequence[float]) -> list[float]:
    """The strength of the opposition of each result: the mean of the pairs it was up against, by their boards."""
    boards = [float(result.boards) for result in session.results]
    total, weights = fsum(value * weight for value, weight in zip(pairs, boards, strict=True)), fsum(boards)
    found: list[float] = []
    for index, result in enumerate(session.results):
        if result.against:
            against = [boards[other] for other in result.against]
            met = fsum(pairs[other] * boards[other] for other in result.against)
            found.append(met / fsum(against))
        else:
            found.append((total - pairs[index] * boards[index]) / (weights - boards[index]))
    return found


def percent_from_imps(imps_per_board: float, factor: float) -> float:
    """IMPs a board as a percentage, within 0 and 100.

    `factor` is `CROSS_IMP_FACTOR` at cross-IMPs. Those of Butler, teams and aggregate are not published: the regulation
    has them typed in.
    """
    return min(100.0, max(0.0, MIDDLE + factor * imps_per_board))


def sentence(line: GradedLine) -> str:
    """What a result did, in a sentence."""
    told = PAR % {"expected": line.expected, "made": line.made, "strength": line.strength}
    moves = (
        MOVE % {"player": player, "before": before.value, "after": after.value, "uncertainty": after.uncertainty}
        for player, before, after in zip(line.players, line.before, line.after, strict=True)
    )
    return " ".join([told, *moves])
