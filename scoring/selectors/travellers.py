"""A board's traveller as a table may see it once the board is played there, and its deal where that is allowed."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from core.actors import Actor
from events.models import Board, Place, Play, Section, TableCode
from events.selectors.seal import board_set_sight
from events.selectors.seats import session_places
from events.selectors.tables import join_names
from scoring.engine import sheet as engine
from scoring.engine.cards import Seat
from scoring.engine.deal import SUITS, Deal
from scoring.engine.session import score_session
from scoring.models import BoardResult, ComparisonField, ScoreAdjustment, TableRules
from scoring.models.results import Outcome
from scoring.models.table_rules import Shown
from scoring.runs.field_scores import shown_points
from scoring.runs.sheets import scoring_method, scoring_profile, sheet_line
from scoring.selectors.at_table import MOVEMENT
from scoring.selectors.fouled import Forms, board_forms
from scoring.selectors.own_plays import play_sides
from scoring.selectors.table_rounds import round_at

Data = dict[str, Any]


def own_play(code: TableCode, number: int) -> Play | None:
    """The board as it was played here in this round; None while there is no result, or it may still be played."""
    played = BoardResult.objects.current().exclude(outcome=Outcome.NOT_PLAYED)
    plays = Play.objects.filter(section=code.section_id, table=code.table, round=round_at(code.section, code.table))
    return (
        plays.filter(board=number, results__in=played)
        .select_related("section__session__event__club__federation")
        .defer(MOVEMENT)
        .first()
    )


def traveller_for_table(actor: Actor, play: Play, rules: TableRules) -> Data:
    """What the director lets this table see of the board."""
    return {
        "board": play.board,
        "unit": _(play.section.session.event.scoring_method.board_unit.value),
        "lines": _lines(play, rules) if rules.traveller != Shown.NOTHING else [],
        "hand": _hand(actor, play) if rules.hand else None,
    }


def _lines(play: Play, rules: TableRules) -> list[Data]:
    event = play.section.session.event
    plays = list(_compared_plays(play))
    results = {result.play_id: result for result in BoardResult.objects.current().filter(play__in=plays)}
    adjustments = {
        adjustment.play_id: adjustment for adjustment in ScoreAdjustment.objects.current().filter(play__in=plays)
    }
    # In a match the other room's result is the teams' own business until they compare.
    own_only = rules.traveller == Shown.OWN or event.is_for_teams
    forms = board_forms({other.section_id for other in plays}, [play.board])
    points = _points(play, plays, results, adjustments, forms) if not event.is_for_teams else {}
    people = _people(play, own_only=own_only)
    lines = [
        {
            "own": other.pk == play.pk,
            **_side_labels(other, results.get(other.pk), people, names=rules.names),
            **(results[other.pk].score_fields if other.pk in results and other.pk not in adjustments else _no_score()),
            "adjusted": other.pk in adjustments,
            # Cards were displaced: a result is compared with those that had the same ones (Law 87).
            "form": forms.letter(other) if forms.slots else "",
            **_figures(points.get(other.pk, {}), rules),
        }
        for other in plays
        if (other.pk in adjustments or _is_played(results.get(other.pk))) and (other.pk == play.pk or not own_only)
    ]
    lines.sort(key=lambda line: (line["score"] is None, -(line["score"] or 0)))
    return _at_most(lines, rules.most_results)


def _figures(points: Data, rules: TableRules) -> Data:
    """Percentages, or the matchpoints or IMPs themselves."""
    if rules.percentages:
        return points
    return {name: value for name, value in points.items() if not name.endswith("_percent")}


def _is_played(result: BoardResult | None) -> bool:
    return result is not None and result.outcome != Outcome.NOT_PLAYED


def _no_score() -> Data:
    return {"outcome": "", "contract": "", "declarer": "", "tricks": None, "lead": "", "score": None}


def _compared_plays(play: Play) -> Any:
    """Everywhere the board is compared with this table."""
    field = ComparisonField.objects.filter(sections=play.section_id).first()
    sections = field.sections.all() if field else Section.objects.filter(pk=play.section_id)
    return Play.objects.filter(section__in=sections, board=play.board).order_by("section", "round", "table")


def _points(
    play: Play,
    plays: list[Play],
    results: dict[int, BoardResult],
    adjustments: dict[int, ScoreAdjustment],
    forms: Forms,
) -> dict[int, Data]:
    """The board scored as it stands now: a table does not wait for the field's next run."""
    event = play.section.session.event
    profile = scoring_profile(event)
    lines = tuple(
        sheet_line(other, results.get(other.pk), adjustments.get(other.pk), forms.group(other)) for other in plays
    )
    method = scoring_method(event)
    session = score_session(engine.Scoresheet((engine.Board(play.board, lines),)), method, profile)
    points_by_play = {}
    for other, line in zip(plays, session.boards[0].lines, strict=True):
        points = shown_points("ns", line.ns, session.board_rounding) | shown_points(
            "ew", line.ew, session.board_rounding
        )
        # The first result of a board has nothing to be compared with.
        points_by_play[other.pk] = points if points.get("ns_percent") or not method.gives_percentages else {}
    return points_by_play


def _people(play: Play, *, own_only: bool) -> dict[int, Place]:
    places = session_places(play.section.session).defer(MOVEMENT)
    if own_only:
        places = places.filter(contestant__in=play.contestant_ids)
    return {place.contestant_id: place for place in places}


def _side_labels(play: Play, result: BoardResult | None, people: dict[int, Place], *, names: bool) -> Data:
    """North-South and East-West as they sat: the wrong way round where the director found that out (Law 5B)."""
    ns, ew = play_sides(play)
    if result is not None and result.turned:
        ns, ew = ew, ns
    return {
        "ns": side_numbers(ns, people),
        "ew": side_numbers(ew, people),
        "ns_names": side_names(ns, people) if names else "",
        "ew_names": side_names(ew, people) if names else "",
    }


def side_numbers(ids: tuple[int, ...], people: dict[int, Place]) -> str:
    several = len({place.section_id for place in people.values()}) > 1
    places = [people[pk] for pk in ids if pk in people]
    return "–".join(f"{place.section.letter}{place.number}" if several else str(place.number) for place in places)


def side_names(ids: tuple[int, ...], people: dict[int, Place]) -> str:
    """As each player lets strangers see it."""
    entrants = [entrant for pk in ids if pk in people for entrant in people[pk].contestant.entrants.all()]
    return join_names(entrant.player.public_name if entrant.player else "" for entrant in entrants[:2])


def _at_most(lines: list[Data], most: int) -> list[Data]:
    """The own line is among them, wherever it stands."""
    first = lines[:most]
    own_line = [line for line in lines[most:] if line["own"]]
    return [*first[: max(0, most - len(own_line))], *own_line] if own_line else first


def _hand(actor: Actor, play: Play) -> Data | None:
    board_set = play.section.board_set
    if board_set is None or not board_set_sight(actor, board_set).sees(play.board):
        return None
    board = Board.objects.current().filter(board_set=board_set, number=play.board).first()
    if board is None:
        return None
    deal = Deal.parse(board.deal, partial=True)
    hands = {seat.value: deal.hand(seat) for seat in Seat}
    return {
        "hands": {
            seat: {suit.value: hand.ranks(suit) for suit in SUITS} if hand else None for seat, hand in hands.items()
        },
        "tricks": board.double_dummy,
        "par": board.par,
    }
