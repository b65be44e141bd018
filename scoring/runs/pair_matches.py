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
from scoring.runs.team_scores import Row, match_data, scale_for, table_data

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
    def data(self) -> Row:
        """As plain data, like the matches of teams: the one table stands under `open`."""
        scored_boards = {int(board.number): board for board in self.score.boards}
        unscored = [number for number in self.lines if number not in scored_boards]
        return match_data(
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
                for number, board in scored_boards.items()
            ],
            missing=[
                {"board": number, "open": self._table(number)} for number in unscored if number not in self.dropped
            ],
            dropped=[number for number in unscored if number in self.dropped],
        )

    def _home_side(self, number: int) -> Side:
        return Side.NS if self.lines[number][0].ns == self.score.match.home else Side.EW

    def _is_artificial(self, number: int) -> bool:
        line, _play = self.lines[number]
        return any(isinstance(line.value(side), Award) for side in Side)

    def _table(self, number: int) -> Row | None:
        return table_data(*self.lines[number])


def counted_points(field_sheet: FieldSheet, session: SessionScore) -> Counted:
    return {
        (field_sheet.plays[int(board.number), index], side): points.counted
        for board in session.boards
        for index, line in enumerate(board.lines)
        for side in Side
        if (points := line.points(side)) is not None
    }


def stored_counted_points(run: ScoringRun) -> Counted:
    """The same from what a run has kept."""
    return {
        (line["play"], side): Fraction(line[f"{side.value.lower()}_counted"])
        for board in run.boards
        for line in board["lines"]
        for side in Side
        if f"{side.value.lower()}_counted" in line
    }


def pair_matches(field_sheet: FieldSheet, counted: Counted) -> list[PairMatch]:
    """Pairs who meet for a round; victory points from the sum of their boards, on the scale for all of them."""
    met: dict[tuple[int, str, str], dict[int, tuple[Line, int]]] = defaultdict(dict)
    for board in field_sheet.boards:
        for index, line in enumerate(board.lines):
            play = field_sheet.plays[int(board.number), index]
            home, away = sorted((line.ns, line.ew), key=int)
            met[field_sheet.rounds[play], home, away][int(board.number)] = (line, play)
    return [_pair_match(field_sheet, match, lines, counted) for match, lines in sorted(met.items())]


def _pair_match(
    field_sheet: FieldSheet, match: tuple[int, str, str], lines: dict[int, tuple[Line, int]], counted: Counted
) -> PairMatch:
    number, home, away = match
    boards = tuple(_board_scores(home, lines, counted))
    left_out = field_sheet.dropped | field_sheet.not_played
    dropped = frozenset(board for board, (_line, play) in lines.items() if play in left_out)
    section = field_sheet.slots[next(iter(lines.values()))[1]].section
    return PairMatch(
        _match_score(field_sheet, TeamMatch(home, away, (), number), boards, len(lines)), section, lines, dropped
    )


def _board_scores(home: str, lines: dict[int, tuple[Line, int]], counted: Counted) -> Iterable[MatchBoardScore]:
    for board, (line, play) in lines.items():
        home_side = Side.NS if line.ns == home else Side.EW
        home_points, away_points = counted.get((play, home_side)), counted.get((play, home_side.other))
        if home_points is not None and away_points is not None:
            yield MatchBoardScore(board, home_points, away_points)


def _match_score(
    field_sheet: FieldSheet, match: TeamMatch, boards: tuple[MatchBoardScore, ...], length: int
) -> MatchScore:
    if not boards:
        return MatchScore(match, (), ZERO, ZERO)
    home_total, away_total = sum((board.home for board in boards), ZERO), sum((board.away for board in boards), ZERO)
    vps = scale_for(field_sheet, length)
    if vps is None:
        return MatchScore(match, boards, home_total, away_total)
    return MatchScore(match, boards, home_total, away_total, vps.points(home_total), vps.points(away_total))
