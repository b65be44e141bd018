"""The worked examples of docs/algorithms/rulings.md are executed."""

import doctest
import re
from pathlib import Path

from rulings.laws.library import library
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


def test_the_number_of_trees_is_told_as_it_is():
    told = [*re.findall(r"There are (\d+) of them", PAGE.read_text("utf-8"))]
    told += re.findall(r"(\d+) decision trees", (DOCS.parent / "README.md").read_text("utf-8"))
    assert told == [str(len(library().trees))] * 2
