"""PostgreSQL hangs or restarts: whoever asks is told to wait, and connections come back by themselves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from django.conf import settings
from django.db import OperationalError, close_old_connections, connection
from django.http import HttpResponse
from django.test import Client

from core.database_away import is_away
from events.selectors.table_codes import LENGTH, SIGNS

pytestmark = [
    pytest.mark.xdist_group("faults"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is no server"),
]
HTML = {"Accept": "text/html"}
PAGE = "/clubs/"


@pytest.fixture(autouse=True)
def forget_silence(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """However slow the machine, the pause after a silence lasts until the test ends it."""
    from ops.postgresql.base import breaker

    monkeypatch.setattr(breaker, "clock", lambda: 1000.0)
    breaker.answered()
    yield
    breaker.answered()
    close_old_connections()


@contextmanager
def hung() -> Iterator[None]:
    """The process that serves this test's connection stands still."""
    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    connection.connection.answer_seconds = 0.5
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def ask(path: str, **headers: str) -> HttpResponse:
    """Between requests a server gives up connections that are of no use; Django's test client leaves that out."""
    close_old_connections()
    answer = Client(raise_request_exception=False).get(path, headers=headers)
    close_old_connections()
    return answer


def test_while_it_hangs_all_are_told_to_wait_and_afterwards_all_is_well() -> None:
    from ops.postgresql.base import breaker

    with hung():
        page = ask(PAGE, **HTML)
        # Its connection is given up, and nobody asks for another one so soon.
        device = ask(f"/t/{SIGNS[0] * LENGTH}/state/")
        program = ask("/api/v1/clubs/")
    assert [answer.status_code for answer in (page, device, program)] == [503, 503, 503]
    assert {answer["Retry-After"] for answer in (page, device, program)} == {"5"}
    assert "Wait a moment" in page.content.decode()
    assert "does not answer" in device.json()["sentence"]
    assert program.json()["type"] == "urn:tenace:problem:database-away"
    breaker.answered()
    assert ask(PAGE, **HTML).status_code == 200


def test_after_a_restart_connections_come_back_by_themselves() -> None:
    assert ask(PAGE, **HTML).status_code == 200
    connection.ensure_connection()
    # As it ends every connection when it is stopped.
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
    other.close()
    assert ask(PAGE, **HTML).status_code in (200, 503)
    assert ask(PAGE, **HTML).status_code == 200


def test_only_pages_have_the_limit() -> None:
    """A backup or a rescoring may take minutes. In a process of its own: who serves pages stays limited."""
    code = (
        "import django; django.setup(); from django.db import connections as c;"
        "print(c.settings['default']['OPTIONS'].get('answer_seconds')); import config.wsgi;"
        "print(c.settings['default']['OPTIONS'].get('answer_seconds'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=settings.BASE_DIR, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["None", "10.0"]


def test_a_refused_statement_is_nobodys_absence() -> None:
    with pytest.raises(OperationalError) as caught, connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 1; SELECT pg_sleep(10)")
    assert not is_away(caught.value)
