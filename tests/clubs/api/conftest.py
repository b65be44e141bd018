"""Calling the API as somebody of the cast."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from django.utils import timezone

from clubs.models import ApiToken, User
from clubs.services.tokens import make_token
from core.actors import Actor
from core.permissions import SCOPES
from jobs.models import Job
from tests.cast import PASSWORD, Cast

NOTHING = object()


class Api:
    """A client that speaks JSON to /api/v1/, for one person, with a session or with a token."""

    def __init__(self, user: User | None = None, token: str = "") -> None:
        self.client = Client(raise_request_exception=True)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        if user:
            self.client.force_login(user)

    def confirm(self) -> Api:
        """Enter the password again, as making a token asks for."""
        self.client.post("/account/reauthenticate/", {"password": PASSWORD})
        return self

    def call(self, method: str, path: str, data: Any = NOTHING, **headers: str) -> Any:
        address = path if path.startswith("/") else f"/api/v1/{path}"
        return self.client.generic(
            method,
            address,
            b"" if data is NOTHING else json.dumps(data),
            content_type="application/json",
            headers=self.headers | {name.replace("_", "-"): value for name, value in headers.items()},
        )

    def get(self, path: str, **headers: str) -> Any:
        return self.call("GET", path, **headers)

    def post(self, path: str, data: Any = NOTHING, **headers: str) -> Any:
        return self.call("POST", path, data, **headers)

    def patch(self, path: str, data: Any = NOTHING, **headers: str) -> Any:
        return self.call("PATCH", path, data, **headers)

    def put(self, path: str, data: Any = NOTHING, **headers: str) -> Any:
        return self.call("PUT", path, data, **headers)

    def delete(self, path: str, **headers: str) -> Any:
        return self.call("DELETE", path, **headers)


@contextmanager
def connection_kept() -> Iterator[None]:
    """For calls of the WSGI application: the test's transaction is on the connection that a request would close."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


TokenMaker = Callable[..., tuple[ApiToken, str]]


@pytest.fixture
def api(cast: Cast) -> Callable[[str], Api]:
    """`api("secretary")` acts with a session of that person, `api("")` as a stranger who is not signed in."""
    return lambda name: Api(getattr(cast, name) if name else None)


@pytest.fixture
def token_of(cast: Cast) -> TokenMaker:
    """A token of somebody of the cast, for everything unless scopes are named."""

    def make(name: str, *scopes: str) -> tuple[ApiToken, str]:
        return make_token(
            actor=cast.actor(name),
            name="A spreadsheet",
            scopes=scopes or SCOPES,
            expires_at=timezone.now() + timedelta(days=30),
        )

    return make


@pytest.fixture
def scene(cast: Cast, token_of: TokenMaker, system: Actor) -> Cast:
    """The cast, with a failed job on both bodies and a token of the secretary."""
    for body in (cast.harbour, cast.north):
        Job.objects.create(
            kind="audit.verify",
            queue="long",
            state="failed",
            asked_at=system.at,
            run_after=system.at,
            **{body.kind: body},
        )
    token_of("secretary")
    return cast


@pytest.fixture
def with_token(token_of: TokenMaker) -> Callable[..., Api]:
    return lambda name, *scopes: Api(token=token_of(name, *scopes)[1])


@pytest.fixture(autouse=True)
def _no_requests_counted_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
