"""The worked examples of docs/algorithms are executed."""

import doctest
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).resolve().parents[2] / "docs" / "algorithms").glob("*.md"))
OURS = {"matchpoints.md", "adjusted-scores.md", "imps-and-victory-points.md", "dealing.md"}


def test_the_pages_are_there():
    assert {page.name for page in PAGES} >= OURS


@pytest.mark.parametrize("page", [page for page in PAGES if page.name in OURS], ids=lambda page: page.stem)
def test_worked_examples(page: Path):
    done = doctest.testfile(str(page), module_relative=False)
    assert done.attempted > 3
    assert done.failed == 0
