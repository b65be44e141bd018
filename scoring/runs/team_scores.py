"""Teams: the plays of a field as matches, scored, and what a run keeps of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from events.movements.model import MovementKind
from scoring.engine import tie_breaks
from scoring.engine.cards import Side
from scoring.engine.methods import IMPS
from scoring.engine.numbers import ZERO, Rounding, plain
from scoring.engine.ranking import break_ties
from scoring.engine.results import ScoredStanding as Place
from scoring.engine.sheet import CarryOver, Line, Outcomes
from scoring.engine.teams import (
    MatchBoard,
    MatchScore,
    TeamMatch,
    TeamRules,
    compare_rooms,
    score_match,
    team_standings,
)
from scoring.engine.victory import USUAL_SCALE, VPScale, scale
from scoring.runs.sheets import FieldSheet

VPS = Rounding(2)
Row = dict[str, Any]
Key = tuple[int, str, str]
# What happened at a table, and the play; no line where the board is not due there.
Room = tuple[Line | None, int]


@dataclass(frozen=True)
class MatchLines:
    """A match with the lines behind each board: where the home team sits North-South first."""

    match: TeamMatch
    section: int
    rounds: tuple[int, ...]
    rooms: dict[int, tuple[Room, Room]]
    # Boards that will not be played at one of the two tables.
    dropped: frozenset[int] = frozenset()

    @property
    def key(self) -> Key:
        return int(self.match.round), self.match.home, self.match.away


@dataclass(frozen=True)
class Teams:
    """A field of teams, scored."""

    found: tuple[MatchLines, ...]
    scores: tuple[MatchScore, ...]
    places: tuple[Place, ...]

    @property
    def rows(self) -> list[Row]:
        return [_row(found, score) for found, score in zip(self.found, self.scores, strict=True)]


def score_teams(read: FieldSheet) -> Teams:
    found = tuple(sheet_matches(read))
    scores = tuple(_scored(read, one) for one in found)
    return Teams(found, scores, ranked_by_matches(read, scores))


def ranked_by_matches(read: FieldSheet, scores: Sequence[MatchScore]) -> tuple[Place, ...]:
    """Places by what the matches gave; one in which no board has a score yet gives nothing."""
    played = [score for score in scores if match_counts(score)]
    everybody = dict.fromkeys(who for score in scores for who in (score.match.home, score.match.away))
    given = [CarryOver(who, ZERO) for who in everybody] + list(read.byes)
    places = team_standings(played, penalties=read.penalties, byes=given)
    totals = {place.contestant: place.total for place in places}
    order = tie_breaks.tie_breaks_in_order(
        read.event.tie_breaks, tie_breaks.in_matches(played), totals, f"lot:{read.field.pk}"
    )
    return break_ties(places, order)


def match_counts(score: MatchScore) -> bool:
    match = score.match
    return bool(score.boards or match.home_carry or match.home_penalty or match.away_penalty)


def sheet_matches(read: FieldSheet) -> list[MatchLines]:
    """Two teams that meet; rounds in which the same board is compared between them belong to one match."""
    lines: dict[tuple[int, str, str], list[tuple[int, int, Line, int]]] = defaultdict(list)
    for board in read.boards:
        for at, line in enumerate(board.lines):
            play = read.plays[int(board.number), at]
            home, away = sorted((line.ns, line.ew), key=int)
            lines[read.slots[play].section, home, away].append((read.rounds[play], int(board.number), line, play))
    found = [
        _found(read, section, home, away, part)
        for (section, home, away), mine in lines.items()
        for part in _parts(mine, read.kinds.get(section))
    ]
    return sorted(found, key=lambda one: (one.key[0], int(one.match.home), int(one.match.away)))


def _parts(mine: list[tuple[int, int, Line, int]], kind: MovementKind | None) -> list[list[tuple[int, int, Line, int]]]:
    # Stanzas of one encounter, or two visits to the same boards.
    if kind is not None and kind.traits.is_one_match:
        return [mine]
    by_round: dict[int, list[tuple[int, int, Line, int]]] = defaultdict(list)
    for one in mine:
        by_round[one[0]].append(one)
    parts: list[list[tuple[int, int, Line, int]]] = []
    for number in sorted(by_round):
        boards = {one[1] for one in by_round[number]}
        # The halves of a triangle are played in two rounds, with the same boards.
        same = next((part for part in parts if boards & {one[1] for one in part}), None)
        if same is not None:
            same += by_round[number]
        else:
            parts.append(by_round[number])
    return parts


def _found(read: FieldSheet, section: int, home: str, away: str, mine: list[tuple[int, int, Line, int]]) -> MatchLines:
    rooms: dict[int, list[tuple[Line, int]]] = defaultdict(list)
    for _round, number, line, play in mine:
        rooms[number].append((line, play))
    both = {number: _two_rooms(home, played) for number, played in sorted(rooms.items())}
    rounds = tuple(sorted({one[0] for one in mine}))
    boards = tuple(_match_board(number, home, one[0], other[0]) for number, (one, other) in both.items())
    terms = read.terms.get((rounds[0], home, away))
    match = TeamMatch(
        home,
        away,
        boards,
        rounds[0],
        knockout=section in read.kinds and read.kinds[section].traits.is_knockout,
        home_carry=terms.home_carry if terms else ZERO,
        home_penalty=terms.home_penalty if terms else ZERO,
        away_penalty=terms.away_penalty if terms else ZERO,
    )
    dropped = frozenset(number for _round, number, _line, play in mine if play in read.dropped)
    return MatchLines(match, section, rounds, both, dropped)


def _two_rooms(home: str, played: list[tuple[Line, int]]) -> tuple[Room, Room]:
    """Where the home team sat North-South comes first; a team that sat the wrong way did so in both, or in neither."""
    nobody: Room = (None, 0)
    opened = next((room for room in played if room[0].ns == home), nobody)
    closed = next((room for room in played if room[0].ns != home), nobody)
    for room in played:
        if room not in (opened, closed):
            opened, closed = (room, closed) if opened == nobody else (opened, room)
    return opened, closed


def _match_board(number: int, home: str, *lines: Line | None) -> MatchBoard:
    """Where both pairs of a team had the same cards nothing can be compared: a ruling says what they get (86B2)."""
    rooms = [(line, Side.NS if line.ns == home else Side.EW) for line in lines if line is not None]
    return MatchBoard(number, compare_rooms(rooms))


def scale_for(read: FieldSheet, boards: int) -> VPScale | None:
    if not read.event.scoring_method.victory_points:
        return None
    return scale(read.event.vp_scale or USUAL_SCALE, max(1, boards))


def _scored(read: FieldSheet, found: MatchLines) -> MatchScore:
    rules = TeamRules(read.event.scoring_method.match or IMPS)
    score = score_match(found.match, rules, scale_for(read, len(found.match.boards)))
    return score if match_counts(score) else MatchScore(found.match, (), ZERO, ZERO)


def _row(found: MatchLines, score: MatchScore) -> Row:
    """As plain data. What is not compared yet stands under `missing`, without points."""
    points = {board.number: board for board in score.boards}
    boards = [
        {
            "board": number,
            "home": plain(points[number].home),
            "away": plain(points[number].away),
            **_rooms(found, number),
        }
        for number in found.rooms
        if number in points
    ]
    left = [number for number in found.rooms if number not in points]
    missing = [{"board": number, **_rooms(found, number)} for number in left if number not in found.dropped]
    return match_row(
        score,
        rounds=list(found.rounds),
        section=found.section,
        boards=boards,
        missing=missing,
        dropped=[number for number in left if number in found.dropped],
    )


def match_row(score: MatchScore, **more: Any) -> Row:
    """A match as a run keeps it, and as pages read it: its figures beside what is known of its boards."""
    match = score.match
    return {
        "round": match.round,
        "home": match.home,
        "away": match.away,
        **more,
        "carry": plain(match.home_carry),
        "home_penalty": plain(match.home_penalty),
        "away_penalty": plain(match.away_penalty),
        "home_net": plain(score.home),
        "away_net": plain(score.away),
        "home_vps": _vps(score.home_vps),
        "away_vps": _vps(score.away_vps),
    }


def _vps(value: Fraction | None) -> str:
    return "" if value is None else VPS.show(value)


def _rooms(found: MatchLines, number: int) -> Row:
    open_room, closed_room = found.rooms[number]
    return {"open": table_row(*open_room), "closed": table_row(*closed_room)}


def table_row(line: Line | None, play: int) -> Row | None:
    """A table's result as the page says it; the score is North-South's, where both sides have the same."""
    if line is None:
        return None
    value = line.ns_value if line.ns_value == line.ew_value and line.self_inflicted is None else None
    return {
        "play": play,
        "result": str(line.result) if line.result is not None else "",
        "score": value.single if isinstance(value, Outcomes) else None,
        "adjusted": bool(line.authority),
        **_each_score(line),
    }


def _each_score(line: Line) -> Row:
    """After a split score: what each side counts, as it sees it itself."""
    ns, ew = (value.single if isinstance(value, Outcomes) else None for value in (line.ns_value, line.ew_value))
    if ns is None or ew is None or ns == ew or line.self_inflicted is not None:
        return {}
    return {"ns_score": ns, "ew_score": -ew}
