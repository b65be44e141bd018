"""docs/how-to/add-a-law-tree.md, carried out: the tree loads, is proven and rules."""

from __future__ import annotations

import importlib
import shlex
import shutil
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from rulings.laws import files as law_files
from rulings.laws.errors import DataError
from rulings.laws.library import library
from tests.how_to.applying import ROOT, ShownFile, assert_in_our_style, commands, run_tests_of, shown_files, write
from tests.how_to.documents import HOW_TO
from tests.rulings import test_trees

DOCUMENT = HOW_TO / "add-a-law-tree.md"
DATA = "rulings/laws/data"
SHOWN = shown_files(DOCUMENT)


def forget_what_was_read() -> None:
    for name in [name for name in sys.modules if name.startswith("rulings.")]:
        for value in list(vars(sys.modules[name]).values()):
            if hasattr(value, "cache_clear") and getattr(value, "__module__", "") == name:
                value.cache_clear()


def put_in_place(folder: Path, shown: list[ShownFile], monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / DATA, folder / DATA)
    write(folder, shown)
    monkeypatch.setattr(law_files, "_DATA", folder / DATA)
    forget_what_was_read()


@pytest.fixture
def of_the_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The data of the Laws with what the document adds."""
    put_in_place(tmp_path, SHOWN, monkeypatch)
    yield
    monkeypatch.undo()
    forget_what_was_read()


def added_tree() -> str:
    return next(line.removeprefix("tree ") for file in SHOWN for line in file.text.splitlines() if line[:5] == "tree ")


def test_the_tree_loads_and_rules_as_the_document_says(
    of_the_document: None, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    tree = library().trees[added_tree()]
    [command] = commands(DOCUMENT)
    _python, _manage, *words = shlex.split(command)
    printed = StringIO()
    call_command(*words, stdout=printed)
    assert tree.outcomes[f"{tree.id}.table"].do in printed.getvalue()
    [own_tests] = [file.module for file in SHOWN if file.path.endswith(".py")]
    monkeypatch.setattr(importlib.import_module("tests.rulings"), "__path__", [str(tmp_path / "tests/rulings")])
    assert run_tests_of(importlib.import_module(own_tests), request) == 1
    sys.modules.pop(own_tests)


def test_the_tests_of_all_trees_hold_for_it(of_the_document: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_trees, "TREES", list(library().trees.values()))
    monkeypatch.setattr(test_trees, "IDS", list(library().trees))
    test_trees.test_every_way_through_a_tree_ends_at_its_rule(added_tree())
    test_trees.test_every_question_is_asked(added_tree())
    test_trees.test_outcomes_are_named_after_their_tree()
    test_trees.test_every_tree_is_on_the_menu_or_follows_another()
    test_trees.test_questions_and_outcomes_are_sentences_to_read_aloud()
    test_trees.test_every_phrase_is_used()


def test_a_rule_left_out_of_the_tree_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = SHOWN[0]
    broken = ShownFile(tree.path, tree.language, tree.text.replace("  signal=n -> L08.on\n", ""))
    try:
        put_in_place(tmp_path, [broken, SHOWN[1]], monkeypatch)
        with pytest.raises(DataError, match="L08"):
            library()
    finally:
        monkeypatch.undo()
        forget_what_was_read()


def test_its_files_are_in_our_style() -> None:
    assert_in_our_style(SHOWN)
    assert all(len(line) <= 120 for line in SHOWN[0].text.splitlines())
