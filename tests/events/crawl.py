"""Walking through the whole site as one person: every link, and every address that can be made up from what there is.

Addresses are found out by asking Django for its patterns, so that pages added later are walked over too.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from itertools import islice, product
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

from django.apps import apps
from django.db import transaction
from django.db.models import Model
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from django.urls.resolvers import RoutePattern

from clubs.models import ApiToken, JoinRequest, MemberImport, RoleGrant
from events.models import BoardSet, Contestant, TableCode
from scoring.models import MatchTerm

HOLE = re.compile(r"<(?:\w+:)?(\w+)>")
LINKS = re.compile(r"""(?:href|action|hx-get|src)=["']([^"']+)["']""")
STARTS = ("/", "/clubs/", "/clubs/harbour/", "/federations/north/", "/account/", "/admin/", "/api/docs/")
# Where a walk would end itself, or only fetch what is the same for everybody.
AVOIDED = ("/account/logout/", "/static/", "/media/", "/language/", "/api/schema/")
CALLED_OTHERWISE = {
    "set": BoardSet,
    "import": MemberImport,
    "request": JoinRequest,
    "token": ApiToken,
    "grant": RoleGrant,
    "home": Contestant,
    "away": Contestant,
    "term": MatchTerm,
}
OURS = ("clubs", "events", "jobs", "scoring", "rulings", "appeals", "points")
SAID: dict[str, list[Any]] = {
    "notation": ["pbn", "lin", "dup"],
    "format": ["pbn", "lin", "dup", "csv"],
    "number": [1, 7],
    "letter": ["A"],
    "key": ["period.appeal"],
    "table": [1],
    "round": [1],
    "round_number": [1],
}
# Ours before others': a session is one of bridge.
NAMED = {model.__name__.lower(): model for model in sorted(apps.get_models(), key=lambda m: m._meta.app_label in OURS)}
MOST_IDS, MOST_OF_A_PATTERN, MOST_OF_THE_REST = 3, 9, 2


@dataclass(frozen=True)
class Answer:
    path: str
    status: int
    kind: str
    body: bytes


@dataclass(frozen=True)
class Pattern:
    route: str
    callback: Any

    @property
    def holes(self) -> list[str]:
        return HOLE.findall(self.route)

    def addresses(self) -> Iterator[str]:
        """Every way to fill in the holes with what there is in the database."""
        choices = [self.values(name) for name in self.holes]
        for chosen in islice(product(*choices), MOST_OF_A_PATTERN):
            route = self.route
            for value in chosen:
                route = HOLE.sub(str(value), route, count=1)
            yield f"/{route}"

    def values(self, name: str) -> list[Any]:
        if name == "slug":
            return ["north"] if "federation" in self.route else ["harbour"]
        if name in SAID:
            return SAID[name]
        if name == "code":
            return list(TableCode.objects.values_list("code", flat=True)[:MOST_IDS]) or ["NONE"]
        model = self.model(name)
        return (some_of(model) if model else []) or [1]

    def model(self, name: str) -> type[Model] | None:
        """Which objects a hole asks for: by the admin's or the API's own word, else by its name."""
        if name == "object_id" and hasattr(self.callback, "model_admin"):
            return self.callback.model_admin.model
        view = getattr(self.callback, "cls", None)
        if name == "pk" and view is not None and getattr(view, "queryset", None) is not None:
            return view.queryset.model
        stem = name.removesuffix("_id")
        return CALLED_OTHERWISE.get(stem) or NAMED.get(stem.replace("_", ""))


def some_of(model: type[Model]) -> list[Any]:
    """The first and the last ones: with boards, an open one and sealed ones."""
    ids = list(model._default_manager.order_by("pk").values_list("pk", flat=True))
    return ids if len(ids) <= MOST_IDS else [ids[0], *ids[1 - MOST_IDS :]]


def patterns(found: list[Any] | None = None, prefix: str = "") -> Iterator[Pattern]:
    for one in found if found is not None else get_resolver().url_patterns:
        if not isinstance(one.pattern, RoutePattern):
            continue
        route = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield Pattern(route, one.callback)


@cache
def route_of(path: str) -> str:
    try:
        return resolve(path).route
    except Resolver404:
        return path


def addresses() -> list[str]:
    found = [address for pattern in patterns() for address in pattern.addresses()]
    return list(dict.fromkeys([*STARTS, *found]))


@dataclass
class Walk:
    """One person's walk; `look` is shown every answer."""

    client: Client
    look: Callable[[Answer], None]
    seen: set[str] = field(default_factory=set)
    sent: set[str] = field(default_factory=set)
    visits: Counter[str] = field(default_factory=Counter)
    avoided: tuple[str, ...] = AVOIDED

    def go(self, start: list[str]) -> None:
        if self.ask("/admin/").status != 200:
            # All of it is closed then: `tests/clubs/test_admin.py` tries every one of its doors.
            self.avoided = (*AVOIDED, "/admin/")
        waiting = list(start)
        while waiting:
            path = waiting.pop(0)
            if self.skips(path):
                continue
            self.seen.add(path)
            answer = self.ask(path)
            self.look(answer)
            shape = re.sub(r"\d+", "0", path)
            if answer.status == 405 and shape not in self.sent:
                self.sent.add(shape)
                self.look(self.send(path))
            waiting += self.links(path, answer)

    def skips(self, path: str) -> bool:
        """Seen before, or the like of it often enough."""
        where = urlsplit(path).path
        if path in self.seen or where.startswith(self.avoided):
            return True
        route = route_of(where)
        self.visits[route] += 1
        return self.visits[route] > (MOST_OF_A_PATTERN if "board" in route else MOST_OF_THE_REST)

    def ask(self, path: str) -> Answer:
        return self._undone(path, lambda: self.client.get(path))

    def send(self, path: str) -> Answer:
        """What only takes something is sent nothing; whatever that does is undone."""
        kind = "application/json" if path.startswith("/api/") else "multipart/form-data; boundary=BoUnDaRyStRiNg"
        data: Any = "{}" if path.startswith("/api/") else b"--BoUnDaRyStRiNg--\r\n"
        return self._undone(path, lambda: self.client.generic("POST", path, data, content_type=kind))

    def _undone(self, path: str, act: Callable[[], Any]) -> Answer:
        # Whoever is signed out by what is undone stays signed in.
        cookies = copy.deepcopy(self.client.cookies)
        with transaction.atomic():
            response = act()
            body = b"".join(response.streaming_content) if response.streaming else response.content
            transaction.set_rollback(True)
        self.client.cookies = cookies
        head = "\n".join(f"{name}: {value}" for name, value in response.headers.items()).encode()
        return Answer(path, response.status_code, response.headers.get("Content-Type", ""), head + b"\n" + body)

    def links(self, path: str, answer: Answer) -> Iterator[str]:
        if "html" not in answer.kind:
            return
        for link in LINKS.findall(answer.body.decode(errors="replace")):
            target = urldefrag(urljoin(path, unescape(link)))[0]
            if target.startswith("/") and not target.startswith("//"):
                yield target
