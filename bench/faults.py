"""What can go wrong with a running site, done on purpose: a fault lasts as long as its `with` block."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from django.db import connection
from django.urls import reverse

from ops.rehearsal.site import HOST, WEB, Site
from ops.rehearsal.wire import RequestTally, Wire
from tests.services import Postgresql

VALKEY = "private Valkey"
# More than there are threads in all web processes together.
SLOW_CLIENTS = 24
HALF_A_REQUEST = b"POST /t/AAAAAA/entries/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\n{"
NEW_PASSWORDS = 8


@dataclass
class FaultyMachine:
    """A site and what it stands on."""

    site: Site
    # On a disk of its own, where that could be had.
    disk: Path | None
    # None: the database is a file of SQLite.
    postgresql: Postgresql | None
    # Somebody whose password may be asked for.
    email: str
    chance: Random = field(default_factory=lambda: Random(1))


@dataclass(frozen=True)
class Fault:
    name: str
    happen: Callable[[FaultyMachine], AbstractContextManager[None]]
    # How long it lasts when it is measured; a kill is over at once.
    lasts: float = 0.0
    # What the pages may take afterwards, as promised in docs/reliability.md.
    recovers_within: float = 30.0
    only_on: str = ""
    fills_disk: bool = False


@contextmanager
def _killed(pid: int) -> Iterator[None]:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    yield


@contextmanager
def _hung(pids: list[int]) -> Iterator[None]:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def _kill_first(name: str) -> Callable[[FaultyMachine], AbstractContextManager[None]]:
    return lambda machine: _killed(machine.site.processes(name)[0])


def _kill_one(name: str) -> Callable[[FaultyMachine], AbstractContextManager[None]]:
    """One of the processes that it has started; itself, where it has only just been started."""

    def happen(machine: FaultyMachine) -> AbstractContextManager[None]:
        first, *started = machine.site.processes(name)
        return _killed(machine.chance.choice(started or [first]))

    return happen


def _hang(name: str) -> Callable[[FaultyMachine], AbstractContextManager[None]]:
    return lambda machine: _hung(machine.site.processes(name))


# --- PostgreSQL ------------------------------------------------------------------------------------------------------
@contextmanager
def _restarted(machine: FaultyMachine) -> Iterator[None]:
    assert machine.postgresql is not None
    machine.postgresql.restart()
    yield


@contextmanager
def _crashed(machine: FaultyMachine) -> Iterator[None]:
    """Kill -9 of all its processes; whoever looks after the machine starts it again."""
    assert machine.postgresql is not None
    machine.postgresql.signal(signal.SIGKILL)
    machine.postgresql.start()
    yield


@contextmanager
def _database_hung(machine: FaultyMachine) -> Iterator[None]:
    assert machine.postgresql is not None
    machine.postgresql.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        machine.postgresql.signal(signal.SIGCONT)


@contextmanager
def _dropped(machine: FaultyMachine) -> Iterator[None]:
    """Every connection of the site ends."""
    name = str(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = %s AND pid <> pg_backend_pid()",
            [name],
        )
    yield


# --- SQLite ----------------------------------------------------------------------------------------------------------
@contextmanager
def _locked(machine: FaultyMachine) -> Iterator[None]:
    """Another program writes to the file and takes its time."""
    other = sqlite3.connect(str(connection.settings_dict["NAME"]), timeout=30, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


# --- The machine -----------------------------------------------------------------------------------------------------
@contextmanager
def _disk_full(machine: FaultyMachine) -> Iterator[None]:
    assert machine.disk is not None
    filler = machine.disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 65536)
    # Whatever was freed while it was filled.
    with filler.open("ab", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x")
    try:
        yield
    finally:
        filler.unlink()
        if machine.postgresql is not None:
            machine.postgresql.start()


@contextmanager
def _slow_clients(machine: FaultyMachine) -> Iterator[None]:
    with ExitStack() as stack:
        for _ in range(SLOW_CLIENTS):
            client = stack.enter_context(socket.socket())
            with suppress(OSError):
                client.connect(machine.site.listener.getsockname())
                client.sendall(HALF_A_REQUEST)
        yield


@contextmanager
def _mail_is_asked_for(machine: FaultyMachine) -> Iterator[None]:
    """Eight people ask for a new password at once, and the mail server says nothing."""
    asking = [threading.Thread(target=_ask_for_password, args=(machine,)) for _ in range(NEW_PASSWORDS)]
    for thread in asking:
        thread.start()
    yield
    for thread in asking:
        thread.join()


def _ask_for_password(machine: FaultyMachine) -> None:
    wire, path = Wire(machine.site.url, RequestTally()), reverse("account_reset_password")
    page = wire.ask("GET", path)
    cookie = (page.headers.get("Set-Cookie") or "").partition(";")[0]
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    sent = {"email": machine.email, "csrfmiddlewaretoken": cookie.partition("=")[2]}
    wire.ask("POST", path, urlencode(sent).encode(), headers)
    wire.drop()


@contextmanager
def silent_mail_server() -> Iterator[str]:
    """Its address, for EMAIL_URL: it takes connections, as the kernel does for it, and says nothing."""
    with socket.create_server((HOST, 0), backlog=128) as server:
        yield f"smtp://{HOST}:{server.getsockname()[1]}"


FAULTS = (
    Fault("one web process killed", _kill_one(WEB)),
    Fault("web server killed", _kill_first(WEB)),
    Fault("one process of the live worker killed", _kill_one("live worker")),
    # With it goes the sweep of its queue: there is no process beside the workers that could fall alone.
    Fault("live worker and its sweep killed", _kill_first("live worker")),
    Fault("long worker and its sweep killed", _kill_first("long worker")),
    Fault("live worker hung", _hang("live worker"), 4.0),
    Fault("Valkey killed", _kill_first(VALKEY)),
    Fault("Valkey hung", _hang(VALKEY), 6.0),
    Fault("connections dropped", _dropped, only_on="postgresql"),
    Fault("PostgreSQL restarted", _restarted, only_on="postgresql"),
    Fault("PostgreSQL killed", _crashed, only_on="postgresql"),
    Fault("PostgreSQL hung", _database_hung, 12.0, only_on="postgresql"),
    Fault("file locked by another program", _locked, 6.0, only_on="sqlite"),
    Fault("disk full", _disk_full, 6.0, fills_disk=True),
    Fault("24 clients stop in the middle of a request", _slow_clients, 6.0),
    Fault("mail server silent, 8 new passwords", _mail_is_asked_for, 3.0),
)


def faults_for(machine: FaultyMachine) -> list[Fault]:
    """Those that can happen to this machine."""
    return [
        fault
        for fault in FAULTS
        if fault.only_on in ("", connection.vendor) and (machine.disk is not None or not fault.fills_disk)
    ]
