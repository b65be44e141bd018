"""Triangles: three teams that play each other over two rounds, so that nobody has a bye.

Each of the three matches has boards of its own, which nobody else plays. In the first round everyone's North-South meet
the next team; in the second the same boards come back the other way (see `swiss.triple_rounds`).
"""

from dataclasses import replace
from typing import cast

from events.movements.model import Movement, Note, Round, Seating, board_numbers
from events.movements.swiss import triple_rounds

NOTE = "triangle"
Triple = tuple[int, int, int]


def triangle_notes(movement: Movement) -> list[Note]:
    return [note for note in movement.notes if note.code == NOTE]


def triangle_under_way(movement: Movement, number: int) -> tuple[int, ...]:
    """Those who play the second half of a triangle in a round; none where there is no such triangle."""
    triangle = _begun_before(movement, number)
    return triangle[0] if triangle else ()


def triangle_note(number: int, triple: Triple, first_set: int) -> Note:
    return Note.of(NOTE, round=number, teams=triple, first_set=first_set)


def next_free_set(movement: Movement) -> int:
    """Board sets of triangles come after those of the rounds, three for each."""
    return len(movement.rounds) + 1 + 3 * len(triangle_notes(movement))


def with_first_half(round_: Round, triple: Triple, first_set: int, size: int) -> Round:
    return _with_tables(round_, triple, 0, first_set, size)


def with_second_half(movement: Movement, round_: Round, number: int) -> Round:
    """The round with what is left of the triangle that was begun in the round before; who left is not seated."""
    triangle = _begun_before(movement, number)
    if not triangle:
        return round_
    triple, first_set = triangle
    seated = _with_tables(round_, triple, 1, first_set, movement.boards_per_set)
    present = tuple(seating for seating in seated.seatings if not set(seating.seats) & set(movement.withdrawn))
    return replace(seated, seatings=present)


def _begun_before(movement: Movement, number: int) -> tuple[Triple, int] | None:
    for note in triangle_notes(movement):
        if note["round"] == number - 1:
            return cast(Triple, note["teams"]), int(str(note["first_set"]))
    return None


def _with_tables(round_: Round, triple: Triple, half: int, first_set: int, size: int) -> Round:
    last = max((seating.table for seating in round_.seatings), default=0)
    tables = tuple(
        Seating(last + at, (table.ns, table.ew), board_numbers(first_set + table.board_set, size))
        for at, table in enumerate(triple_rounds(triple)[half], start=1)
    )
    return replace(round_, seatings=(*round_.seatings, *tables))
