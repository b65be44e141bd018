"""docs/security.md names tests that are there and releases that are pinned; the forge looks for known faults."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from script._dependencies import asked_for, pinned

ROOT = Path(settings.BASE_DIR)
TEXT = (ROOT / "docs" / "security.md").read_text()
ASVS = [line for line in TEXT.splitlines() if re.match(r"\| \d+\.\d", line)]


def test_every_test_that_is_named_is_there() -> None:
    named = set(re.findall(r"`(?:tests/)?([\w/]+/test_\w+\.py)`", TEXT))
    assert len(named) > 20
    assert [name for name in sorted(named) if not (ROOT / "tests" / name).exists()] == []


@pytest.mark.parametrize("line", ASVS, ids=lambda line: line.split("|")[1].strip())
def test_every_line_says_whether_it_is_met_and_by_what_or_why_not(line: str) -> None:
    _empty, _section, asks, here, why, _end = (cell.strip() for cell in line.split("|"))
    assert here in ("met", "met in service", "met with TLS", "partly", "not met", "not applicable")
    assert asks
    assert why


def test_every_chapter_of_the_standard_is_there() -> None:
    chapters = {int(re.match(r"\| (\d+)", line)[1]) for line in ASVS}  # type: ignore[index]
    assert chapters == set(range(1, 15))


def test_the_packages_are_those_that_are_pinned() -> None:
    rows = re.findall(r"^\| ([a-z0-9-]+) \| (\S+) \| (yes|) ?\| .*\|$", TEXT, re.MULTILINE)
    assert {name: release for name, release, _asked in rows} == pinned(), "run script/compile"
    assert {name for name, _release, asked in rows if asked} == asked_for()


def test_the_forge_fails_where_no_database_of_faults_answers() -> None:
    workflow = (ROOT / ".github" / "workflows" / "checks.yml").read_text()
    assert re.search(r"pip_audit --strict .*--requirement requirements\.txt", workflow)
