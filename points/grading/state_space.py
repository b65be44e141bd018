"""The state-space model: each player's strength drifts, and each session corrects it by as much as it is worth.

A Kalman filter with a mean and a variance for each player. What a result says is divided between the partners by their
uncertainty, so that a newcomer beside an old hand moves most.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import fsum, sqrt

from points.grading.model import (
    MIDDLE,
    Grade,
    GradedLine,
    GradedSession,
    PairResult,
    Record,
    Records,
    SessionGrades,
    check_session,
    mean,
    partnership,
    strengths,
)


@dataclass(frozen=True, slots=True)
class Estimate:
    mean: float
    variance: float
    boards: int

    @property
    def grade(self) -> Grade:
        return Grade(self.mean, sqrt(self.variance), self.boards)


@dataclass(frozen=True, slots=True)
class StateSpaceModel:
    """Settings of the model, in percentage points; variances are their squares."""

    start: float = MIDDLE
    start_spread: float = 5.0  # of the strength of somebody new
    drift: float = 0.05  # how far strength moves in a day, as a deviation
    spread: float = 28.0  # of one board
    form: float = 2.0  # of a session, however many boards it has
    partnership_spread: float = 1.5  # how far a partnership differs from its players
    name: str = "state-space"

    def grade(self, record: Record | None, day: date) -> Grade:
        return self._estimate(record, day).grade

    def partnership_grade(self, record: Record | None, players: Sequence[Grade], day: date) -> Grade:
        """The players' mean grade and what the partnership made beyond it."""
        known = self._beyond(record, day)
        spread = sqrt(known.variance + fsum(grade.uncertainty**2 for grade in players) / len(players) ** 2)
        return Grade(mean([grade.value for grade in players]) + known.mean, spread, known.boards)

    def grade_session(self, records: Records, session: GradedSession) -> SessionGrades:
        check_session(session)
        known = {player: self._estimate(records.get(player), session.day) for player in session.players()}
        beyond = {key: self._beyond(records.get(key), session.day) for key in session.partnerships()}
        pairs = [self._pair(result, known, beyond) for result in session.results]
        opposition = strengths(session, [pair.mean for pair in pairs])
        unsure = fsum(pair.variance for pair in pairs) / len(pairs) ** 2
        moved, moved_beyond, lines = dict(known), dict(beyond), []
        for result, pair, strength in zip(session.results, pairs, opposition, strict=True):
            par = pair.mean - (strength - MIDDLE)
            noise = (self.spread**2 / result.boards + self.form**2) / session.weight
            surprise = (result.percent - par) / (pair.variance + unsure + noise)
            worth = 1 / (pair.variance + unsure + noise)
            for player in result.players:
                part = known[player].variance / len(result.players)
                moved[player] = _moved(moved[player], part, surprise, worth, result.boards)
            if len(result.players) == 2:
                key = partnership(result.players)
                moved_beyond[key] = _moved(moved_beyond[key], beyond[key].variance, surprise, worth, result.boards)
            lines.append((result, par, strength))
        day = session.day.toordinal()
        changed = {key: _record(estimate, day) for key, estimate in (moved | moved_beyond).items()}
        return SessionGrades(changed, tuple(_line(*line, known, moved) for line in lines))

    def _pair(self, result: PairResult, known: dict[str, Estimate], beyond: dict[str, Estimate]) -> Estimate:
        """The strength of those who play together, with its variance."""
        count = len(result.players)
        strength = mean([known[player].mean for player in result.players])
        variance = fsum(known[player].variance for player in result.players) / count**2
        if count == 2:
            more = beyond[partnership(result.players)]
            return Estimate(strength + more.mean, variance + more.variance, result.boards)
        return Estimate(strength, variance, result.boards)

    def _estimate(self, record: Record | None, day: date) -> Estimate:
        """What is known on a day: less, the longer ago the last session, but no less than of somebody new."""
        most = self.start_spread**2
        if record is None:
            return Estimate(self.start, most, 0)
        days = max(day.toordinal() - record["day"], 0)
        return Estimate(record["mean"], min(record["variance"] + self.drift**2 * days, most), record["boards"])

    def _beyond(self, record: Record | None, day: date) -> Estimate:
        """What a partnership makes beyond its players' mean."""
        if record is None:
            return Estimate(0.0, self.partnership_spread**2, 0)
        return Estimate(record["mean"], record["variance"], record["boards"])


def _moved(known: Estimate, part: float, surprise: float, worth: float, boards: int) -> Estimate:
    """An estimate after a result, of whose strength it was a `part` of the variance."""
    variance = max(known.variance - part * part * worth, 1e-6)
    return Estimate(known.mean + part * surprise, variance, known.boards + boards)


def _record(estimate: Estimate, day: int) -> Record:
    return {"mean": estimate.mean, "variance": estimate.variance, "boards": estimate.boards, "day": day}


def _line(
    result: PairResult, par: float, strength: float, before: dict[str, Estimate], after: dict[str, Estimate]
) -> GradedLine:
    grades = (tuple(known[player].grade for player in result.players) for known in (before, after))
    return GradedLine(result.players, par, result.percent, strength, *grades)
