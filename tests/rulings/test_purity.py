"""The laws package knows the standard library and the scoring engine, and neither Django nor a clock."""

import ast
import sys
from pathlib import Path

from tests.imports import imported

PACKAGE = Path(__file__).resolve().parents[2] / "rulings" / "laws"
ALLOWED = ("rulings.laws", "scoring.engine")
CLOCKS = {"time", "datetime", "socket", "urllib", "http", "random"}


def test_imports():
    for path in PACKAGE.glob("**/*.py"):
        for name in imported(path):
            first = name.split(".")[0]
            assert first not in CLOCKS, f"{path.name} imports {name}"
            ours = any(name == allowed or name.startswith(f"{allowed}.") for allowed in ALLOWED)
            assert ours or first in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_modules_and_functions_stay_short():
    for path in PACKAGE.glob("*.py"):
        source = path.read_text()
        assert len(source.splitlines()) < 300, path.name
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef):
                assert node.end_lineno - node.lineno < 40, f"{path.name}: {node.name}"
