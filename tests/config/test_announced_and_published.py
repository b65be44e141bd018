"""An event is announced, a score is published: one word never stands for the other, wherever either is read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from core.audit.words import ACTS
from events.models import Session
from tests.cast import Cast
from tests.events.evening import EVENING, make_event

ROOT = Path(settings.BASE_DIR)
APPS = ("clubs", "events", "scoring", "rulings", "appeals", "points", "exchange", "office", "printing", "jobs", "ops")
CALLS = {"_", "gettext", "gettext_lazy", "ngettext", "pgettext", "told"}
TRANSLATE = re.compile(r'{% translate "([^"]*)"|_\("([^"]*)"\)')
BLOCK = re.compile(r"{% blocktranslate[^%]*%}(.*?){% endblocktranslate %}", re.DOTALL)
PLACE = re.compile(r"%\(\w+\)s|{{.*?}}")
PUBLISHED = re.compile(r"\b(un)?publi(sh\w*|cations?)\b", re.IGNORECASE)
ANNOUNCED = re.compile(r"\bannounc\w+\b", re.IGNORECASE)
# What is published: a score with its figures, a case of the casebook, a committee's decision, an API's description.
SCORES = re.compile(r"\b(scores?|results?|ranking|cases?|decision)\b", re.IGNORECASE)
EVENTS = re.compile(r"\b(events?|conditions? of contest|conditions)\b", re.IGNORECASE)


def in_templates() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = path.read_text()
        found = [one or other for one, other in TRANSLATE.findall(text)] + BLOCK.findall(text)
        yield from ((str(path.relative_to(ROOT)), sentence) for sentence in found)


def in_code() -> Iterator[tuple[str, str]]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            # The Laws' own words stand in the trees.
            if "migrations" in name or name.startswith(("rulings/msgids", "rulings/laws")):
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CALLS:
                    yield from ((name, arg.value) for arg in node.args if _is_text(arg))
                elif isinstance(node, ast.keyword) and node.arg in ("help_text", "label") and _is_text(node.value):
                    yield name, node.value.value
                elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "summaries":
                    said = node.value.values if isinstance(node.value, ast.Dict) else []
                    yield from ((name, text.value) for text in said if _is_text(text))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


SENTENCES = [(where, PLACE.sub("", text)) for where, text in (*in_templates(), *in_code())]


def is_of_events(where: str) -> bool:
    return where.startswith(("events/", "templates/events/"))


def test_the_sentences_are_found() -> None:
    assert len(SENTENCES) > 3000
    assert sum(bool(PUBLISHED.search(text)) for _where, text in SENTENCES) > 20
    assert sum(bool(ANNOUNCED.search(text)) for _where, text in SENTENCES) > 10


def test_no_event_is_published() -> None:
    wrong = [
        (where, text)
        for where, text in SENTENCES
        if PUBLISHED.search(text) and not SCORES.search(text) and (is_of_events(where) or EVENTS.search(text))
    ]
    assert wrong == []


def test_no_score_is_announced() -> None:
    """By announced regulation there are no appeals somewhere; that is no score."""
    wrong = [(where, text) for where, text in SENTENCES if ANNOUNCED.search(text) and SCORES.search(text)]
    assert wrong == []


def test_the_audit_says_which() -> None:
    assert not PUBLISHED.search(str(ACTS["event.publish"]))
    assert ANNOUNCED.search(str(ACTS["event.publish"]))
    assert PUBLISHED.search(str(ACTS["official.publish"]))


@pytest.mark.django_db
def test_the_page_of_an_event_that_is_not_announced_says_so(cast: Cast, client: Client) -> None:
    event = make_event(cast.harbour, published_at=None)
    Session.objects.create(event=event, starts_at=EVENING)
    client.force_login(cast.secretary)
    text = client.get(f"/clubs/harbour/events/{event.pk}/").content.decode()
    assert "Announce" in text
    assert not re.search(r">[^<]*\bPublish", text)
