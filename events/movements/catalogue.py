"""From a request in plain terms to a movement: the one door for commands, pages and tests."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations

from events.movements import mitchell, swiss
from events.movements.errors import MovementError
from events.movements.howell import barometer, default_rounds
from events.movements.knockout import Bracket, knockout_round
from events.movements.mitchell import Plan
from events.movements.model import (
    KINDS,
    MOVEMENT_KINDS,
    Movement,
    MovementKind,
    Note,
    Round,
    Seating,
    Traits,
    Unit,
    board_numbers,
)
from events.movements.rover import rover
from events.movements.teams import head_to_head, match_round

MOST_BOARDS = 64
USUAL_STANZAS = 2


@dataclass(frozen=True, slots=True)
class MovementRequest:
    """What somebody asks for. What is left out is chosen as clubs usually do."""

    unit: Unit
    contestants: int
    kind: MovementKind | None = None
    rounds: int | None = None
    boards_per_round: int | None = None
    winners: int | None = None
    missing: str = "ns"
    three_ways: bool = False


def build(request: MovementRequest) -> Movement | Bracket:
    """The movement for a request, or a MovementError that says what to change."""
    _check_request(request)
    if request.kind is None:
        from events.movements.recommend import usual_kind

        return build(usual_kind(request))
    built = request.kind.traits.build(request)
    return built if isinstance(built, Bracket) else replace(built, kind=request.kind)


# Where the conditions of contest name no kind.
UNDECIDED = Traits("", (), build)


def traits_by_name(name: str) -> Traits:
    """Of a kind by its stored name; of none, those of a movement that is chosen on the day."""
    return MOVEMENT_KINDS[name].traits if name in MOVEMENT_KINDS else UNDECIDED


def build_movement(request: MovementRequest) -> Movement:
    """Of a knock-out: the matches of one round, for those who are there."""
    built = build(request)
    if isinstance(built, Bracket):
        stanzas = request.rounds or USUAL_STANZAS
        boards = request.boards_per_round or usual_boards(stanzas)
        return knockout_round(request.contestants, boards, stanzas, request.three_ways)
    return built


def _check_request(request: MovementRequest) -> None:
    if request.rounds is not None and request.rounds < 1:
        raise MovementError("too-few-rounds", rounds=request.rounds, least=1)
    boards = request.boards_per_round
    if boards is not None and not 1 <= boards <= MOST_BOARDS:
        raise MovementError("bad-boards", boards=boards, most=MOST_BOARDS)
    if request.kind is not None and request.kind not in KINDS[request.unit]:
        choices = ", ".join(KINDS[request.unit])
        raise MovementError("kind-not-for", kind=request.kind, unit=request.unit, choices=choices)
    if request.winners == 2 and request.kind is not None and not request.kind.traits.has_two_fields:
        raise MovementError("bad-winners", winners=2, what=request.kind, has="one field")
    if request.unit is Unit.PAIR and request.contestants < 4:
        what = "movement for pairs"
        raise MovementError("too-few", option="pairs", number=request.contestants, what=what, least=4)


def usual_boards(rounds: int, session: int = 28) -> int:
    """Boards a round that fill an evening of up to 28 boards."""
    return max(1, session // rounds)


Builder = Callable[[MovementRequest], Movement]
Generator = Callable[[int, int, int | None], Movement]
Planner = Callable[[MovementRequest, int], Plan]


def one_field(generator: Generator, usual_rounds: Callable[[int], int]) -> Builder:
    """Boards a round follow from the number of rounds unless they were named."""

    def built(request: MovementRequest) -> Movement:
        boards = request.boards_per_round
        if boards is None:
            rounds = usual_rounds(request.contestants) if request.rounds is None else request.rounds
            boards = usual_boards(max(1, rounds))
        return generator(request.contestants, boards, request.rounds)

    return built


def two_fields(plan_for: Planner) -> Builder:
    """North-South and East-West by a plan; one winner needs the arrow turned."""

    def built(request: MovementRequest) -> Movement:
        pairs = _not_too_many(request.contestants)
        plan = plan_for(request, (pairs + 1) // 2)
        rounds = plan.rounds if request.rounds is None else request.rounds
        if rounds > plan.rounds:
            what, number = f"a {plan.kind.traits.label}", f"{pairs} pairs"
            raise MovementError("too-many-rounds", rounds=rounds, what=what, number=number, most=plan.rounds)
        boards = request.boards_per_round or usual_boards(rounds)
        movement = mitchell.seat_pairs_by_plan(plan, pairs, boards, rounds, request.missing)
        if rounds < plan.rounds:
            movement = replace(movement, notes=(*movement.notes, Note.of("cut-short", rounds=rounds, full=plan.rounds)))
        return mitchell.switch_arrow(movement) if request.winners == 1 else movement

    return built


def with_rover(request: MovementRequest) -> Movement:
    _not_too_many(request.contestants)
    movement = one_field(rover, lambda pairs: pairs // 2)(request)
    return mitchell.switch_arrow(movement) if request.winners == 1 else movement


def _not_too_many(pairs: int) -> int:
    if pairs > mitchell.MOST_PAIRS:
        raise MovementError("too-many", option="pairs", number=pairs, most=mitchell.MOST_PAIRS)
    return pairs


def usual_howell_rounds(pairs: int) -> int:
    return default_rounds(pairs + pairs % 2)


def in_either(request: MovementRequest) -> Movement:
    """A barometer for one winner, or for two."""
    if request.winners == 2:
        return two_fields(lambda _request, tables: mitchell.barometer_plan(tables))(request)
    return one_field(barometer, usual_howell_rounds)(request)


def plain_plan(request: MovementRequest, tables: int) -> Plan:
    if tables % 2:
        return mitchell.plain_plan(tables)
    return mitchell.relay_plan(tables) if _relay_fits(request, tables) else mitchell.skip_plan(tables)


def even_plan(build_plan: Callable[[int], Plan]) -> Planner:
    """For an even number of tables only."""

    def plan_for(request: MovementRequest, tables: int) -> Plan:
        plan = build_plan(tables)
        if tables % 2:
            what, number = f"{plan.kind.traits.label} (tables)", request.contestants
            raise MovementError("even-needed", option="pairs", number=number, what=what, instead="mitchell")
        return plan

    return plan_for


def _relay_fits(request: MovementRequest, tables: int) -> bool:
    """Even tables: the relay gives the full number of rounds, and needs no sharing at a half table."""
    half_table = request.contestants % 2 == 1 and request.missing == "ns"
    return half_table or request.rounds == tables or tables == 2


def web_plan(request: MovementRequest, tables: int) -> Plan:
    odd = tables if tables % 2 else tables - 1
    rounds = min(13, odd) if request.rounds is None else request.rounds
    sets = rounds if rounds % 2 else rounds + 1
    if sets > tables:
        raise MovementError("web-too-small", number=request.contestants, rounds=rounds, least=2 * sets - 1)
    return mitchell.web_plan(tables, rounds)


def one_head_to_head(request: MovementRequest) -> Movement:
    teams = request.contestants
    if teams != 2:
        code = "too-few" if teams < 2 else "too-many"
        raise MovementError(code, option="teams", number=teams, what="head-to-head match", least=2, most=2)
    stanzas = request.rounds or 4
    return head_to_head(request.boards_per_round or max(2, 32 // stanzas), stanzas)


def among_teams(generator: Generator) -> Builder:
    def built(request: MovementRequest) -> Movement:
        teams, rounds = request.contestants, request.rounds
        return generator(teams, request.boards_per_round or max(2, 28 // max(1, rounds or teams)), rounds)

    return built


def most_swiss_rounds(contestants: int) -> int:
    return contestants - 1 if contestants % 2 == 0 else contestants - 2


def usual_swiss_rounds(contestants: int) -> int:
    return min(7, (most_swiss_rounds(contestants) + 1) // 2)


def swiss_rehearsal(request: MovementRequest) -> Movement:
    """A Swiss as it would be drawn if the lower number always won: only round 1 is certain."""
    number = request.contestants
    if number < 4:
        raise MovementError("too-few", option=f"{request.unit}s", number=number, what="Swiss", least=4)
    if number > MOST_SWISS:
        raise MovementError("too-many", option=f"{request.unit}s", number=number, most=MOST_SWISS)
    most = most_swiss_rounds(number)
    rounds = usual_swiss_rounds(number) if request.rounds is None else request.rounds
    if rounds > most:
        what, field = "a Swiss", f"{number} {request.unit}s"
        raise MovementError("too-many-rounds", rounds=rounds, what=what, number=field, most=most)
    if request.three_ways and request.unit is Unit.TEAM and number % 2:
        return _with_triangles(request, number, rounds)
    draws = swiss.rehearse(number, rounds, _lower_wins)
    boards = request.boards_per_round or usual_boards(rounds)
    seated = swiss.take_sides(draws) if request.unit is Unit.PAIR else draws
    drawn_rounds = tuple(
        drawn_round(request.unit, drawn, number, board_numbers(at + 1, boards)) for at, drawn in enumerate(seated)
    )
    again = any(drawn.rematches for drawn in draws)
    notes = (Note.of("rehearsal"), Note.of("same-boards"))
    return Movement(
        MovementKind.SWISS,
        request.unit,
        number,
        drawn_rounds,
        boards,
        rounds,
        copies=number // 2,
        meetings=2 if again else 1,
        notes=notes,
    )


def _with_triangles(request: MovementRequest, teams: int, rounds: int) -> Movement:
    """An odd field in which three play a triangle in every two rounds; a round left over at the end has a bye."""
    from events.movements.drawing import laid_down

    boards = request.boards_per_round or usual_boards(rounds)
    sets = rounds + 3 * (rounds // 2)
    empty = tuple(Round(()) for _ in range(rounds))
    movement = Movement(MovementKind.SWISS, Unit.TEAM, teams, empty, boards, sets, copies=teams // 2)
    scores, history = dict.fromkeys(range(1, teams + 1), 0.0), swiss.History()
    busy: tuple[int, ...] = ()
    for number in range(1, rounds + 1):
        standings = [swiss.SwissStanding(x, score) for x, score in scores.items() if x not in busy]
        drawn = swiss.draw(standings, history, swiss.SwissRules(triples=number < rounds))
        movement = laid_down(movement, number, drawn)
        for home, away in (*drawn.matches, *combinations(drawn.triple or (), 2)):
            won, lost = _lower_wins(home, away, number)
            scores[home] += won
            scores[away] += lost
        history, busy = history.after(drawn), drawn.triple or ()
    first = tuple(note for note in movement.notes if note.code == "triangle" and note["round"] == 1)
    return replace(movement, notes=(*first, Note.of("rehearsal"), Note.of("same-boards")))


MOST_SWISS = 400


def _lower_wins(home: int, away: int, _round: int) -> tuple[float, float]:
    """A margin that grows with the distance, so that standings spread as they do in play."""
    margin = min(10.0, 1 + abs(home - away) / 20)
    return (10 + margin, 10 - margin) if home < away else (10 - margin, 10 + margin)


def drawn_round(unit: Unit, drawn: swiss.Draw, number: int, boards: tuple[int, ...]) -> Round:
    byes = () if drawn.bye is None else (drawn.bye,)
    if unit is Unit.TEAM:
        return replace(match_round(list(drawn.matches), number, boards), sitting_out=byes)
    seatings = tuple(Seating(at, match, boards) for at, match in enumerate(drawn.matches, start=1))
    return Round(seatings, byes)


__all__ = ["KINDS", "MovementRequest", "build", "build_movement", "usual_boards"]
