"""The worked examples of docs/algorithms/rulings.md are executed."""

import doctest
from pathlib import Path

from rulings.laws.regulation import SETTINGS

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "algorithms" / "rulings.md"


def test_worked_examples():
    done = doctest.testfile(str(PAGE), module_relative=False)
    assert done.attempted > 8
    assert done.failed == 0


def test_every_setting_is_described():
    text = PAGE.read_text("utf-8")
    assert all(f"| {name} |" in text for name in SETTINGS)
