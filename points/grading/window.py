"""The window model: linear par, and a grade that is the weighted mean of the last boards.

In the manner of the English National Grading Scheme as far as it is published; the weights of the prior and of older
results are our own (docs/algorithms/grading.md).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from math import fsum, sqrt

from points.grading.model import (
    MIDDLE,
    Grade,
    GradedLine,
    GradedSession,
    Record,
    Records,
    SessionGrades,
    check_session,
    mean,
    partnership,
    strengths,
)

#: One session in a record: day as an ordinal, boards, weight of the event, and the grade that it spoke for.
Entry = tuple[int, int, float, float]


@dataclass(frozen=True, slots=True)
class WindowModel:
    """Settings of the model, which a federation may change; window and days are those that the NGS publishes."""

    window: int = 2000  # boards
    days: int = 1096  # three years
    start: float = MIDDLE  # where somebody new is put; the NGS has 42
    prior_boards: float = 100.0  # how many boards the start weighs
    oldest: float = 0.5  # what the oldest board of the window weighs of the newest
    spread: float = 50.0  # deviation of what one board says of a player, in percentage points
    name: str = "window"

    def grade(self, record: Record | None, day: date) -> Grade:
        entries = self._in_window(record["entries"] if record else (), day)
        return self._grade(entries, self.start)

    def partnership_grade(self, record: Record | None, players: Sequence[Grade], day: date) -> Grade:
        """A partnership's own results, drawn to the mean of its players' grades as long as there are few of them."""
        entries = self._in_window(record["entries"] if record else (), day)
        return self._grade(entries, mean([player.value for player in players]))

    def grade_session(self, records: Records, session: GradedSession) -> SessionGrades:
        check_session(session)
        grades = {player: self.grade(records.get(player), session.day) for player in session.players()}
        pairs = [mean([grades[player].value for player in result.players]) for result in session.results]
        opposition = strengths(session, pairs)
        pars = [pair - (strength - MIDDLE) for pair, strength in zip(pairs, opposition, strict=True)]
        added: dict[str, list[Entry]] = {}
        for result, par, strength in zip(session.results, pars, opposition, strict=True):
            head = (session.day.toordinal(), result.boards, session.weight)
            for player in result.players:
                spoke_for = grades[player].value + (result.percent - par)
                added.setdefault(player, []).append((*head, spoke_for))
            if len(result.players) == 2:
                spoke_for = result.percent + strength - MIDDLE
                added.setdefault(partnership(result.players), []).append((*head, spoke_for))
        changed = {key: self._with(records.get(key), entries, session.day) for key, entries in added.items()}
        after = {player: self.grade(changed[player], session.day) for player in grades}
        lines = tuple(
            GradedLine(
                result.players,
                par,
                result.percent,
                strength,
                tuple(grades[player] for player in result.players),
                tuple(after[player] for player in result.players),
            )
            for result, par, strength in zip(session.results, pars, opposition, strict=True)
        )
        return SessionGrades(changed, lines)

    def _with(self, record: Record | None, added: Iterable[Entry], day: date) -> Record:
        entries = [*(record["entries"] if record else ()), *added]
        played = (record["boards"] if record else 0) + sum(boards for _, boards, _, _ in added)
        return {"entries": [list(entry) for entry in self._in_window(entries, day)], "boards": played}

    def _in_window(self, entries: Iterable[Sequence[float]], day: date) -> list[Entry]:
        """The newest entries, as far as the window of boards and of days reaches; oldest first."""
        kept: list[Entry] = []
        boards = 0
        for when, count, weight, value in reversed(list(entries)):
            if boards >= self.window or day.toordinal() - when > self.days:
                break
            kept.append((int(when), int(count), weight, value))
            boards += int(count)
        return kept[::-1]

    def _grade(self, entries: Sequence[Entry], prior: float) -> Grade:
        weights: list[float] = []
        back = 0
        for _, boards, weight, _ in reversed(entries):
            fade = 1 - (1 - self.oldest) * min(back / self.window, 1.0)
            weights.append(boards * weight * fade)
            back += boards
        weights.reverse()
        total = fsum([self.prior_boards, *weights])
        spoken = fsum([self.prior_boards * prior, *(w * entry[3] for w, entry in zip(weights, entries, strict=True))])
        return Grade(spoken / total, self.spread / sqrt(total), back)
