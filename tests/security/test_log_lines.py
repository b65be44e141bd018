"""Whoever sends line ends and made-up entries finds them inside one line of the log, not beside it."""

from __future__ import annotations

import json
import logging
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.module_loading import import_string

MADE_UP = 'guess\r\n{"levelname": "ERROR", "message": "the vault is open"}\x1b[31m'


@pytest.fixture
def lines() -> Any:
    """What the log says in service, as a program reads it."""
    described = dict(settings.LOGGING["formatters"]["json"])
    out = StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(import_string(described.pop("()"))(described.get("fmt", "%(message)s")))
    root = logging.getLogger()
    root.addHandler(handler)
    yield lambda: [json.loads(line) for line in out.getvalue().splitlines()]
    root.removeHandler(handler)


@pytest.mark.django_db
def test_what_was_sent_makes_no_line_of_its_own(client: Client, lines: Any) -> None:
    client.get("/nowhere", {"q": MADE_UP}, headers={"User-Agent": MADE_UP, "X-Request-Id": MADE_UP})
    client.get(f"/clubs/{MADE_UP}/")
    logging.getLogger("core").warning("somebody typed %s", MADE_UP, extra={"who": MADE_UP})
    assert lines()
    assert all(line.get("message") != "the vault is open" for line in lines())
    assert any(MADE_UP in line["message"] for line in lines())


@pytest.mark.django_db
def test_a_request_is_not_named_by_whoever_sends_it(client: Client) -> None:
    assert "vault" not in client.get("/", headers={"X-Request-Id": MADE_UP})["X-Request-Id"]
