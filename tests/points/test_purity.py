"""The packages of points know the standard library and the engine, and neither Django, a clock nor chance."""

import ast
import sys
from pathlib import Path

from tests.imports import imported

APP = Path(__file__).resolve().parents[2] / "points"
PURE = sorted(
    [*(APP / "schemes").glob("*.py"), *(APP / "grading").glob("*.py"), APP / "strata.py", APP / "handicaps.py"]
)
ALLOWED = ("points.schemes", "points.grading", "points.strata", "points.handicaps", "scoring.engine")
CLOCKS = {"time", "socket", "urllib", "http", "random"}
#: Values of days, not the clock.
DAYS = {"date", "timedelta"}


def test_imports():
    assert len(PURE) > 10
    for path in PURE:
        for name in imported(path):
            first = name.split(".")[0]
            assert first not in CLOCKS, f"{path.name} imports {name}"
            ours = any(name == allowed or name.startswith(f"{allowed}.") for allowed in ALLOWED)
            assert ours or first in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_days_are_passed_in():
    for path in PURE:
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "datetime":
                assert {alias.name for alias in node.names} <= DAYS, path.name
            assert not (isinstance(node, ast.Attribute) and node.attr in ("today", "now")), path.name


def test_modules_and_functions_stay_short():
    for path in PURE:
        source = path.read_text()
        assert len(source.splitlines()) < 300, path.name
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef):
                assert node.end_lineno - node.lineno < 40, f"{path.name}: {node.name}"
