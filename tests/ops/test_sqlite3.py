"""The queue of writers on SQLite: who writes waits for its turn, who reads waits for nobody."""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import OperationalError, connection, transaction

from jobs.models import Pulse
from scoring.runs.sheets import snapshot

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no such queue"),
]


@contextmanager
def somebody_writes() -> Iterator[None]:
    """Another connection inside its transaction."""
    began, over = threading.Event(), threading.Event()

    def write() -> None:
        with transaction.atomic():
            Pulse.objects.update_or_create(queue="live", defaults={"seen_at": "2026-01-01T00:00:00Z"})
            began.set()
            assert over.wait(20)
        connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    assert began.wait(20)
    try:
        yield
    finally:
        over.set()
        thread.join()


def is_free() -> bool:
    handle = os.open(f"{connection.settings_dict['NAME']}-turn", os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(handle)
    return True


def test_a_turn_lasts_as_long_as_its_transaction() -> None:
    with transaction.atomic():
        assert not is_free()
        with transaction.atomic():
            pass
        assert not is_free()
    assert is_free()


def test_a_turn_ends_when_everything_is_taken_back() -> None:
    with pytest.raises(ValueError, match="no"), transaction.atomic():
        raise ValueError("no")
    assert is_free()


def test_a_turn_ends_with_its_connection() -> None:
    with transaction.atomic():
        connection.close()
        assert is_free()


def test_a_snapshot_waits_for_nobody() -> None:
    with somebody_writes(), snapshot():
        assert not is_free()
        assert not Pulse.objects.exists()
    assert Pulse.objects.exists()


def test_a_snapshot_keeps_nobody_from_writing() -> None:
    with snapshot():
        assert not Pulse.objects.exists()
        with somebody_writes():
            pass
        assert not Pulse.objects.exists(), "one state of the database, whatever is written meanwhile"
    assert Pulse.objects.exists()


def test_whoever_waits_too_long_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.05)
    connection.close()
    with somebody_writes(), pytest.raises(OperationalError, match="locked"), transaction.atomic():
        pass
    connection.close()
    assert is_free()
