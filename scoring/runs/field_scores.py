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
from scoring.engine.individual import individual_standings
from scoring.engine.numbers import Rounding, plain
from scoring.engine.ranking import break_ties, without_places
from scoring.engine.results import Points, SessionScore
from scoring.engine.results import ScoredStanding as Place
from scoring.engine.session import score_session
from scoring.engine.teams import MatchScore
from scoring.engine.totals import penalty_points, session_top
from scoring.runs.pair_matches import counted_in, pair_matches
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


def score_field(read: FieldSheet) -> FieldScore:
    form, profile = read.event.form, read.profile
    if form == Form.TEAMS:
        teams = score_teams(read)
        return FieldScore(teams.rows, teams.places, VPS, VPS, lambda: _in_matches(teams.scores))
    session = score_session(read.sheet, read.method, profile)
    if read.event.has_matches:
        matches = [match.score for match in pair_matches(read, counted_in(read, session))]
        return FieldScore(
            _lines(read, session), ranked_by_matches(read, matches), VPS, VPS, lambda: _in_matches(matches)
        )
    met = partial(tie_breaks.in_session, session, None if form == Form.PAIRS else partners_in)
    places = session.standings if form == Form.PAIRS else _players(session)
    places = without_places(places, too_few_boards(read, places))
    tied = {place.contestant for place in places if place.tied}
    total = profile.total if read.method.gives_percentages else profile.imps
    return FieldScore(_lines(read, session), _untied(read, places, met(of=tied)), total, profile.percent, met, session)


def _in_matches(matches: Iterable[MatchScore]) -> list[tie_breaks.Encounter]:
    return tie_breaks.in_matches(match for match in matches if match_counts(match))


def _untied(read: FieldSheet, places: tuple[Place, ...], met: list[tie_breaks.Encounter]) -> tuple[Place, ...]:
    totals = {place.contestant: place.total for place in places}
    return break_ties(
        places, tie_breaks.tie_breaks_in_order(read.event.tie_breaks, met, totals, f"lot:{read.field.pk}")
    )


def partners_in(side: str) -> list[str]:
    """The players of an individual behind the name of a side."""
    return side.split("+")


def without_plays(read: FieldSheet, after_round: int) -> FieldSheet:
    """The field as it stood when a round was over: what was played later is not there."""
    boards, plays = [], {}
    for board in read.boards:
        kept = [at for at in range(len(board.lines)) if read.rounds[read.plays[int(board.number), at]] <= after_round]
        for new, at in enumerate(kept):
            plays[int(board.number), new] = read.plays[int(board.number), at]
        if kept:
            boards.append(replace(board, lines=tuple(board.lines[at] for at in kept)))
    byes = tuple(bye for bye, number in zip(read.byes, read.bye_rounds, strict=True) if number <= after_round)
    rounds = tuple(number for number in read.bye_rounds if number <= after_round)
    sit_outs = tuple(one for one in read.sit_outs if one.round <= after_round)
    return replace(read, boards=tuple(boards), plays=plays, byes=byes, bye_rounds=rounds, sit_outs=sit_outs)


def too_few_boards(read: FieldSheet, places: Collection[Place]) -> set[str]:
    """Who plays less of the boards than the conditions ask for, of those who left early or came late.

    Boards still to be played count, so that nobody loses a place because a score comes in late; so do those of rounds
    in which the movement let somebody sit out.
    """
    if not read.least_share:
        return set()
    played: Counter[str] = Counter()
    for board in read.boards:
        for at, line in enumerate(board.lines):
            if line.counts or read.plays[int(board.number), at] not in read.dropped:
                played.update(who for side in Side for who in partners_in(line.contestant(side)))
    sat_out: Counter[str] = Counter()
    for one in read.sit_outs:
        sat_out[one.contestant] += one.boards
    most: dict[str, int] = {}
    for place in places:
        most[place.ranking] = max(most.get(place.ranking, 0), played[place.contestant])
    return {
        place.contestant
        for place in places
        if 100 * played[place.contestant] < read.least_share * (most[place.ranking] - sat_out[place.contestant])
    }


def _players(session: SessionScore) -> tuple[Place, ...]:
    sides = {line.line.contestant(side) for board in session.boards for line in board.lines for side in Side}
    taken = penalty_points(session.sheet, session_top(session.sheet, session.profile))
    return individual_standings(session, {side: partners_in(side) for side in sides}, taken)


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
    """Equal scores share their points, so that each is written out once and not at every table."""
    known: dict[tuple[str, int], Row] = {}

    def shown(name: str, points: Points | None) -> Row:
        key = name, id(points)
        if key not in known:
            known[key] = shown_points(name, points, rounding)
        return known[key]

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
