"""Pictures and printed pages."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from events.movements import MovementKind, MovementRequest, Unit, build_movement, check
from events.movements.paper import movement_text
from events.movements.picture import influence_svg, movement_svg
from script._pictures import FOLDER, pictures


@pytest.mark.parametrize("name", ["movements-starter.svg", "movements-grid.svg", "movements-influence.svg"])
def test_the_pictures_in_the_documentation_are_current(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == pictures()[name]
    assert name in Path(FOLDER / "movements.md").read_text("utf-8")


@pytest.mark.parametrize(
    "request_",
    [
        MovementRequest(Unit.PAIR, 16, MovementKind.RELAY),
        MovementRequest(Unit.PAIR, 9, MovementKind.HOWELL),
        MovementRequest(Unit.PLAYER, 8, MovementKind.WHIST),
        MovementRequest(Unit.TEAM, 6, MovementKind.ROUND_ROBIN),
    ],
    ids=lambda request: f"{request.contestants}-{request.kind}",
)
def test_every_table_of_every_round_is_drawn(request_: MovementRequest) -> None:
    movement = build_movement(request_)
    tree = ElementTree.fromstring(movement_svg(movement))
    rectangles = tree.findall("{http://www.w3.org/2000/svg}rect")
    assert len(rectangles) == 1 + sum(1 for _ in movement.seatings())
    assert "Check: sound" in movement_text(movement)


def test_influence_has_a_square_for_each_two() -> None:
    movement = build_movement(MovementRequest(Unit.PAIR, 8, MovementKind.HOWELL, rounds=7))
    tree = ElementTree.fromstring(influence_svg(movement))
    assert len(tree.findall("{http://www.w3.org/2000/svg}rect")) == 1 + 8 * 7


def test_faults_are_printed() -> None:
    movement = build_movement(MovementRequest(Unit.PAIR, 8, MovementKind.HOWELL, rounds=7))
    broken = type(movement)(
        **{
            **{field: getattr(movement, field) for field in movement.__dataclass_fields__},
            "rounds": (*movement.rounds, movement.rounds[0]),
        }
    )
    text = movement_text(broken, check(broken))
    assert "NOT SOUND" in text
    assert "meets board 1 again" in text
