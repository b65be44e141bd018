"""Forms read off a page, and sent by somebody who was not shown them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client

from clubs.models import User

# What is typed where a form is empty: something that its service would take wherever that can be.
TYPED = {"number": "1", "email": "stranger@example.org", "date": "2026-11-18", "datetime-local": "2026-11-18T19:00"}
TYPED |= {"time": "19:00", "url": "https://example.org/", "checkbox": "", "radio": "", "file": "", "hidden": ""}
OTHERWISE = "Forged"
# Who is signed in where is written down by a visit, not by an act.
NOT_ACTS = ("django_session", "usersessions_usersession")
CHANGES = ("INSERT", "UPDATE", "DELETE")


@dataclass(frozen=True)
class SentForm:
    """Where a form goes, by which of its buttons, and what it says as it stands."""

    action: str
    button: tuple[str, str] = ("", "")
    fields: dict[str, str] = field(default_factory=dict, compare=False)
    # Of everything that it asks for, also where nothing is ticked.
    names: frozenset[str] = field(default=frozenset(), compare=False)

    @property
    def data(self) -> dict[str, str]:
        name, value = self.button
        return self.fields | ({name: value} if name else {})


class FormReader(HTMLParser):
    """The forms of a page that are sent by POST, each once for every one of its buttons."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.found: list[SentForm] = []
        self._action: str | None = None
        self._fields: dict[str, str] = {}
        self._names: set[str] = set()
        self._buttons: list[tuple[str, str]] = []
        self._choice = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            posts = given.get("method", "get").lower() == "post"
            self._action = urlsplit(urljoin(self.path, given.get("action", "") or self.path)).path if posts else None
            self._fields, self._names, self._buttons = {}, set(), []
        elif self._action is not None and given.get("name") and "disabled" not in given:
            self._read(tag, given)
        elif tag == "option" and self._choice:
            self._choose(given)

    def _read(self, tag: str, given: dict[str, str]) -> None:
        name, kind = given["name"], given.get("type", "text")
        if name == "csrfmiddlewaretoken":
            return
        self._names.add(name)
        if tag == "button" or kind == "submit":
            self._buttons.append((name, given.get("value", "")))
        elif tag == "select":
            self._choice, self._fields[name] = name, ""
        elif tag == "textarea":
            self._fields[name] = OTHERWISE
        elif tag == "input" and (kind not in ("checkbox", "radio") or "checked" in given):
            self._fields[name] = given.get("value", "") or TYPED.get(kind, OTHERWISE)

    def _choose(self, given: dict[str, str]) -> None:
        """The chosen option, else the first that says something."""
        if "selected" in given or not self._fields[self._choice]:
            self._fields[self._choice] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._choice = ""
        elif tag == "form" and self._action is not None:
            names = frozenset(self._names)
            self.found += [SentForm(self._action, each, self._fields, names) for each in self._buttons or [("", "")]]
            self._action = None


def forms_on(response: HttpResponse, path: str) -> list[SentForm]:
    if response.status_code != 200 or "html" not in response.headers.get("Content-Type", "") or response.streaming:
        return []
    reader = FormReader(path)
    reader.feed(response.content.decode())
    return list(dict.fromkeys(reader.found))


@contextmanager
def changes() -> Iterator[list[str]]:
    """The statements that change rows in here, but for those of the visit itself."""
    seen: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        if sql.lstrip()[:6].upper() in CHANGES and not any(name in sql.split("WHERE")[0] for name in NOT_ACTS):
            seen.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield seen


@dataclass
class Visitor:
    """Somebody with a browser; whatever they do is undone."""

    user: User | None
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    def get(self, path: str) -> HttpResponse:
        return self._do("get", path, {})[0]

    def post(self, path: str, data: dict[str, str]) -> tuple[HttpResponse, list[str]]:
        """The answer, and which rows it changed."""
        return self._do("post", path, data)

    def _do(self, method: str, path: str, data: dict[str, str]) -> tuple[HttpResponse, list[str]]:
        with transaction.atomic():
            if self.user is not None:
                self.client.force_login(self.user)
            with changes() as seen:
                response = getattr(self.client, method)(path, data)
            transaction.set_rollback(True)
        return response, seen


def forge(shown: list[SentForm], path: str, visitor: Visitor) -> Iterator[str]:
    """Send every form that this visitor is not shown: a sentence for each that changes something or breaks.

    Where nobody is shown one, or nothing is known of it, the address itself is posted to.
    """
    own = set(forms_on(visitor.get(path), path))
    unseen = [form for form in shown if form not in own]
    for form in unseen or ([] if own else [SentForm(path)]):
        response, changed = visitor.post(form.action, form.data)
        if changed:
            yield f"POST {form.action} {form.data}: {response.status_code}, and {changed[0][:90]}"
        elif response.status_code >= 500:
            yield f"POST {form.action} {form.data}: {response.status_code}"
