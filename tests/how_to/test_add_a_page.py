"""docs/how-to/add-a-page.md, carried out: the pages answer those who may open them alone."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from tests.cast import Cast
from tests.clubs import test_matrix
from tests.how_to.applying import assert_in_our_style, carried_out, changed, run_tests_of, shown_files
from tests.how_to.documents import HOW_TO

DOCUMENTS = ["add-a-page.md"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_pages_answer_as_the_document_says(
    name: str, cast: Cast, request: pytest.FixtureRequest, settings: Any, tmp_path: Path
) -> None:
    files = shown_files(HOW_TO / name)
    [own_tests] = [file.module for file in files if file.is_new and file.path.startswith("tests/")]
    before = set(test_matrix.PAGES)
    settings.TEMPLATES = [settings.TEMPLATES[0] | {"DIRS": [*settings.TEMPLATES[0]["DIRS"], tmp_path / "templates"]}]
    with carried_out(files, tmp_path):
        assert run_tests_of(importlib.import_module(own_tests), request) > 0
        added = set(test_matrix.PAGES) - before
        assert added
        test_matrix.test_every_page_is_in_the_table()
        test_matrix.set_the_scene(cast)
        for page in added:
            table = test_matrix.PAGES[page]
            assert set(table.expected.values()) == {200, 302, 403}
            assert test_matrix.answers(cast, table, page) == table.expected
    assert set(test_matrix.PAGES) == before


@pytest.mark.parametrize("name", DOCUMENTS)
def test_its_files_are_in_our_style(name: str) -> None:
    assert_in_our_style(shown_files(HOW_TO / name))


def test_a_page_that_is_not_in_the_matrix_is_found(db: None, settings: Any, tmp_path: Path) -> None:
    files = [file for file in shown_files(HOW_TO / "add-a-page.md") if "test_matrix" not in file.path]
    with carried_out(files, tmp_path), pytest.raises(AssertionError, match="club-ending-members"):
        test_matrix.test_every_page_is_in_the_table()


def test_a_change_that_no_longer_fits_its_file_is_found() -> None:
    assert changed("one\ntwo\n", " one\n+more\n@@\n-two\n+three\n") == "one\nmore\nthree\n"
    with pytest.raises(AssertionError, match="not there"):
        changed("one\ntwo\n", " on\n+more\n")
