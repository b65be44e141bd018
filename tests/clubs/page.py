"""How the matrix of pages is written: who gets what, how a page is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.standing import made_once

PERSONAS = [
    *("anonymous", "stranger", "member", "director", "scorer", "chair", "appeals_member", "recorder"),
    *("secretary", "other_secretary", "north_officer", "officer", "operator"),
]
HARBOUR_OFFICE = ("secretary", "north_officer", "officer", "operator")
OFFICIALS = ("director", "scorer", "chair", "appeals_member", "recorder")


@dataclass(frozen=True)
class Page:
    """How a page is asked for, and what each persona gets."""

    expected: dict[str, int]
    kwargs: Callable[[Cast], dict[str, Any]] = lambda cast: {}
    method: str = "get"
    data: dict[str, str] = field(default_factory=dict)


def everyone(status: int, **others: int) -> dict[str, int]:
    return dict.fromkeys(PERSONAS, status) | others


def signed_in(status: int) -> dict[str, int]:
    return everyone(status, anonymous=302)


def only(*who: str, then: int = 200) -> dict[str, int]:
    return everyone(403, anonymous=302) | dict.fromkeys(who, then)


@made_once
def sign_in_everybody(cast: Cast) -> dict[str, str]:
    """The key of each persona's session: signing in costs a third of a page."""
    keys = {"anonymous": ""}
    for persona in PERSONAS:
        if persona != "anonymous":
            client = Client()
            client.force_login(getattr(cast, persona))
            keys[persona] = client.cookies[settings.SESSION_COOKIE_NAME].value
    return keys


def client_with(key: str, **options: Any) -> Client:
    """A browser in which a session goes on, or nobody is signed in."""
    client = Client(**options)
    if key:
        client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client


def harbour(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour"}


def north(cast: Cast) -> dict[str, Any]:
    return {"slug": "north"}


def url(page: str, slug: str = "harbour", **more: object) -> str:
    """The address of a page of a club's office."""
    return reverse(f"club-{page}", kwargs={"slug": slug, **more})
