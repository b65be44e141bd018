"""docs/how-to/write-an-extension.md, carried out: its hooks are called, and what it adds is on the page."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from core.hooks import Hook
from events.services.sessions import call_round
from ops import embedded
from tests.cast import Cast
from tests.events.evening import make_session
from tests.how_to.applying import assert_in_our_style, commands, shown_files, write
from tests.how_to.documents import HOW_TO

DOCUMENT = HOW_TO / "write-an-extension.md"


def all_hooks() -> list[Hook[Any]]:
    modules = [module for name, module in sys.modules.items() if name.endswith(".hooks")]
    return [value for module in modules for value in vars(module).values() if isinstance(value, Hook)]


@pytest.fixture
def extension(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[None]:
    """The package of the document on the Python path, switched on as its command says."""
    write(tmp_path, shown_files(DOCUMENT))
    [command] = commands(DOCUMENT)
    [name] = re.findall(r"TENACE_EXTENSIONS=(\w+)", command)
    (tmp_path / name / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    # Every application is made ready again, and some add a new object each time.
    before = [(hook, list(hook)) for hook in all_hooks()]
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, *embedded.extensions([name])]
    yield
    for hook, items in before:
        for item in list(hook)[len(items) :]:
            hook.remove(item)
        assert list(hook) == items
    for module in [module for module in sys.modules if module.split(".")[0] == name]:
        del sys.modules[module]


def test_it_learns_of_a_round_and_shows_it_on_the_first_page(
    extension: None, cast: Cast, client: Client, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    session = make_session(cast.harbour, 8)
    client.force_login(cast.member)
    told = f"{session.event.name}: 2"
    assert told not in client.get("/").content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        call_round(actor=cast.actor("director"), session=session)
    assert told in client.get("/").content.decode()


def test_what_was_undone_is_not_shown(
    extension: None, cast: Cast, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    session = make_session(cast.harbour, 8)
    with django_capture_on_commit_callbacks(execute=False):
        call_round(actor=cast.actor("director"), session=session)
    assert cache.get("scoreboard-round") is None


def test_its_files_are_in_our_style() -> None:
    # Imports are sorted as in a repository of its own, where Tenace is somebody else's.
    assert_in_our_style(shown_files(DOCUMENT), "I001")
