"""A Swiss while it is played: each round is laid down as it was drawn, the rest stays a rehearsal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from events.movements.catalogue import drawn_round
from events.movements.errors import MovementError
from events.movements.model import Movement, Note, Round, Unit, board_numbers
from events.movements.seats import TableSeat, seats_in
from events.movements.swiss import Draw, History, Rematch, SwissRules, SwissStanding, check_draw, draw
from events.movements.triangles import (
    NOTE,
    next_free_set,
    triangle_note,
    triangle_under_way,
    with_first_half,
    with_second_half,
)

FATAL = ("seated-twice", "unknown-contestant", "not-seated")


def certain_rounds(movement: Movement) -> int:
    """How many rounds are known: of a Swiss only those that have been drawn."""
    drawn = [note for note in movement.notes if note.code == "drawn"]
    if drawn:
        return int(str(drawn[-1]["rounds"]))
    return 1 if any(note.code == "rehearsal" for note in movement.notes) else len(movement.rounds)


def meeting_history(movement: Movement) -> History:
    """Who has met and who has had a bye in the rounds that are certain."""
    rounds = movement.rounds[: certain_rounds(movement)]
    matches = tuple(tuple(dict.fromkeys(_match(seating.seats) for seating in round_.seatings)) for round_ in rounds)
    return History(matches, tuple(number for round_ in rounds for number in round_.sitting_out))


def _match(seats: tuple[int, ...]) -> tuple[int, int]:
    first, second = sorted(seats)
    return first, second


def next_draw(movement: Movement, matches: Sequence[tuple[int, ...]]) -> tuple[Movement, tuple[Note, ...]]:
    """The movement with its next round laid down, and remarks: a rematch, a second bye.

    A draw that leaves somebody out or seats somebody twice is refused. In a field of pairs whoever is named first sits
    North-South. Three teams together begin a triangle, which the round after this one ends; those who are in one are
    not drawn.
    """
    if not movement.kind.traits.is_drawn:
        raise MovementError("not-a-swiss", kind=movement.kind)
    number = certain_rounds(movement) + 1
    if number > len(movement.rounds):
        raise MovementError("all-drawn", rounds=len(movement.rounds))
    busy = triangle_under_way(movement, number)
    playing = free_for_draw(movement, number)
    seated = {x for match in matches for x in match}
    triple = _triple(movement, matches, number)
    if again := sorted(seated.intersection(busy)):
        raise MovementError("in-triangle", contestant=again[0], round=number)
    left = [x for x in playing if x not in seated]
    bye = left[0] if len(left) == 1 else None
    standings = [SwissStanding(x, 0) for x in playing]
    pairs = [(match[0], match[1]) for match in matches if len(match) == 2]
    met = [*pairs, *combinations(triple, 2)] if triple else pairs
    remarks = [
        note for note in check_draw(met, standings, meeting_history(movement), bye) if not _is_triangle(note, triple)
    ]
    for note in remarks:
        if note.code in FATAL:
            raise MovementError(note.code, **dict(note.params))
    return laid_down(movement, number, Draw(tuple(pairs), bye, triple)), tuple(remarks)


def certain_second_meeting(movement: Movement) -> Note | None:
    """That the next round cannot be drawn without a second meeting, whatever the results will be."""
    number = certain_rounds(movement) + 1
    if not movement.kind.traits.is_drawn or number > len(movement.rounds):
        return None
    playing = free_for_draw(movement, number)
    try:
        draw([SwissStanding(x, 0) for x in playing], meeting_history(movement), SwissRules(Rematch.NEVER))
    except MovementError:
        if len(playing) == 2:
            return Note.of("must-meet-again", a=playing[0], b=playing[1], round=number)
        return Note.of("second-meeting-needed", round=number)
    return None


def free_for_draw(movement: Movement, number: int) -> list[int]:
    """Those who are drawn for a round: there, and not in the second half of a triangle."""
    busy = triangle_under_way(movement, number)
    return [x for x in range(1, movement.contestants + 1) if x not in movement.withdrawn and x not in busy]


def _triple(movement: Movement, matches: Sequence[tuple[int, ...]], number: int) -> tuple[int, int, int] | None:
    threes = [match for match in matches if len(match) != 2]
    if not threes:
        return None
    if movement.unit is not Unit.TEAM:
        raise MovementError("triangle-of-teams", round=number)
    if number >= len(movement.rounds):
        raise MovementError("triangle-too-late", round=number)
    if len(threes) > 1 or len(set(threes[0])) != 3:
        raise MovementError("one-triangle", round=number)
    first, second, third = threes[0]
    return first, second, third


def _is_triangle(note: Note, triple: tuple[int, int, int] | None) -> bool:
    """Each of a triangle meets two others: that is no seat taken twice."""
    return triple is not None and note.code == "seated-twice" and note["contestant"] in triple


def kept_seats(movement: Movement, numbers: Iterable[int]) -> dict[int, TableSeat]:
    """The seat that each of these had when it first sat down in a round that is certain."""
    first_seats: dict[int, TableSeat] = {}
    for at in range(certain_rounds(movement), 0, -1):
        seats = seats_in(movement, at)
        first_seats.update({number: seats[number] for number in numbers if number in seats})
    return first_seats


def with_kept_seats(matches: Sequence[tuple[int, ...]], seats: Mapping[int, TableSeat]) -> list[tuple[int, ...]]:
    """Matches of pairs in the order of their tables, North-South first, so that those in `seats` have theirs.

    Of two who meet, or want one table, the one whose match stands first has it; the others sit as they were drawn.
    """
    tables: dict[int, tuple[int, ...]] = {}
    others = []
    for match in matches:
        staying = [x for x in match if x in seats and seats[x].table <= len(matches) and seats[x].table not in tables]
        if not staying:
            others.append(match)
            continue
        own_seat = seats[staying[0]]
        is_turned = match.index(staying[0]) != ("NS", "EW").index(own_seat.side)
        tables[own_seat.table] = match[::-1] if is_turned else match
    remaining = iter(others)
    return [tables[at] if at in tables else next(remaining) for at in range(1, len(matches) + 1)]


def undrawn(movement: Movement) -> Movement:
    """The movement with its last drawn round taken back: it is open again."""
    if not movement.kind.traits.is_drawn:
        raise MovementError("not-a-swiss", kind=movement.kind)
    number = certain_rounds(movement)
    if number < 2:
        raise MovementError("none-drawn")
    notes = tuple(
        note
        for note in movement.notes
        if note.code not in ("drawn", "rehearsal") and not (note.code == NOTE and note["round"] == number)
    )
    return replace(movement, notes=(*notes, Note.of("drawn", rounds=number - 1)))


def laid_down(movement: Movement, number: int, drawn: Draw) -> Movement:
    boards = board_numbers(number, movement.boards_per_set)
    round_ = drawn_round(movement.unit, drawn, movement.contestants, boards)
    round_ = with_second_half(movement, round_, number)
    begun: tuple[Note, ...] = ()
    sets = movement.board_sets
    if drawn.triple is not None:
        first_set = next_free_set(movement)
        round_ = with_first_half(round_, drawn.triple, first_set, movement.boards_per_set)
        begun, sets = (triangle_note(number, drawn.triple, first_set),), max(sets, first_set + 2)
    rounds = (*movement.rounds[: number - 1], round_, *movement.rounds[number:])
    notes = tuple(note for note in movement.notes if note.code not in ("drawn", "rehearsal"))
    meetings = max(_meetings(rounds[:number]), movement.meetings)
    notes = (*notes, *begun, Note.of("drawn", rounds=number))
    return replace(movement, rounds=rounds, meetings=meetings, board_sets=sets, notes=notes)


def _meetings(rounds: Sequence[Round]) -> int:
    """In how many rounds the same two have met at most."""
    met: dict[tuple[int, int], set[int]] = {}
    for at, round_ in enumerate(rounds):
        for seating in round_.seatings:
            met.setdefault(_match(seating.seats), set()).add(at)
    return max((len(where) for where in met.values()), default=1)
