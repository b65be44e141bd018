"""What is special about a scoring method or a movement is asked of its traits, never of its name.

Otherwise a new one would have to be named in every place that treats some of them alike.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import gettext

from events.models.conditions import scoring_choices
from events.movements.model import KINDS, MOVEMENT_KINDS, MovementKind, Unit
from scoring.engine import methods
from scoring.engine.methods import METHODS, SCORING_METHODS, Method, TeamScoring

ROOT = Path(settings.BASE_DIR)
APPS = (
    "core",
    "clubs",
    "jobs",
    "events",
    "scoring",
    "rulings",
    "appeals",
    "points",
    "exchange",
    "office",
    "printing",
    "ops",
)
SOURCES = sorted(
    path for app in APPS for path in (ROOT / app).rglob("*.py") if not {"migrations", "demo"} & set(path.parts)
)
NAMED_BY = {"scoring", "method", "movement_kind", "kind", "points_method"}
NAMES = {*SCORING_METHODS, *METHODS, *MOVEMENT_KINDS}
CONSTANTS = {name for name, value in vars(methods).items() if isinstance(value, Method | TeamScoring)}
# Names that are spelt like a method's and are not one.
OTHERWISE = {"scoring/runs/explanations.py": "the kind of a step of an explanation"}
WORTH_READING = re.compile(
    rf"MovementKind|engine import methods|engine.methods|{'|'.join(CONSTANTS)}|\.(?:{'|'.join(NAMED_BY)})\b"
)
IN_TEMPLATES = re.compile(r"(?:movement_kind|scoring|method) *(?:==|!=|in) *[\"']")


def is_name(node: ast.expr, others: list[ast.expr]) -> bool:
    """A movement, a method, or the stored name of one beside something that holds such a name."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(is_name(one, others) for one in node.elts)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.value.id == "MovementKind" or (node.value.id == "methods" and node.attr in CONSTANTS)
    if isinstance(node, ast.Name):
        return node.id in CONSTANTS
    held = any(isinstance(other, ast.Attribute) and other.attr in NAMED_BY for other in others)
    return isinstance(node, ast.Constant) and node.value in NAMES and held


def compared(source: str) -> Iterator[int]:
    """The lines in which a method or a movement is compared by name, or looked up in a table of names."""
    if not WORTH_READING.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Dict):
            parts = [key for key in node.keys if key is not None]
        elif isinstance(node, ast.MatchValue):
            parts = [node.value]
        if any(is_name(part, parts) for part in parts):
            yield node.lineno  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "source",
    [
        "movement.kind is MovementKind.SWISS",
        "kind not in (MovementKind.SWISS, MovementKind.KNOCKOUT)",
        "event.scoring == 'vp'",
        "event.scoring in ('matchpoints', 'bam')",
        "method is BUTLER",
        "method.kind != methods.BUTLER",
        "{MovementKind.WEB: 1}",
        "match kind:\n case MovementKind.WEB: pass",
    ],
)
def test_a_comparison_by_name_is_found(source: str) -> None:
    assert list(compared(source))


@pytest.mark.parametrize("source", ["row.kind == 'claim'", "Movement(MovementKind.SWISS)", "page == 'butler'"])
def test_other_comparisons_are_not(source: str) -> None:
    assert not list(compared(source))


def test_no_module_compares_by_name() -> None:
    found = {str(path.relative_to(ROOT)): list(compared(path.read_text())) for path in SOURCES}
    assert {path: lines for path, lines in found.items() if lines and path not in OTHERWISE} == {}
    assert all(len(found[path]) == 1 for path in OTHERWISE)


def test_no_template_or_script_compares_by_name() -> None:
    pages = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("templates/**/*.txt"), *ROOT.glob("static/tenace/**/*.js")]
    assert [str(path) for path in pages if IN_TEMPLATES.search(path.read_text())] == []


# --- Each has its words ----------------------------------------------------------------------------------------------
def test_every_scoring_method_has_a_label_and_fits_somebody() -> None:
    assert all(label for _name, label in scoring_choices())
    assert all(any(method.fits(unit) for unit in Unit) for method in SCORING_METHODS.values())
    assert len({str(label) for _name, label in scoring_choices()}) == len(SCORING_METHODS)


def test_every_movement_has_a_label_and_somebody_to_play_it() -> None:
    labels = {gettext(kind.traits.label) for kind in MOVEMENT_KINDS.values()}
    assert len(labels) == len(MOVEMENT_KINDS)
    assert {kind for kinds in KINDS.values() for kind in kinds} == set(MOVEMENT_KINDS.values())
    named = [name for name in MovementKind.__annotations__ if name.isupper()]
    assert {getattr(MovementKind, name) for name in named} <= set(MOVEMENT_KINDS.values())


def test_no_other_name_means_two_of_them() -> None:
    movements = [alias for kind in MOVEMENT_KINDS.values() for alias in (kind, *kind.traits.aliases)]
    ways = [alias for method in METHODS.values() for alias in (method.name, *method.aliases)]
    assert len(set(movements)) == len(movements)
    assert len(set(ways)) == len(ways)
