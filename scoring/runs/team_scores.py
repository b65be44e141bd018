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

    matches: tuple[MatchLines, ...]
    scores: tuple[MatchScore, ...]
    places: tuple[Place, ...]

    @property
    def match_data(self) -> list[Row]:
        return [_match_data(match_lines, score) for match_lines, score in zip(self.matches, self.scores, strict=True)]


def score_teams(field_sheet: FieldSheet) -> Teams:
    matches = tuple(sheet_matches(field_sheet))
    scores = tuple(_score_lines(field_sheet, match) for match in matches)
    return Teams(matches, scores, ranked_by_matches(field_sheet, scores))


def ranked_by_matches(field_sheet: FieldSheet, scores: Sequence[MatchScore]) -> tuple[Place, ...]:
    """Places by what the matches gave; one in which no board has a score yet gives nothing."""
    played = [score for score in scores if match_counts(score)]
    everybody = dict.fromkeys(who for score in scores for who in (score.match.home, score.match.away))
    byes = [CarryOver(who, ZERO) for who in everybody] + list(field_sheet.byes)
    places = team_standings(played, penalties=field_sheet.penalties, byes=byes)
    totals = {place.contestant: place.total for place in places}
    order = tie_breaks.tie_breaks_in_order(
        field_sheet.event.tie_breaks, tie_breaks.in_matches(played), totals, f"lot:{field_sheet.field.pk}"
    )
    return break_ties(places, order)


def match_counts(score: MatchScore) -> bool:
    match = score.match
    return bool(score.boards or match.home_carry or match.home_penalty or match.away_penalty)


def sheet_matches(field_sheet: FieldSheet) -> list[MatchLines]:
    """Two teams that meet; rounds in which the same board is compared between them belong to one match."""
    lines: dict[tuple[int, str, str], list[tuple[int, int, Line, int]]] = defaultdict(list)
    for board in field_sheet.boards:
        for index, line in enumerate(board.lines):
            play = field_sheet.plays[int(board.number), index]
            home, away = sorted((line.ns, line.ew), key=int)
            lines[field_sheet.slots[play].section, home, away].append(
                (field_sheet.rounds[play], int(board.number), line, play)
            )
    matches = [
        _match_lines(field_sheet, section, home, away, part)
        for (section, home, away), own_lines in lines.items()
        for part in _split_into_matches(own_lines, field_sheet.kinds.get(section))
    ]
    return sorted(
        matches, key=lambda match_lines: (match_lines.key[0], int(match_lines.match.home), int(match_lines.match.away))
    )


def _split_into_matches(
    own_lines: list[tuple[int, int, Line, int]], kind: MovementKind | None
) -> list[list[tuple[int, int, Line, int]]]:
    # Stanzas of one encounter, or two visits to the same boards.
    if kind is not None and kind.traits.is_one_match:
        return [own_lines]
    by_round: dict[int, list[tuple[int, int, Line, int]]] = defaultdict(list)
    for own_line in own_lines:
        by_round[own_line[0]].append(own_line)
    parts: list[list[tuple[int, int, Line, int]]] = []
    for number in sorted(by_round):
        boards = {own_line[1] for own_line in by_round[number]}
        # The halves of a triangle are played in two rounds, with the same boards.
        same = next((part for part in parts if boards & {own_line[1] for own_line in part}), None)
        if same is not None:
            same += by_round[number]
        else:
            parts.append(by_round[number])
    return parts


def _match_lines(
    field_sheet: FieldSheet, section: int, home: str, away: str, own_lines: list[tuple[int, int, Line, int]]
) -> MatchLines:
    rooms: dict[int, list[tuple[Line, int]]] = defaultdict(list)
    for _round, number, line, play in own_lines:
        rooms[number].append((line, play))
    both = {number: _two_rooms(home, played) for number, played in sorted(rooms.items())}
    rounds = tuple(sorted({own_line[0] for own_line in own_lines}))
    boards = tuple(_match_board(number, home, home_ns[0], away_ns[0]) for number, (home_ns, away_ns) in both.items())
    terms = field_sheet.terms.get((rounds[0], home, away))
    match = TeamMatch(
        home,
        away,
        boards,
        rounds[0],
        knockout=section in field_sheet.kinds and field_sheet.kinds[section].traits.is_knockout,
        home_carry=terms.home_carry if terms else ZERO,
        home_penalty=terms.home_penalty if terms else ZERO,
        away_penalty=terms.away_penalty if terms else ZERO,
    )
    dropped = frozenset(number for _round, number, _line, play in own_lines if play in field_sheet.dropped)
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


def scale_for(field_sheet: FieldSheet, boards: int) -> VPScale | None:
    if not field_sheet.event.scoring_method.victory_points:
        return None
    return scale(field_sheet.event.vp_scale or USUAL_SCALE, max(1, boards))


def _score_lines(field_sheet: FieldSheet, match_lines: MatchLines) -> MatchScore:
    rules = TeamRules(field_sheet.event.scoring_method.match or IMPS)
    score = score_match(match_lines.match, rules, scale_for(field_sheet, len(match_lines.match.boards)))
    return score if match_counts(score) else MatchScore(match_lines.match, (), ZERO, ZERO)


def _match_data(match_lines: MatchLines, score: MatchScore) -> Row:
    """As plain data. What is not compared yet stands under `missing`, without points."""
    points = {board.number: board for board in score.boards}
    boards = [
        {
            "board": number,
            "home": plain(points[number].home),
            "away": plain(points[number].away),
            **_rooms(match_lines, number),
        }
        for number in match_lines.rooms
        if number in points
    ]
    unscored = [number for number in match_lines.rooms if number not in points]
    missing = [
        {"board": number, **_rooms(match_lines, number)} for number in unscored if number not in match_lines.dropped
    ]
    return match_data(
        score,
        rounds=list(match_lines.rounds),
        section=match_lines.section,
        boards=boards,
        missing=missing,
        dropped=[number for number in unscored if number in match_lines.dropped],
    )


def match_data(score: MatchScore, **more: Any) -> Row:
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


def _rooms(match_lines: MatchLines, number: int) -> Row:
    open_room, closed_room = match_lines.rooms[number]
    return {"open": table_data(*open_room), "closed": table_data(*closed_room)}


def table_data(line: Line | None, play: int) -> Row | None:
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
