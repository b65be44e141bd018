"""What the documents point at is there, and every document can be found from the index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#([^)\s]+))?\)")


def anchors(path: Path) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", path.read_text(), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def links(path: Path) -> list[tuple[Path, str]]:
    found = LINK.findall(path.read_text())
    return [((path.parent / target).resolve(), anchor) for target, anchor in found if "://" not in target]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(document: Path) -> None:
    for target, anchor in links(document):
        assert target.exists(), f"{target} is not there"
        assert not anchor or anchor in anchors(target), f"{target} has no part #{anchor}"


def test_the_index_leads_to_every_document() -> None:
    listed = {target for target, _anchor in links(ROOT / "docs" / "README.md")}
    wanted = {path.resolve() for path in ROOT.glob("docs/**/*.md") if path.parent.name != "decisions"}
    assert wanted - listed - {(ROOT / "docs" / "README.md").resolve()} == set()


def test_the_first_steps_name_files_that_are_there() -> None:
    for document in (ROOT / "CONTRIBUTING.md", ROOT / "tests" / "README.md"):
        for name in re.findall(r"`((?:tests|docs|script)/[\w/.-]+)`", document.read_text()):
            assert (ROOT / name).exists(), f"{document.name} names {name}"
