"""CHANGELOG.md: the release that runs is on top, below what is not released yet, in the usual form."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

from core.release import version

HEADINGS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
TEXT = (Path(settings.BASE_DIR) / "CHANGELOG.md").read_text("utf-8")
UNRELEASED, *RELEASES = re.findall(r"^## (.+)$", TEXT, re.MULTILINE)


def test_what_is_not_released_stands_on_top_and_then_the_release_that_runs() -> None:
    assert UNRELEASED == "Unreleased"
    assert RELEASES[0].split(" – ")[0] == version()


def test_every_release_has_a_version_and_a_day() -> None:
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ – \d{4}-\d\d-\d\d", release) for release in RELEASES)


def test_the_headings_are_the_usual_ones() -> None:
    assert set(re.findall(r"^### (.+)$", TEXT, re.MULTILINE)) <= HEADINGS
