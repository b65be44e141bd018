"""An event that names its movement is offered it at the length that comes nearest to the boards wanted."""

from __future__ import annotations

from events.models import Event, Section, Session
from events.models.conditions import Form, Scoring
from events.movements.model import MovementKind
from events.selectors.desk import options_for
from events.selectors.movements import choose


def swiss(boards: int) -> Event:
    return Event(form=Form.PAIRS, scoring=Scoring.VICTORY, movement_kind=MovementKind.SWISS, boards=boards)


def test_sixteen_boards_wanted_are_four_rounds_of_four() -> None:
    movement = choose(Section(session=Session(event=swiss(16))), 9).movement
    assert movement is not None
    assert (movement.kind, len(movement.rounds), movement.boards_per_set) == (MovementKind.SWISS, 4, 4)


def test_what_could_be_played_instead_begins_with_the_kind_of_the_conditions() -> None:
    options = options_for(swiss(16), 9, None)
    assert options[0].asked["kind"] is MovementKind.SWISS
    assert (options[0].asked["rounds"], options[0].asked["boards_per_round"]) == (4, 4)
    assert any(option.asked["kind"] is not MovementKind.SWISS for option in options)
