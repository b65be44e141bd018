"""From a field's sheet to what a run keeps: lines with their points, and standings, whatever is contested."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from events.models.conditions import Form, Scoring
from scoring.engine.cards import Side
from scoring.engine.individual import individual_standings
from scoring.engine.numbers import Rounding, plain
from scoring.engine.results import Points, SessionScore
from scoring.engine.results import Standing as Place
from scoring.engine.session import score_session
from scoring.engine.sheet import Award, Line, Outcomes
from scoring.engine.teams import (
    Awards,
    Comparison,
    Match,
    MatchBoard,
    MatchScore,
    Table,
    TeamRules,
    TeamScoring,
    score_match,
    team_standings,
)
from scoring.engine.totals import penalties_of, session_top
from scoring.engine.victory import scale
from scoring.selectors.sheets import FieldSheet

USUAL_SCALE = "wbf"
TEAM_SCORING = {Scoring.BOARD_A_MATCH: TeamScoring.BOARD_A_MATCH, Scoring.TOTAL_POINTS: TeamScoring.AGGREGATE}
Row = dict[str, Any]


@dataclass(frozen=True)
class Scored:
    boards: list[Row]
    places: tuple[Place, ...]
    total: Rounding
    percent: Rounding


def score_field(read: FieldSheet) -> Scored:
    if read.event.form == Form.TEAMS:
        return _teams(read)
    session = score_session(read.sheet, read.method, read.profile)
    places = session.standings if read.event.form == Form.PAIRS else _players(session)
    profile = read.profile
    total = profile.total if read.method.gives_percentages else profile.imps
    return Scored(_lines(read, session), places, total, profile.percent)


def _players(session: SessionScore) -> tuple[Place, ...]:
    sides = {line.line.contestant(side) for board in session.boards for line in board.lines for side in Side}
    taken = penalties_of(session.sheet, session_top(session.sheet, session.profile))
    return individual_standings(session, {side: side.split("+") for side in sides}, taken)


def _lines(read: FieldSheet, session: SessionScore) -> list[Row]:
    shown = _shown_once(session.board_rounding)
    return [
        {
            "board": board.number,
            "lines": [
                {
                    "play": read.plays[int(board.number), at],
                    "ns": line.line.ns,
                    "ew": line.line.ew,
                    **({"form": line.line.group[-1]} if line.line.group else {}),
                    **shown("ns", line.ns),
                    **shown("ew", line.ew),
                }
                for at, line in enumerate(board.lines)
            ],
        }
        for board in session.boards
    ]


def _shown_once(rounding: Rounding) -> Callable[[str, Points | None], Row]:
    """Equal scores on a board share their points, so that each is written out once and not at every table."""
    known: dict[tuple[str, int], Row] = {}

    def shown(name: str, points: Points | None) -> Row:
        key = name, id(points)
        if key not in known:
            known[key] = points_of(name, points, rounding)
        return known[key]

    return shown


def points_of(name: str, points: Points | None, rounding: Rounding) -> Row:
    """What is shown, what counts, and the percentage of the top where there is one."""
    if points is None:
        return {}
    share = points.counted * 100 / points.top if points.top else None
    return {
        f"{name}_points": rounding.show(points.shown),
        f"{name}_counted": plain(points.counted),
        f"{name}_percent": Rounding(1).show(share) if share is not None else "",
    }


def _teams(read: FieldSheet) -> Scored:
    matches = [_scored_match(read, match) for match in _matches(read)]
    places = team_standings(matches, penalties=read.penalties)
    return Scored([_match_row(match) for match in matches], places, Rounding(2), Rounding(2))


def _matches(read: FieldSheet) -> list[Match]:
    """Two teams in a round; the one with the smaller number of the two is at home in the books."""
    found: dict[tuple[int, str, str], dict[int, dict[bool, Line]]] = defaultdict(lambda: defaultdict(dict))
    for board in read.boards:
        for at, line in enumerate(board.lines):
            home, away = sorted((line.ns, line.ew), key=int)
            number = read.rounds[read.plays[int(board.number), at]]
            found[number, home, away][int(board.number)][line.ns == home] = line
    return [
        Match(home, away, tuple(_match_board(number, rooms) for number, rooms in sorted(boards.items())), number_)
        for (number_, home, away), boards in sorted(found.items(), key=lambda item: item[0][0])
    ]


def _match_board(number: int, rooms: dict[bool, Line]) -> MatchBoard:
    open_room, closed_room = rooms.get(True), rooms.get(False)
    for line, at_home in ((open_room, True), (closed_room, False)):
        awards = (line.ns_value, line.ew_value) if line else ()
        if line and any(isinstance(value, Award) for value in awards):
            ns, ew = (value if isinstance(value, Award) else Award(percent=Fraction(50)) for value in awards)
            return MatchBoard(number, Awards(ns, ew) if at_home else Awards(ew, ns))
    tables = [_table(line) for line in (open_room, closed_room)]
    fouled = open_room is not None and closed_room is not None and open_room.group != closed_room.group
    # The rooms had different cards: nothing can be compared, what each side gets is a ruling's (Laws 86B2 and 87C).
    if tables[0] is None or tables[1] is None or fouled:
        return MatchBoard(number, None)
    return MatchBoard(number, Comparison(tables[0], tables[1]))


def _table(line: Line | None) -> Table | None:
    if line is None or not isinstance(line.ns_value, Outcomes) or not isinstance(line.ew_value, Outcomes):
        return None
    return Table(line.ns_value, line.ew_value)


def _scored_match(read: FieldSheet, match: Match) -> MatchScore:
    rules = TeamRules(TEAM_SCORING.get(Scoring(read.event.scoring), TeamScoring.IMPS))
    if read.event.scoring != Scoring.VICTORY:
        return score_match(match, rules)
    return score_match(match, rules, scale(read.event.vp_scale or USUAL_SCALE, max(1, len(match.boards))))


def _match_row(score: MatchScore) -> Row:
    def vps(value: Fraction | None) -> str:
        return "" if value is None else Rounding(2).show(value)

    return {
        "round": score.match.round,
        "home": score.match.home,
        "away": score.match.away,
        "boards": [
            {"board": board.number, "home": plain(board.home), "away": plain(board.away)} for board in score.boards
        ],
        "home_net": plain(score.home),
        "away_net": plain(score.away),
        "home_vps": vps(score.home_vps),
        "away_vps": vps(score.away_vps),
    }
