"""What the documents point at is there, and every document can be found from the index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.apps import apps
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


def test_the_glossary_names_files_and_models_that_are_there() -> None:
    models = {model.__name__ for model in apps.get_models()}
    rows = re.findall(
        r"^\| (?!word )[^|]+\| [^|]+\| ([^|]+)\|$", (ROOT / "docs" / "glossary.md").read_text(), re.MULTILINE
    )
    named = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
    assert len(named) > 30
    for name in named:
        assert name in models or [*ROOT.glob(name), *ROOT.glob(f"*/{name}"), *ROOT.glob(f"*/*/{name}")], name


def test_the_words_of_the_glossary_stand_in_order_and_once() -> None:
    words = re.findall(r"^\| (?!word )([\w -]+) \|", (ROOT / "docs" / "glossary.md").read_text(), re.MULTILINE)
    assert words == sorted(set(words))


def test_every_application_has_its_row_in_the_architecture() -> None:
    ours = {path.parent.name for path in ROOT.glob("*/apps.py")} | {"config"}
    assert ours == set(re.findall(r"^\| `(\w+)` \| (?:.+) \|$", table_of_applications(), re.MULTILINE))


def table_of_applications() -> str:
    text = (ROOT / "docs" / "architecture.md").read_text()
    return text[text.index("| application |") : text.index("## The rooms")]
