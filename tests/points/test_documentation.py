"""The worked examples of the pages on masterpoints and grading are executed."""

import doctest
from pathlib import Path

import pytest

from points.schemes.library import build_scheme

PAGES = Path(__file__).resolve().parents[2] / "docs" / "algorithms"


@pytest.mark.parametrize("name", ["masterpoints.md", "grading.md"])
def test_worked_examples(name: str):
    done = doctest.testfile(str(PAGES / name), module_relative=False)
    assert done.attempted > 3
    assert done.failed == 0


def test_the_scheme_that_the_page_shows_can_be_read():
    text = (PAGES / "masterpoints.md").read_text()
    shown = text.split("```toml\n")[1].split("```")[0]
    scheme = build_scheme("shown", shown)
    assert scheme.title == "A league"
    assert scheme.newest.examples
