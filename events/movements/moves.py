"""What moves where between two rounds: in a few sentences where everybody moves alike, else one by one."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from events.movements.model import Movement, Note, Round, Unit

NS, EW = "NS", "EW"
MOST_EXCEPTIONS = 3


@dataclass(frozen=True, slots=True)
class MovementSpot:
    """A table and the side there: NS or EW, or for players on their own N, E, S or W."""

    table: int
    side: str


@dataclass(frozen=True, slots=True)
class Journey:
    """Where a contestant goes, or the half of a team that sits North-South or East-West; None is sitting out."""

    number: int
    half: str
    before: MovementSpot | None
    after: MovementSpot | None

    @property
    def stays(self) -> bool:
        return self.before == self.after


@dataclass(frozen=True, slots=True)
class Moves:
    """`notes` say it all when `regular`; otherwise the journeys do."""

    notes: tuple[Note, ...]
    journeys: tuple[Journey, ...]
    regular: bool


Key = tuple[int, str]
# A line that stays, moves up or down one, or moves up or down several tables.
LINES: dict[str, tuple[str, str, str, str, str]] = {
    NS: ("ns-stay", "ns-up-one", "ns-down-one", "ns-up", "ns-down"),
    EW: ("ew-stay", "ew-up-one", "ew-down-one", "ew-up", "ew-down"),
    "boards": ("boards-stay", "boards-up-one", "boards-down-one", "boards-up", "boards-down"),
}


def next_moves(
    movement: Movement,
    after_round: int,
    *,
    board: Callable[[int], int] = int,
    table: Callable[[int], str] = str,
) -> Moves:
    """From a round to the one after it; `board` and `table` give the numbers and names that the room knows them by."""
    before, after = movement.rounds[after_round - 1], movement.rounds[after_round]
    journeys = tuple(_journeys(movement, before, after))
    fresh = _fresh_boards(before, after, board)
    turned = (after_round in movement.arrow_switched) != (after_round + 1 in movement.arrow_switched)
    lines = None
    if movement.unit is not Unit.PLAYER:
        # Everybody goes to the table first; there the arrow is turned.
        lines = _lines(movement, before, after.switched() if turned else after, table)
    if lines is None:
        return Moves(fresh, journeys, regular=False)
    arrow = (Note.of("turn-arrow"),) if turned else ()
    return Moves((*lines, *(fresh or _boards(before, after)), *arrow), journeys, regular=True)


def _spots(movement: Movement, round_: Round) -> dict[Key, MovementSpot]:
    """A team sits in two places, each of its halves at a table of its own."""
    spots: dict[Key, MovementSpot] = {}
    for seating in round_.seatings:
        sides = ("N", "E", "S", "W") if len(seating.seats) == 4 else (NS, EW)
        for number, side in zip(seating.seats, sides, strict=True):
            spots[number, side if movement.unit is Unit.TEAM else ""] = MovementSpot(seating.table, side)
    return spots


def _journeys(movement: Movement, before: Round, after: Round) -> Iterator[Journey]:
    before_spots, after_spots = _spots(movement, before), _spots(movement, after)
    for number, half in sorted(before_spots.keys() | after_spots.keys() | _out(movement, before, after)):
        yield Journey(number, half, before_spots.get((number, half)), after_spots.get((number, half)))


def _out(movement: Movement, before: Round, after: Round) -> set[Key]:
    if movement.unit is Unit.TEAM:
        return set()
    return {(number, "") for number in {*before.sitting_out, *after.sitting_out}}


def _lines(movement: Movement, before: Round, after: Round, table: Callable[[int], str]) -> tuple[Note, ...] | None:
    """A sentence for each line and each exception, or None when there is no line to speak of."""
    journeys = list(_journeys(movement, before, after))
    notes: list[Note] = []
    exceptions: list[Note] = []
    for side in (NS, EW):
        own = [j for j in journeys if j.before and j.before.side == side]
        step = _step([(_table(j.before), _table(j.after)) for j in own if _keeps_side(j, side)], movement.tables)
        if step is None:
            return None
        notes.append(_line_note(side, *step))
        exceptions += [_exception_note(j, table) for j in own if not _in_step(j, side, *step)]
    exceptions += [_exception_note(j, table) for j in journeys if j.before is None and j.after is not None]
    exceptions = list(dict.fromkeys(exceptions))
    return (*notes, *exceptions) if len(exceptions) <= MOST_EXCEPTIONS else None


def _table(spot: MovementSpot | None) -> int:
    assert spot is not None
    return spot.table


def _keeps_side(journey: Journey, side: str) -> bool:
    return journey.after is not None and journey.after.side == side


def _in_step(journey: Journey, side: str, by: int, circle: int) -> bool:
    return journey.after == MovementSpot((_table(journey.before) - 1 + by) % circle + 1, side)


def _exception_note(journey: Journey, table: Callable[[int], str]) -> Note:
    if journey.after is None:
        return Note.of("goes-out", contestant=journey.number)
    code = "comes-ns" if journey.after.side == NS else "comes-ew"
    return Note.of(code, contestant=journey.number, table=table(journey.after.table))


def _step(moves: list[tuple[int, int]], tables: int) -> tuple[int, int] | None:
    """How far most of a line moves, in a circle of all tables or of one more where a half table is left out."""
    if not moves:
        return None
    best: tuple[int, int, int] | None = None
    for circle in (tables, tables + 1):
        by, many = Counter((after - before) % circle for before, after in moves).most_common(1)[0]
        if best is None or many > best[0]:
            best = (many, by, circle)
    assert best is not None
    many, by, circle = best
    return (by, circle) if many >= len(moves) - MOST_EXCEPTIONS and many * 2 > len(moves) else None


def _line_note(line: str, by: int, circle: int) -> Note:
    """Up or down, whichever is the shorter way."""
    stay, up_one, down_one, up, down = LINES[line]
    if by == 0:
        return Note.of(stay)
    if by in (1, circle - 1):
        return Note.of(up_one if by == 1 else down_one)
    return Note.of(up, tables=by) if by * 2 <= circle else Note.of(down, tables=circle - by)


def _fresh_boards(before: Round, after: Round, board: Callable[[int], int]) -> tuple[Note, ...]:
    """Everybody plays the same boards, and they were not on the tables before."""
    boards = {seating.boards for seating in after.seatings}
    if len(boards) != 1 or boards & {seating.boards for seating in before.seatings}:
        return ()
    numbers = [board(number) for number in next(iter(boards))]
    text = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
    return (Note.of("boards-new", boards=text),)


def _boards(before: Round, after: Round) -> tuple[Note, ...]:
    """How the boards go from table to table; nothing where they follow no single rule.

    Those that come from a stand, and those at a table that shares, are left out of it.
    """
    tables_before: dict[tuple[int, ...], set[int]] = {}
    for seating in before.seatings:
        tables_before.setdefault(seating.boards, set()).add(seating.table)
    moves = [(tables_before[s.boards], s.table) for s in after.seatings if s.boards in tables_before and not s.shared]
    circle = max(seating.table for seating in (*before.seatings, *after.seatings))
    for by in range(circle):
        if moves and all((table - 1 - by) % circle + 1 in tables for tables, table in moves):
            return (_line_note("boards", by, circle),)
    return ()
