"""The web processes: connections go to whoever holds the fewest, and a silent one keeps no thread waiting."""

from __future__ import annotations

import os
import selectors
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from gunicorn.config import Config

from ops import web_worker
from ops.web_worker import WebWorker


class Threads:
    """Notes what would be handled."""

    def __init__(self) -> None:
        self.handled: list[Any] = []

    def submit(self, _handle: Any, conn: Any) -> Any:
        self.handled.append(conn)
        return self

    def add_done_callback(self, _act: Any) -> None: ...


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        yield listener


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []
    monkeypatch.setattr("ops.web_worker.time.sleep", found.append)
    return found


def make_worker(age: int, listener: socket.socket) -> WebWorker:
    worker = WebWorker(age, os.getppid(), [listener], None, 60, Config(), None)
    worker.poller, worker.tpool = selectors.DefaultSelector(), Threads()
    return worker


def connect(listener: socket.socket) -> socket.socket:
    return socket.create_connection(listener.getsockname())


def test_a_connection_that_says_nothing_keeps_no_thread(listener: socket.socket) -> None:
    worker = make_worker(1, listener)
    with connect(listener) as silent:
        worker.accept(listener)
        assert worker.nr_conns == 1
        assert worker.tpool.handled == []
        silent.sendall(b"GET /health/ HTTP/1.1\r\n")
        worker.wait_for_and_dispatch_events(20)
        [conn] = worker.tpool.handled
        assert conn.data_ready
        # Once it has spoken it goes straight to a thread.
        worker.enqueue_req(conn)
        assert worker.tpool.handled == [conn, conn]


def test_whoever_holds_more_lets_the_others_go_first(listener: socket.socket, waits: list[float]) -> None:
    first, second = make_worker(1, listener), make_worker(2, listener)
    first.notify()
    second.notify()
    with connect(listener), connect(listener), connect(listener):
        first.accept(listener)
        first.notify()
        assert waits == []
        second.accept(listener)
        second.notify()
        assert waits == []
        first.accept(listener)  # as many as the other: nobody waits
        first.notify()
        assert waits == []
    with connect(listener):
        first.accept(listener)  # nobody else took it meanwhile: not left standing
        assert waits == [web_worker.AFTER_YOU]
        assert first.nr_conns == 3


def test_the_dead_are_forgotten_when_somebody_takes_their_place(listener: socket.socket, waits: list[float]) -> None:
    living, killed = make_worker(1, listener), make_worker(2, listener)
    killed.notify()
    with connect(listener), connect(listener):
        living.accept(listener)
        living.notify()
        assert living.others_hold_less
        make_worker(3, listener)
        living.accept(listener)
    assert waits == []
