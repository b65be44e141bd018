"""From a field's sheet to what a run keeps: lines with their points, and standings, whatever is contested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from events.models.conditions import Form
from scoring.engine import tie_breaks
from scoring.engine.cards import Side
from scoring.engine.individual import individual_standings, partners_in, players_by_side
from scoring.engine.numbers import Rounding, plain
from scoring.engine.ranking import break_ties, without_places
from scoring.engine.results import Points, SessionScore
from scoring.engine.results import ScoredStanding as Place
from scoring.engine.session import score_session
from scoring.engine.teams import MatchScore
from scoring.engine.totals import penalty_points, session_top
from scoring.runs.pair_matches import counted_points, pair_matches
from scoring.runs.sheets import FieldSheet
from scoring.runs.team_scores import VPS, match_counts, ranked_by_matches, score_teams

Row = dict[str, Any]


@dataclass(frozen=True)
class FieldScore:
    boards: list[Row]
    places: tuple[Place, ...]
    total: Rounding
    percent: Rounding
    # What tie-breaks go by, for whoever puts several sessions together.
    encounters: Callable[[], list[tie_breaks.Encounter]]
    # Where a field is ranked by its boards alone: every figure of it.
    session: SessionScore | None = None


def score_field(field_sheet: FieldSheet) -> FieldScore:
    form, profile = field_sheet.event.form, field_sheet.profile
    if form == Form.TEAMS:
        teams = score_teams(field_sheet)
        return FieldScore(teams.match_data, teams.places, VPS, VPS, lambda: _match_encounters(teams.scores))
    session = score_session(field_sheet.sheet, field_sheet.method, profile)
    if field_sheet.event.has_matches:
        matches = [match.score for match in pair_matches(field_sheet, counted_points(field_sheet, session))]
        return FieldScore(
            _lines(field_sheet, session),
            ranked_by_matches(field_sheet, matches),
            VPS,
            VPS,
            lambda: _match_encounters(matches),
        )
    encounters = partial(tie_breaks.in_session, session, None if form == Form.PAIRS else partners_in)
    places = session.standings if form == Form.PAIRS else _players(session)
    places = without_places(places, too_few_boards(field_sheet, places))
    tied = {place.contestant for place in places if place.tied}
    total = profile.total if field_sheet.method.gives_percentages else profile.imps
    return FieldScore(
        _lines(field_sheet, session),
        _break_ties(field_sheet, places, encounters(of=tied)),
        total,
        profile.percent,
        encounters,
        session,
    )


def _match_encounters(matches: Iterable[MatchScore]) -> list[tie_breaks.Encounter]:
    return tie_breaks.in_matches(match for match in matches if match_counts(match))


def _break_ties(
    field_sheet: FieldSheet, places: tuple[Place, ...], encounters: list[tie_breaks.Encounter]
) -> tuple[Place, ...]:
    totals = {place.contestant: place.total for place in places}
    return break_ties(
        places,
        tie_breaks.tie_breaks_in_order(field_sheet.event.tie_breaks, encounters, totals, f"lot:{field_sheet.field.pk}"),
    )


def sheet_after_round(field_sheet: FieldSheet, after_round: int) -> FieldSheet:
    """The field as it stood when a round was over: what was played later is not there."""
    boards, plays = [], {}
    for board in field_sheet.boards:
        indexes = [
            index
            for index in range(len(board.lines))
            if field_sheet.rounds[field_sheet.plays[int(board.number), index]] <= after_round
        ]
        for new, index in enumerate(indexes):
            plays[int(board.number), new] = field_sheet.plays[int(board.number), index]
        if indexes:
            boards.append(replace(board, lines=tuple(board.lines[index] for index in indexes)))
    byes = tuple(
        bye for bye, number in zip(field_sheet.byes, field_sheet.bye_rounds, strict=True) if number <= after_round
    )
    rounds = tuple(number for number in field_sheet.bye_rounds if number <= after_round)
    sit_outs = tuple(sit_out for sit_out in field_sheet.sit_outs if sit_out.round <= after_round)
    return replace(field_sheet, boards=tuple(boards), plays=plays, byes=byes, bye_rounds=rounds, sit_outs=sit_outs)


def too_few_boards(field_sheet: FieldSheet, places: Collection[Place]) -> set[str]:
    """Who plays less of the boards than the conditions ask for, of those who left early or came late.

    Boards still to be played count, so that nobody loses a place because a score comes in late; so do those of rounds
    in which the movement let somebody sit out.
    """
    if not field_sheet.least_share:
        return set()
    played: Counter[str] = Counter()
    for board in field_sheet.boards:
        for index, line in enumerate(board.lines):
            if line.counts or field_sheet.plays[int(board.number), index] not in field_sheet.dropped:
                played.update(who for side in Side for who in partners_in(line.contestant(side)))
    sat_out: Counter[str] = Counter()
    for sit_out in field_sheet.sit_outs:
        sat_out[sit_out.contestant] += sit_out.boards
    most: dict[str, int] = {}
    for place in places:
        most[place.ranking] = max(most.get(place.ranking, 0), played[place.contestant])
    return {
        place.contestant
        for place in places
        if 100 * played[place.contestant] < field_sheet.least_share * (most[place.ranking] - sat_out[place.contestant])
    }


def _players(session: SessionScore) -> tuple[Place, ...]:
    penalties = penalty_points(session.sheet, session_top(session.sheet, session.profile))
    return individual_standings(session, players_by_side(session), penalties)


def _lines(field_sheet: FieldSheet, session: SessionScore) -> list[Row]:
    shown = _points_writer(session.board_rounding)
    return [
        {
            "board": board.number,
            "lines": [
                {
                    "play": field_sheet.plays[int(board.number), index],
                    "ns": line.line.ns,
                    "ew": line.line.ew,
                    **({"form": line.line.group[-1]} if line.line.group else {}),
                    **shown("ns", line.ns),
                    **shown("ew", line.ew),
                }
                for index, line in enumerate(board.lines)
            ],
        }
        for board in session.boards
    ]


def _points_writer(rounding: Rounding) -> Callable[[str, Points | None], Row]:
    """Equal scores share their points, so that each is written out once and not at every table."""
    written: dict[tuple[str, int], Row] = {}

    def shown(name: str, points: Points | None) -> Row:
        key = name, id(points)
        if key not in written:
            written[key] = shown_points(name, points, rounding)
        return written[key]

    return shown


def shown_points(name: str, points: Points | None, rounding: Rounding) -> Row:
    """What is shown, what counts, and the percentage of the top where there is one."""
    if points is None:
        return {}
    share = points.counted * 100 / points.top if points.top else None
    return {
        f"{name}_points": rounding.show(points.shown),
        f"{name}_counted": plain(points.counted),
        f"{name}_percent": Rounding(1).show(share) if share is not None else "",
    }
