"""Swiss pairs: the plays of a field as matches between pairs, each board worth what the field makes of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.engine.cards import Side
from scoring.engine.numbers import ZERO, plain
from scoring.engine.results import SessionScore
from scoring.engine.sheet import Award, Line
from scoring.engine.teams import MatchBoardScore, MatchScore, TeamMatch
from scoring.models import ScoringRun
from scoring.runs.sheets import FieldSheet
from scoring.runs.team_scores import Row, match_row, scale_for, table_row

# What a side has on a board, by the play and the side; nothing where there is no score yet.
Counted = Mapping[tuple[int, Side], Fraction]


@dataclass(frozen=True)
class PairMatch:
    """A match with the lines behind its boards, by board number: what happened, and the play."""

    score: MatchScore
    section: int
    lines: dict[int, tuple[Line, int]]
    dropped: frozenset[int]

    @property
    def row(self) -> Row:
        """As plain data, like the matches of teams: the one table stands under `open`."""
        made = {int(board.number): board for board in self.score.boards}
        left = [number for number in self.lines if number not in made]
        return match_row(
            self.score,
            rounds=[self.score.match.round],
            of_pairs=True,
            section=self.section,
            boards=[
                {
                    "board": number,
                    "home": plain(board.home),
                    "away": plain(board.away),
                    "open": self._table(number),
                    "home_side": self._home_side(number).value,
                    "artificial": self._is_artificial(number),
                }
                for number, board in made.items()
            ],
            missing=[{"board": number, "open": self._table(number)} for number in left if number not in self.dropped],
            dropped=[number for number in left if number in self.dropped],
        )

    def _home_side(self, number: int) -> Side:
        return Side.NS if self.lines[number][0].ns == self.score.match.home else Side.EW

    def _is_artificial(self, number: int) -> bool:
        line, _play = self.lines[number]
        return any(isinstance(line.value(side), Award) for side in Side)

    def _table(self, number: int) -> Row | None:
        return table_row(*self.lines[number])


def counted_in(read: FieldSheet, session: SessionScore) -> Counted:
    return {
        (read.plays[int(board.number), at], side): points.counted
        for board in session.boards
        for at, line in enumerate(board.lines)
        for side in Side
        if (points := line.of(side)) is not None
    }


def counted_in_run(run: ScoringRun) -> Counted:
    """The same from what a run has kept."""
    return {
        (line["play"], side): Fraction(line[f"{side.value.lower()}_counted"])
        for board in run.boards
        for line in board["lines"]
        for side in Side
        if f"{side.value.lower()}_counted" in line
    }


def pair_matches(read: FieldSheet, counted: Counted) -> list[PairMatch]:
    """Pairs who meet for a round; victory points from the sum of their boards, on the scale for all of them."""
    met: dict[tuple[int, str, str], dict[int, tuple[Line, int]]] = defaultdict(dict)
    for board in read.boards:
        for at, line in enumerate(board.lines):
            play = read.plays[int(board.number), at]
            home, away = sorted((line.ns, line.ew), key=int)
            met[read.rounds[play], home, away][int(board.number)] = (line, play)
    return [_pair_match(read, match, lines, counted) for match, lines in sorted(met.items())]


def _pair_match(
    read: FieldSheet, match: tuple[int, str, str], lines: dict[int, tuple[Line, int]], counted: Counted
) -> PairMatch:
    number, home, away = match
    boards = tuple(_board_scores(home, lines, counted))
    left_out = read.dropped | read.not_played
    dropped = frozenset(board for board, (_line, play) in lines.items() if play in left_out)
    section = read.slots[next(iter(lines.values()))[1]].section
    return PairMatch(_scored(read, TeamMatch(home, away, (), number), boards, len(lines)), section, lines, dropped)


def _board_scores(home: str, lines: dict[int, tuple[Line, int]], counted: Counted) -> Iterable[MatchBoardScore]:
    for board, (line, play) in lines.items():
        own = Side.NS if line.ns == home else Side.EW
        mine, theirs = counted.get((play, own)), counted.get((play, own.other))
        if mine is not None and theirs is not None:
            yield MatchBoardScore(board, mine, theirs)


def _scored(read: FieldSheet, match: TeamMatch, boards: tuple[MatchBoardScore, ...], length: int) -> MatchScore:
    if not boards:
        return MatchScore(match, (), ZERO, ZERO)
    mine, theirs = sum((one.home for one in boards), ZERO), sum((one.away for one in boards), ZERO)
    vps = scale_for(read, length)
    if vps is None:
        return MatchScore(match, boards, mine, theirs)
    return MatchScore(match, boards, mine, theirs, vps.of(mine), vps.of(theirs))
