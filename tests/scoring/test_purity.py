"""The engine knows the standard library and numpy, the readers also defusedxml, and neither knows Django or a clock."""

import ast
import sys
from pathlib import Path

import pytest

from tests.imports import imported

PACKAGE = Path(__file__).resolve().parents[2] / "scoring"
ALLOWED = {
    "engine": {"numpy", "scoring.engine"},
    "interchange": {"defusedxml", "scoring.engine", "scoring.interchange"},
}
CLOCKS = {"time", "datetime", "socket", "urllib", "http", "random"}


@pytest.mark.parametrize("part", ALLOWED)
def test_imports(part: str):
    for path in (PACKAGE / part).glob("**/*.py"):
        for name in imported(path):
            first = name.split(".")[0]
            assert first not in CLOCKS, f"{path.name} imports {name}"
            ours = any(name == allowed or name.startswith(f"{allowed}.") for allowed in ALLOWED[part])
            assert ours or first in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_modules_and_functions_stay_short():
    for path in [*(PACKAGE / "engine").glob("*.py"), *(PACKAGE / "interchange").glob("*.py")]:
        source = path.read_text()
        assert len(source.splitlines()) < 400, path.name
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef):
                assert node.end_lineno - node.lineno < 40, f"{path.name}: {node.name}"
