"""An event that names its movement is offered it at the length that comes nearest to the boards wanted."""

from __future__ import annotations

from typing import Any

import pytest

from events.models import Event, Section, Session
from events.models.conditions import Form
from events.movements.model import MovementKind
from events.selectors.desk import options_for
from events.selectors.movements import choose


def swiss(boards: int) -> Event:
    return Event(form=Form.PAIRS, scoring="vp", movement_kind=MovementKind.SWISS, boards=boards)


def test_sixteen_boards_wanted_are_four_rounds_of_four() -> None:
    movement = choose(Section(session=Session(event=swiss(16))), 9).movement
    assert movement is not None
    assert (movement.kind, len(movement.rounds), movement.boards_per_set) == (MovementKind.SWISS, 4, 4)


def test_what_could_be_played_instead_begins_with_the_kind_of_the_conditions() -> None:
    options = options_for(swiss(16), 9, None)
    assert options[0].choice["kind"] is MovementKind.SWISS
    assert (options[0].choice["rounds"], options[0].choice["boards_per_round"]) == (4, 4)
    assert any(option.choice["kind"] is not MovementKind.SWISS for option in options)


def teams(boards: int, **more: Any) -> Event:
    given = {"form": Form.TEAMS, "scoring": "vp", "movement_kind": MovementKind.SWISS, "boards": boards}
    return Event(**(given | more))


@pytest.mark.parametrize(("count", "boards"), [(5, 18), (5, 24), (7, 24), (9, 24), (11, 28)])
def test_matches_of_three_are_played_over_an_even_number_of_rounds_and_the_boards_wanted(
    count: int, boards: int
) -> None:
    """An odd number of rounds would end with a bye."""
    event = teams(boards, three_ways=True)
    movement = choose(Section(session=Session(event=event)), count).movement
    assert movement is not None
    assert movement.kind is MovementKind.SWISS
    assert len(movement.rounds) % 2 == 0
    assert abs(len(movement.rounds) * movement.boards_per_set - boards) <= 1
    assert not any(round_.sitting_out for round_ in movement.rounds)


def test_five_teams_play_two_rounds_of_nine_for_eighteen_boards() -> None:
    event = teams(18, three_ways=True)
    movement = choose(Section(session=Session(event=event)), 5).movement
    assert movement is not None
    assert (len(movement.rounds), movement.boards_per_set) == (2, 9)
    [played] = [option for option in options_for(event, 5, movement) if option.is_played]
    assert (played.choice["rounds"], played.choice["boards_per_round"]) == (2, 9)


@pytest.mark.parametrize("count", [4, 6, 8, 10])
@pytest.mark.parametrize("boards", [16, 18, 24, 28])
def test_teams_in_a_swiss_play_the_boards_wanted(count: int, boards: int) -> None:
    movement = choose(Section(session=Session(event=teams(boards))), count).movement
    assert movement is not None
    assert abs(len(movement.rounds) * movement.boards_per_set - boards) <= 2


def test_without_a_kind_in_the_conditions_a_swiss_has_its_triangles_too() -> None:
    event = teams(24, movement_kind="", three_ways=True)
    swiss_ones = [one for one in options_for(event, 9, None) if one.choice["kind"] is MovementKind.SWISS]
    assert swiss_ones
    assert all(any(note.code == "triangle" for note in one.summary.movement.notes) for one in swiss_ones)
