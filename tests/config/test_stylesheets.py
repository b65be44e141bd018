"""Colours stand in one place, a page loads one sheet of its family at most, and no rule is for nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from core.templatetags.components import register

STYLES = settings.BASE_DIR / "static/tenace"
TEMPLATES = settings.BASE_DIR / "templates"
SHEETS = sorted(STYLES.glob("*.css"))
OF_EVERY_PAGE = {"tokens", "tenace"}
FAMILIES = {path.stem for path in SHEETS} - OF_EVERY_PAGE - {"admin"}
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(")
NAMED_COLOUR = re.compile(r":[^;]*(?<![-\w])(?:white|black|red|green|blue|gray|grey|silver|orange|yellow)\b[^-\w(]")
# What Django, its administration and htmx write themselves.
WRITTEN_ELSEWHERE = {"errorlist", "htmx-request", "inline-group", "module"}
COMPONENTS = {"badge", "button", "card", "notice", "table"}
TAGS = set(register.tags)
WORD = re.compile(r"[A-Za-z_][\w-]*")
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
SHEET_BLOCK = re.compile(r"{% (?:block stylesheet|family_stylesheet) %}(\w+){% end")


def rules(path: Path) -> str:
    """A stylesheet without its comments and without what stands in quotes."""
    return re.sub(r'"[^"]*"', '""', re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL))


def templates() -> str:
    return "\n".join(path.read_text() for path in TEMPLATES.rglob("*.html"))


def code() -> str:
    """Scripts and Python that write classes into a page."""
    applications = ("core", "clubs", "events", "scoring", "rulings", "appeals", "points", "printing", "jobs", "ops")
    paths = [path for name in applications for path in (settings.BASE_DIR / name).rglob("*.py")]
    return "\n".join(path.read_text() for path in [*paths, *STYLES.rglob("*.js")])


def words_written() -> set[str]:
    """Words in the classes of templates and in what components are given, and every word of the code."""
    page = templates()
    values = re.findall(r'\b(?:class|css|look)="((?:{%.*?%}|{{.*?}}|[^"])*)"', page)
    values += [tag for tag in re.findall(r"{%.*?%}", page) if tag.split()[1] in TAGS]
    values += re.findall(r'\|badge:"(\w+)"', page)
    return set(WORD.findall("\n".join([*values, code()])))


def is_written(name: str, words: set[str], text: str) -> bool:
    """A class is written out, or put together: `card-line--{{ mark }}`, `{% notice "warn" %}`."""
    root, mark, kind = name.rpartition("--")
    put_together = bool(mark) and re.search(rf"\b{re.escape(root)}--[{{$\"`]", text) is not None
    return name in words | WRITTEN_ELSEWHERE or put_together or (root in COMPONENTS and kind in words)


@pytest.mark.parametrize("path", [path for path in SHEETS if path.stem != "tokens"], ids=lambda path: path.stem)
def test_colours_are_written_in_the_tokens_only(path):
    text = rules(path)
    assert not COLOUR.findall(text)
    assert not NAMED_COLOUR.findall(text)


def test_the_tokens_are_custom_properties_and_nothing_else():
    properties = re.findall(r"^\s*([\w-]+):", rules(STYLES / "tokens.css"), re.MULTILINE)
    assert {name for name in properties if not name.startswith("--")} == {"color-scheme"}


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_a_page_loads_at_most_one_sheet_of_a_family(path):
    text = path.read_text()
    assert len(SHEET_BLOCK.findall(text)) <= 1
    assert set(SHEET_BLOCK.findall(text)) <= FAMILIES
    direct = set(re.findall(r'static "tenace/([\w-]+)\.css"', text))
    allowed = {"partials/head.html": OF_EVERY_PAGE, "admin/base_site.html": {"tokens", "admin"}}
    # A page for frames on other sites has nothing else of a page.
    allowed["exchange/embedded.html"] = OF_EVERY_PAGE
    assert direct <= allowed.get(str(path.relative_to(TEMPLATES)), set())


def test_every_sheet_is_loaded_somewhere():
    loaded = {name for path in TEMPLATES.rglob("*.html") for name in SHEET_BLOCK.findall(path.read_text())}
    assert loaded == FAMILIES


def test_no_class_has_rules_that_nothing_uses():
    words, text = words_written(), templates() + code()
    selectors = [selector for path in SHEETS for selector in re.findall(r"([^{};]+){", rules(path))]
    named = {name for selector in selectors for name in CLASS.findall(selector)}
    assert sorted(name for name in named if not is_written(name, words, text)) == []
