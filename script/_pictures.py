"""Draw the pictures of docs/algorithms again: python -m script._pictures"""

from pathlib import Path

from events.movements.designs import design
from events.movements.howell import howell
from events.movements.picture import influence_svg, movement_svg, starter_svg
from events.movements.starters import Starter

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "algorithms"
PAIRS, ROUNDS = 12, 9


def pictures() -> dict[str, str]:
    result = design(PAIRS, ROUNDS)
    assert result is not None
    assert isinstance(result.form, Starter)
    return {
        "movements-starter.svg": starter_svg(result.form),
        "movements-grid.svg": movement_svg(howell(PAIRS, 3, ROUNDS)),
        "movements-influence.svg": influence_svg(howell(PAIRS, 1, ROUNDS)),
    }


if __name__ == "__main__":
    for name, svg in pictures().items():
        (FOLDER / name).write_text(svg, "utf-8")
