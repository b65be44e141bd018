"""docs/how-to/add-a-report.md, carried out: the report is offered, made and measured."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from printing.registry import REPORTS
from printing.selectors import offered_reports
from tests.cast import Cast
from tests.how_to.applying import assert_in_our_style, carried_out, run_tests_of, shown_files
from tests.how_to.documents import HOW_TO

DOCUMENT = HOW_TO / "add-a-report.md"


def test_the_report_is_offered_to_whoever_may_ask_and_made(
    cast: Cast, request: pytest.FixtureRequest, settings: Any, tmp_path: Path
) -> None:
    files = shown_files(DOCUMENT)
    [own_tests] = [file.module for file in files if file.is_new and file.path.startswith("tests/")]
    settings.TEMPLATES = [settings.TEMPLATES[0] | {"DIRS": [*settings.TEMPLATES[0]["DIRS"], tmp_path / "templates"]}]
    try:
        with carried_out(files, tmp_path):
            assert run_tests_of(importlib.import_module(own_tests), request) > 0
            assert "stationary-seats" in names_for(cast, "secretary")
            assert "stationary-seats" not in names_for(cast, "member")
    finally:
        REPORTS.pop("stationary-seats", None)


def names_for(cast: Cast, who: str) -> list[str]:
    groups = offered_reports(cast.actor(who), "club", cast.harbour)
    return [report.name for group in groups for report in group.reports]


def test_its_files_are_in_our_style() -> None:
    assert_in_our_style(shown_files(DOCUMENT))
