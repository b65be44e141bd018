"""A Swiss of an odd number of teams with triangles: nobody has a bye, nobody plays a board twice."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.movements.catalogue import MovementRequest, build_movement
from events.movements.drawing import (
    certain_rounds,
    certain_second_meeting,
    meeting_history,
    next_draw,
    triangle_under_way,
    undrawn,
)
from events.movements.errors import MovementError
from events.movements.model import Movement, MovementKind, Unit
from events.movements.storage import pack, unpack
from events.movements.swiss import SwissRules, SwissStanding, draw
from events.movements.words import say


def swiss(teams: int, rounds: int = 4, boards: int = 2) -> Movement:
    return build_movement(MovementRequest(Unit.TEAM, teams, MovementKind.SWISS, rounds, boards, three_ways=True))


def drawn(movement: Movement, scores: dict[int, float] | None = None) -> Movement:
    """The next round from these scores, as the application draws it."""
    number = certain_rounds(movement) + 1
    busy = triangle_under_way(movement, number)
    order = [SwissStanding(x, (scores or {}).get(x, -x)) for x in range(1, movement.contestants + 1) if x not in busy]
    made = draw(order, meeting_history(movement), SwissRules(triples=number < len(movement.rounds)))
    matches = [*made.matches, *([made.triple] if made.triple else [])]
    return next_draw(movement, matches)[0]


def played_twice(movement: Movement, rounds: int) -> list[tuple[int, int, str]]:
    """Boards that a pair of a team has at two tables; North-South and East-West of a team are different people."""
    held: Counter[tuple[int, int, str]] = Counter()
    for round_ in movement.rounds[:rounds]:
        for seating in round_.seatings:
            for board in seating.boards:
                held[seating.ns, board, "NS"] += 1
                held[seating.ew, board, "EW"] += 1
    return [slot for slot, times in held.items() if times > 1]


def test_the_first_round_has_a_triangle_instead_of_a_bye() -> None:
    movement = swiss(7)
    first = movement.rounds[0]
    assert first.sitting_out == ()
    assert triangle_under_way(movement, 2) == (5, 6, 7)
    own = [seating for seating in first.seatings if set(seating.seats) <= {5, 6, 7}]
    assert [seating.seats for seating in own] == [(5, 6), (6, 7), (7, 5)]
    assert len({seating.boards for seating in own}) == 3
    others = {board for seating in first.seatings if seating not in own for board in seating.boards}
    assert not others & {board for seating in own for board in seating.boards}


def test_in_the_second_round_the_same_boards_come_back_the_other_way() -> None:
    movement = drawn(swiss(7))
    first, second = movement.rounds[:2]
    ways = {seating.boards: seating.seats for seating in first.seatings if set(seating.seats) <= {5, 6, 7}}
    back = {seating.boards: seating.seats for seating in second.seatings if set(seating.seats) <= {5, 6, 7}}
    assert back == {boards: seats[::-1] for boards, seats in ways.items()}
    assert second.sitting_out == ()


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([5, 7, 9, 11, 13]), st.integers(2, 5), st.randoms())
def test_everybody_plays_every_round_and_no_board_twice(teams: int, rounds: int, chance) -> None:
    movement = swiss(teams, min(rounds, teams - 2))
    while certain_rounds(movement) < len(movement.rounds):
        movement = drawn(movement, {x: chance.random() for x in range(1, teams + 1)})
    for number, round_ in enumerate(movement.rounds, start=1):
        tables = Counter(seat for seating in round_.seatings for seat in seating.seats)
        out = set(round_.sitting_out)
        assert all(tables[x] == (0 if x in out else 2) for x in range(1, teams + 1))
        # A triangle takes two rounds: only a last round without a partner has a bye.
        assert len(out) == int(number == len(movement.rounds) and number % 2 == 1)
    assert played_twice(movement, len(movement.rounds)) == []
    boards = {board for seating in movement.seatings() for board in seating.boards}
    assert max(boards) <= movement.boards_in_play


def test_a_draw_is_taken_back_with_its_triangle() -> None:
    movement = drawn(drawn(swiss(7)))
    assert triangle_under_way(movement, 4) != ()
    back = undrawn(movement)
    assert triangle_under_way(back, 4) == ()
    assert triangle_under_way(back, 2) == (5, 6, 7)
    assert unpack(pack(movement)) == movement


def test_a_triangle_by_hand_and_what_is_wrong_with_one() -> None:
    movement = drawn(swiss(7))
    made, _remarks = next_draw(movement, [(1, 2), (3, 4), (5, 6, 7)])
    assert triangle_under_way(made, 4) == (5, 6, 7)
    with pytest.raises(MovementError) as refused:
        next_draw(swiss(7), [(1, 5), (2, 3)])
    assert refused.value.note.code == "in-triangle"
    with pytest.raises(MovementError) as refused:
        next_draw(made, [(1, 2, 3)])
    assert refused.value.note.code == "triangle-too-late"
    pairs = build_movement(MovementRequest(Unit.PAIR, 7, MovementKind.SWISS, 3, 2, three_ways=True))
    assert pairs.rounds[0].sitting_out
    with pytest.raises(MovementError) as refused:
        next_draw(pairs, [(1, 2), (3, 4), (5, 6, 7)])
    assert refused.value.note.code == "triangle-of-teams"


def test_a_second_meeting_that_is_certain_is_said_before_the_first_board() -> None:
    """Five teams: while three play their triangle, the other two have only each other."""
    note = certain_second_meeting(swiss(5, 2))
    assert note is not None
    assert say(note) == "1 and 2 meet again in round 2: the others play their triangle."
    assert certain_second_meeting(drawn(swiss(5, 2))) is None
    assert all(certain_second_meeting(swiss(teams, 2)) is None for teams in (4, 6, 7, 8, 9))
