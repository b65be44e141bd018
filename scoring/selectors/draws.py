"""The next round of a Swiss before it is laid down: from which scores, who would meet whom, what is in the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from clubs.models import Player
from events.models import Place, Play, Section, Session
from events.models.contestants import Status
from events.models.plays import PlayState
from events.movements.drawing import certain_rounds, kept_seats, meeting_history, with_kept_seats
from events.movements.errors import MovementError
from events.movements.model import Movement, Unit
from events.movements.seats import TableSeat, seats_in
from events.movements.swiss import Draw, PassedOver, SwissRules, SwissStanding, draw, passed_over
from events.movements.triangles import triangle_under_way
from events.selectors.movements import movement_error_sentence
from events.selectors.seats import session_places, session_sections
from events.selectors.tables import ranges
from scoring.engine.results import ScoredStanding as Ranked
from scoring.engine.sheet import Line
from scoring.models import BoardResult, ComparisonField, RoundDraw, ScoreAdjustment
from scoring.models.matches import Basis, PendingScore
from scoring.pending import Pending, pending_in
from scoring.runs.field_scores import FieldScore, score_field, sheet_after_round
from scoring.runs.sheets import FieldSheet, read_field_sheet, sheet_line

# Two who meet, or three teams that begin a triangle.
Match = tuple[int, ...]


@dataclass(frozen=True)
class DrawnBy:
    """A contestant with the score it is drawn by."""

    place: Place
    rank: str
    score: str
    total: str


@dataclass(frozen=True)
class Proposal:
    """`problem` says why there is no draw; `missing` names what the standings do not know yet."""

    section: Section
    round: int
    basis: str
    pending_score: str
    pending: tuple[Pending, ...]
    standings: tuple[DrawnBy, ...]
    matches: tuple[tuple[Place, ...], ...]
    bye: Place | None
    rematches: frozenset[Match]
    missing: tuple[str, ...]
    problem: str = ""
    # Teams that play the second half of their triangle in this round.
    in_triangle: tuple[Place, ...] = ()
    # Who needs a stationary seat and loses it, in words.
    moving: tuple[str, ...] = ()
    # Why neighbours in the standings do not meet, in words.
    passed_over: tuple[str, ...] = ()

    @property
    def numbers(self) -> list[Match]:
        return [tuple(place.number for place in match) for match in self.matches]

    @property
    def typed(self) -> str:
        return ", ".join("-".join(map(str, match)) for match in self.numbers)


def propose_draw(
    section: Section, *, basis: str = Basis.STANDINGS, pending_score: str = PendingScore.STANDS
) -> Proposal:
    """The next round of a section, drawn from its standings; nothing is written.

    `pending_score` says how boards under a ruling count. Where there can be no draw, `problem` says why.
    """
    session, movement = section.session, section.movement
    assert movement is not None, "only a section with a movement is drawn"
    number = certain_rounds(movement) + 1
    last = session.round - 1 if basis == Basis.ROUND_BEFORE else session.round
    places = {place.number: place for place in session_places(session).filter(section=section)}
    pending = tuple(ruling for ruling in pending_in(session) if ruling.play is not None)
    field_score = _standings(section, last, pending, pending_score)
    empty = Proposal(
        section=section,
        round=number,
        basis=basis,
        pending_score=pending_score,
        pending=pending,
        standings=tuple(_drawn_by(places, field_score)),
        matches=(),
        bye=None,
        rematches=frozenset(),
        missing=tuple(missing_results(section, last)),
    )
    if problem := _problem(section, movement, places, number):
        return replace(empty, problem=problem)
    return _with_draw(empty, movement, places, field_score)


def _with_draw(
    empty: Proposal, movement: Movement, places: dict[int, Place], field_score: FieldScore | None
) -> Proposal:
    """The proposal with who would meet whom, or why nobody can."""
    busy = triangle_under_way(movement, empty.round)
    three_ways = empty.section.session.event.three_ways
    wants_three = three_ways and movement.unit is Unit.TEAM and empty.round < len(movement.rounds)
    try:
        order = [standing for standing in _order(movement, places, field_score) if standing.number not in busy]
        history = meeting_history(movement)
        drawn = draw(order, history, SwissRules(triples=wants_three))
    except MovementError as error:
        return replace(empty, problem=movement_error_sentence(error))
    sides = _take_sides(movement, drawn)
    needed_seats = _needed_seats(movement, places)
    if needed_seats:
        sides = with_kept_seats(sides, needed_seats)
    tables = {number: at for at, match in enumerate(sides, start=1) for number in match}
    return replace(
        empty,
        moving=tuple(_lost_seat_sentences(places, needed_seats, tables)),
        passed_over=tuple(_passed_over_sentences(passed_over(drawn, order, history))),
        matches=tuple(tuple(places[number] for number in match) for match in sides),
        in_triangle=tuple(places[number] for number in busy if number in places),
        bye=places[drawn.bye] if drawn.bye is not None else None,
        rematches=frozenset(drawn.rematches),
    )


def _passed_over_sentences(pairs: Iterable[PassedOver]) -> Iterator[str]:
    for pair in pairs:
        numbers = {"one": pair.higher, "other": pair.lower}
        if pair.met is not None:
            yield _("%(one)s and %(other)s have met in round %(round)s.") % {**numbers, "round": pair.met}
        else:
            yield _("%(one)s and %(other)s do not meet, so that nobody else meets twice.") % numbers


def _problem(section: Section, movement: Movement, places: dict[int, Place], number: int) -> str:
    if not movement.kind.traits.is_drawn:
        return _("Only a Swiss is drawn round by round.")
    if number > len(movement.rounds):
        return _("All %(rounds)s rounds are drawn.") % {"rounds": len(movement.rounds)}
    if number > section.session.round + 1:
        return _("Round %(round)s is drawn and has not begun. Take that draw back to draw it again.") % {
            "round": number - 1
        }
    gone = [
        place
        for place in places.values()
        if place.contestant.status == Status.WITHDRAWN and place.number not in movement.withdrawn
    ]
    if gone:
        return _("%(who)s has withdrawn from the event. Let them leave at the desk first, then draw.") % {
            "who": gone[0].contestant.title
        }
    return ""


def _standings(section: Section, last: int, pending: tuple[Pending, ...], how: str) -> FieldScore | None:
    field = ComparisonField.objects.filter(sections=section).order_by("pk").first()
    if field is None or last < 1:
        return None
    return score_field(sheet_after_round(_with_pending_scores(read_field_sheet(field.pk), pending, how), last))


def _with_pending_scores(field_sheet: FieldSheet, pending: tuple[Pending, ...], how: str) -> FieldSheet:
    """The field with the boards under a ruling scored as the director wants the draw to see them."""
    pending_by_play = {ruling.play: ruling for ruling in pending if ruling.play is not None}
    if not pending_by_play or how == PendingScore.STANDS:
        return field_sheet
    plays = {play.pk: play for play in Play.objects.filter(pk__in=pending_by_play)}
    results = {result.play_id: result for result in BoardResult.objects.current().filter(play__in=plays)}
    boards = []
    for board in field_sheet.boards:
        lines = list(board.lines)
        for at, line in enumerate(lines):
            key = field_sheet.plays[int(board.number), at]
            if key in plays:
                lines[at] = _pending_line(
                    line, sheet_line(plays[key], results.get(key), None), pending_by_play[key], how
                )
        boards.append(replace(board, lines=tuple(lines)))
    return replace(field_sheet, boards=tuple(boards))


def _pending_line(line: Line, at_table: Line, pending: Pending, how: str) -> Line:
    if how == PendingScore.WITHOUT:
        return Line.not_played(line.ns, line.ew)
    if how == PendingScore.TABLE:
        return at_table
    if pending.proposed is None:
        return line
    return replace(line, ns_value=pending.proposed[0], ew_value=pending.proposed[1], self_inflicted=None)


def _drawn_by(places: dict[int, Place], field_score: FieldScore | None) -> list[DrawnBy]:
    by_id = {str(place.contestant_id): place for place in places.values()}
    drawn_by = []
    if field_score is not None:
        drawn_by = [
            DrawnBy(by_id[ranked.contestant], ranked.place, field_score.total.show(ranked.total), str(ranked.total))
            for ranked in field_score.places
            if ranked.contestant in by_id
        ]
    ranked_ids = {line.place.pk for line in drawn_by}
    return drawn_by + [DrawnBy(place, "", "0", "0") for place in places.values() if place.pk not in ranked_ids]


def _order(movement: Movement, places: dict[int, Place], field_score: FieldScore | None) -> list[SwissStanding]:
    """By place and not by score: ties have been broken as the conditions say."""
    ranks: dict[str, Ranked] = {ranked.contestant: ranked for ranked in (field_score.places if field_score else ())}
    worst = len(places) + 1
    return [
        SwissStanding(number, -float(ranks[key].rank if key in ranks else worst))
        for number, place in places.items()
        if number not in movement.withdrawn and (key := str(place.contestant_id))
    ]


def _take_sides(movement: Movement, drawn: Draw) -> list[Match]:
    """Among pairs, whoever has sat North-South less often sits North-South now."""
    if movement.unit is not Unit.PAIR:
        return [*drawn.matches, *([drawn.triple] if drawn.triple is not None else [])]
    rounds = movement.rounds[: certain_rounds(movement)]
    sat = Counter(seating.ns for round_ in rounds for seating in round_.seatings)
    return [(other, one) if sat[one] > sat[other] else (one, other) for one, other in drawn.matches]


def _needed_seats(movement: Movement, places: dict[int, Place]) -> dict[int, TableSeat]:
    """The seats of those who need a stationary one. A team sits at two tables, and sees to it by its line-up."""
    if movement.unit is not Unit.PAIR:
        return {}
    return kept_seats(movement, [number for number, place in places.items() if _stationary_players(place)])


def _stationary_players(place: Place) -> list[Player]:
    people = [entrant.player for entrant in place.contestant.entrants.all() if entrant.player]
    return [player for player in people if player.needs_stationary_seat]


def _lost_seat_sentences(
    places: dict[int, Place], needed_seats: dict[int, TableSeat], tables: Mapping[int, int]
) -> Iterator[str]:
    sentence = _("%(who)s needs a stationary seat, but number %(number)s moves to table %(table)s.")
    for number, seat in needed_seats.items():
        if number in tables and tables[number] != seat.table:
            who = ", ".join(str(player) for player in _stationary_players(places[number]))
            yield sentence % {"who": who, "number": number, "table": tables[number]}


def lost_seats_in_round(section: Section, round_number: int) -> list[str]:
    """Who needs a stationary seat and has lost it in a round that is drawn."""
    movement = section.movement
    if movement is None:
        return []
    places = {place.number: place for place in session_places(section.session).filter(section=section)}
    tables = {number: seat.table for number, seat in seats_in(movement, round_number).items()}
    return list(_lost_seat_sentences(places, _needed_seats(movement, places), tables))


def missing_results(section: Section, last: int) -> list[str]:
    """Boards of the rounds up to this one that have no score yet, in words."""
    scored = BoardResult.objects.current().filter(score__isnull=False)
    adjusted = ScoreAdjustment.objects.current()
    plays = Play.objects.filter(section=section, round__lte=last).exclude(state=PlayState.DROPPED)
    plays = plays.exclude(pk__in=scored.filter(play__section=section).values("play"))
    plays = plays.exclude(pk__in=adjusted.filter(play__section=section).values("play"))
    boards_by_table: dict[tuple[int, int], list[int]] = {}
    for number, table, board in plays.order_by("round", "table", "board").values_list("round", "table", "board"):
        boards_by_table.setdefault((number, table), []).append(board)
    return [
        _("Round %(round)s, table %(table)s: %(boards)s") % {"round": number, "table": table, "boards": ranges(boards)}
        for (number, table), boards in boards_by_table.items()
    ]


def current_draws(session: Session) -> dict[int, RoundDraw]:
    """The draw of the newest round of each section that is drawn and has not been taken back."""
    draws = RoundDraw.objects.filter(section__session=session, undone_at=None).order_by("round")
    return {draw.section_id: draw for draw in draws.select_related("made_by__player", "bye")}


def undrawn_sections(session: Session) -> list[Section]:
    """Sections of a Swiss whose next round is still to be drawn."""
    return [
        section
        for section in session_sections(session)
        if (movement := section.movement) is not None
        and movement.kind.traits.is_drawn
        and certain_rounds(movement) <= session.round < len(movement.rounds)
    ]
