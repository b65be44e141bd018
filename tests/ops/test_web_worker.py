"""The web processes: whoever is slow keeps no thread waiting, and connections go to whoever holds the fewest."""

from __future__ import annotations

import hashlib
import inspect
import os
import selectors
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from gunicorn import util
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http import parser, unreader, wsgi
from gunicorn.workers.gthread import TConn, ThreadWorker

from ops.web_worker import worker as web_worker
from ops.web_worker.requests import HEAD_LIMIT
from ops.web_worker.spool import Budget
from ops.web_worker.worker import WebWorker

# What the worker builds on without being promised it. Where this changes, read what is new in gunicorn first.
PRIVATE = (
    ThreadWorker.run,
    ThreadWorker.handle,
    ThreadWorker.enqueue_req,
    ThreadWorker.handle_request,
    ThreadWorker.wait_for_and_dispatch_events,
    ThreadWorker._keepalive_after,
    TConn,
    parser.Parser,
    unreader.Unreader,
    unreader.SocketUnreader,
    wsgi.create,
    wsgi.Response.sendfile,
    util.write,
    util.write_nonblock,
    util.close_graceful,
)
GUNICORN_27 = "00c4b328cf831fea5e96b7e6bd997a206ebafa285c4e8ff3b3d5c323c6095bad"
PAGE = b"GET /page HTTP/1.1\r\nHost: x\r\n\r\n"
Clock = Callable[[float], None]


def test_gunicorn_is_still_the_one_this_worker_was_written_for() -> None:
    source = "".join(inspect.getsource(part) for part in PRIVATE)
    assert hashlib.sha256(source.encode()).hexdigest() == GUNICORN_27


def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """Says what it got; /long/N has an answer of N bytes."""
    body = environ["wsgi.input"].read()
    said = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']} {len(body)}".encode()
    if environ["PATH_INFO"].startswith("/long/"):
        said = b"x" * int(environ["PATH_INFO"].removeprefix("/long/"))
    start_response("200 OK", [("Content-Length", str(len(said)))])
    return [said]


class Threads(ThreadPoolExecutor):
    """Counts what is handled."""

    handled = 0

    def submit(self, *arguments: Any) -> Any:  # type: ignore[override]
        self.handled += 1
        return super().submit(*arguments)


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        yield listener


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Seconds go by when the test says so."""
    now = 1000.0
    monkeypatch.setattr("ops.web_worker.worker.time.monotonic", lambda: now)

    def go_on(seconds: float) -> None:
        nonlocal now
        now += seconds

    return go_on


@pytest.fixture
def start(listener: socket.socket) -> Iterator[Callable[[int], WebWorker]]:
    with ExitStack() as stack:

        def make(age: int) -> WebWorker:
            config = Config()
            worker = WebWorker(age, os.getppid(), [listener], None, 60, config, Logger(config))
            worker.poller, worker.tpool = selectors.DefaultSelector(), stack.enter_context(Threads(2))
            worker.wsgi = application
            worker.method_queue.init()
            worker.poller.register(
                worker.method_queue.fileno(), selectors.EVENT_READ, worker.method_queue.run_callbacks
            )
            return worker

        yield make


@pytest.fixture
def worker(start: Callable[[int], WebWorker]) -> WebWorker:
    return start(1)


@pytest.fixture
def connect(listener: socket.socket) -> Iterator[Callable[..., socket.socket]]:
    with ExitStack() as stack:

        def make(receives: int = 0) -> socket.socket:
            client = stack.enter_context(socket.socket())
            if receives:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
            client.connect(listener.getsockname())
            client.settimeout(20)
            return client

        yield make


def go_round(worker: WebWorker, times: int = 1) -> None:
    for _ in range(times):
        worker.wait_for_and_dispatch_events(0.02)


def answer(worker: WebWorker, client: socket.socket) -> bytes:
    """Everything the client gets, until the server has nothing to say for a while or hangs up."""
    client.setblocking(False)
    heard, silent = b"", 0
    while silent < 20:
        go_round(worker)
        try:
            data = client.recv(1_000_000)
        except BlockingIOError:
            silent += 1
            continue
        if not data:
            break
        heard, silent = heard + data, 0
    return heard


@pytest.mark.parametrize(
    ("sent", "rest"),
    [
        (b"", PAGE),
        (b"GET /page HT", b"TP/1.1\r\nHost: x\r\n\r\n"),
        (PAGE[:-1], b"\n"),
        (b"POST /page HTTP/1.1\r\nHost: x\r\ncontent-length: 5\r\n\r\n12", b"345"),
    ],
)
def test_a_request_gets_a_thread_when_all_of_it_has_arrived(
    worker: WebWorker, listener: socket.socket, connect: Callable[[], socket.socket], sent: bytes, rest: bytes
) -> None:
    client = connect()
    worker.accept(listener)
    client.sendall(sent)
    go_round(worker, 3)
    assert (worker.nr_conns, worker.tpool.handled) == (1, 0)
    client.sendall(rest)
    method = rest[:3] if not sent else sent.split()[0]
    said = b"%s /page %d" % (method, 5 if method == b"POST" else 0)
    assert answer(worker, client).endswith(said)
    # The connection is there for the next one, and nothing of this one waits any more.
    client.sendall(PAGE + PAGE)
    assert answer(worker, client).count(b"GET /page 0") == 2
    assert (worker.nr_conns, worker.budget.left) == (1, Budget().left)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"GET / HTTP/1.1\r\nX: " + b"x" * (HEAD_LIMIT + 1), b"431"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"411"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc", b"400"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -3\r\n\r\nabc", b"400"),
        (b"nonsense\r\n\r\n", b"400"),
    ],
)
def test_what_is_no_request_is_refused_and_the_connection_closed(
    worker: WebWorker, listener: socket.socket, connect: Callable[[], socket.socket], sent: bytes, said: bytes
) -> None:
    client = connect()
    worker.accept(listener)
    client.sendall(sent)
    heard = answer(worker, client)
    assert heard.startswith(b"HTTP/1.1 " + said)
    assert b"Connection: close" in heard
    client.close()
    go_round(worker, 3)
    assert (worker.nr_conns, worker.budget.left) == (0, Budget().left)


def test_a_body_over_the_limit_is_left_to_the_page_that_refuses_it(
    worker: WebWorker, listener: socket.socket, connect: Callable[[], socket.socket], settings: Any
) -> None:
    settings.UPLOAD_LIMIT = 1000
    client = connect()
    worker.accept(listener)
    client.sendall(b"POST /page HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n" + b"x" * 1001)
    assert answer(worker, client).endswith(b"POST /page 0")
    assert not worker.arriving, "where its next request begins nobody knows"


def test_who_expects_it_is_told_to_go_on(
    worker: WebWorker, listener: socket.socket, connect: Callable[[], socket.socket]
) -> None:
    client = connect()
    worker.accept(listener)
    client.sendall(b"POST /page HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
    assert answer(worker, client) == b"HTTP/1.1 100 Continue\r\n\r\n"
    client.sendall(b"abc")
    heard = answer(worker, client)
    assert heard.startswith(b"HTTP/1.1 200")
    assert heard.endswith(b"POST /page 3")


@pytest.mark.parametrize(
    ("sent", "seconds", "said"),
    [
        (b"", Config().keepalive, b""),
        (b"GET", web_worker.HEAD_SECONDS, b"HTTP/1.1 408"),
        (b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n1", web_worker.TRANSFER_SECONDS, b"HTTP/1.1 408"),
    ],
)
def test_silence_in_the_middle_has_a_limit(
    worker: WebWorker,
    listener: socket.socket,
    connect: Callable[[], socket.socket],
    clock: Clock,
    sent: bytes,
    seconds: float,
    said: bytes,
) -> None:
    client = connect()
    worker.accept(listener)
    client.sendall(sent)
    go_round(worker, 2)
    clock(seconds - 0.5)
    worker.murder_keepalived()
    assert len(worker.arriving) == 1
    clock(1.5)
    worker.murder_keepalived()
    assert not worker.arriving
    assert answer(worker, client).startswith(said)
    clock(web_worker.GOODBYE_SECONDS + 1)
    worker.murder_keepalived()
    assert worker.nr_conns == 0


def test_a_byte_now_and_then_does_not_prolong_it(
    worker: WebWorker, listener: socket.socket, connect: Callable[[], socket.socket], clock: Clock
) -> None:
    client = connect()
    worker.accept(listener)
    for _ in range(4):
        client.sendall(b"x")
        go_round(worker, 2)
        clock(web_worker.HEAD_SECONDS / 3)
        worker.murder_keepalived()
    assert not worker.arriving


def test_an_answer_that_is_not_read_keeps_no_thread_and_has_a_limit(
    worker: WebWorker, listener: socket.socket, connect: Callable[..., socket.socket], clock: Clock
) -> None:
    slow, late = connect(receives=500_000), connect(receives=4096)
    for client in (slow, late):
        worker.accept(listener)
        client.sendall(b"GET /long/9000000 HTTP/1.1\r\nHost: x\r\n\r\n")
    go_round(worker, 20)
    assert len(worker.leaving) == 2, "both threads are free again"
    assert worker.budget.left < Budget().left
    assert len(answer(worker, slow)) > 9_000_000
    slow.setblocking(True)
    slow.sendall(PAGE)
    assert answer(worker, slow).endswith(b"GET /page 0")
    clock(web_worker.transfer_seconds(9_000_000) + 1)
    worker.murder_keepalived()
    assert (worker.leaving, worker.budget.left) == (set(), Budget().left)


def test_what_waits_for_slow_clients_has_a_bound(
    worker: WebWorker, listener: socket.socket, connect: Callable[..., socket.socket]
) -> None:
    worker.budget = Budget(5_000_000)
    uploads, reads = connect(), connect(receives=4096)
    worker.accept(listener)
    uploads.sendall(b"POST /page HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n")
    uploads.setblocking(False)
    said = b""
    for _ in range(1000):
        try:
            uploads.send(b"x" * 100_000)
        except BlockingIOError:
            pass
        except OSError:
            break
        go_round(worker)
        if worker.leaving:
            said = answer(worker, uploads)
            break
    assert said.startswith(b"HTTP/1.1 503")
    assert b"Retry-After" in said
    worker.accept(listener)
    reads.sendall(b"GET /long/9000000 HTTP/1.1\r\nHost: x\r\n\r\n")
    assert len(answer(worker, reads)) < 9_000_000, "cut off"


def test_what_comes_behind_a_request_is_within_the_bound_too(
    worker: WebWorker, listener: socket.socket, connect: Callable[[], socket.socket]
) -> None:
    worker.budget = Budget(100)
    client = connect()
    worker.accept(listener)
    client.sendall(PAGE + b"POST /page HTTP/1.1\r\nHost: x\r\nContent-Length: 90\r\n\r\n" + b"x" * 90)
    assert answer(worker, client).startswith(b"HTTP/1.1 503")


def test_a_client_that_does_not_hang_up_keeps_the_loop_from_nothing(
    worker: WebWorker, listener: socket.socket, connect: Callable[[], socket.socket], clock: Clock
) -> None:
    """gunicorn waits for it two seconds in the loop itself."""
    client, other = connect(), connect()
    worker.accept(listener)
    worker.accept(listener)
    client.sendall(PAGE.replace(b"Host: x", b"Host: x\r\nConnection: close"))
    assert answer(worker, client).endswith(b"GET /page 0")
    assert len(worker.leaving) == 1
    other.sendall(PAGE)
    assert answer(worker, other).endswith(b"GET /page 0")


def test_a_full_house_takes_somebody_new(
    worker: WebWorker, listener: socket.socket, connect: Callable[[], socket.socket]
) -> None:
    worker.worker_connections = 3
    for _ in range(5):
        connect()
        worker.accept(listener)
    assert worker.nr_conns == 2
    client = connect()
    worker.accept(listener)
    client.sendall(PAGE)
    assert answer(worker, client).endswith(b"GET /page 0")


def test_whoever_holds_more_lets_the_others_go_first_and_serves_its_own_meanwhile(
    start: Callable[[int], WebWorker],
    listener: socket.socket,
    connect: Callable[[], socket.socket],
    clock: Clock,
) -> None:
    first, second = start(1), start(2)
    for worker in (first, second):
        worker.notify()
        worker.set_accept_enabled(True)
    own = connect()
    first.accept(listener)
    connect()
    second.accept(listener)
    connect()
    first.accept(listener)  # as many as the other: nobody waits
    assert (first.nr_conns, second.nr_conns) == (2, 1)
    newcomer = connect()
    own.sendall(PAGE)
    assert answer(first, own).endswith(b"GET /page 0")
    assert (first.nr_conns, list(first.left_to_others)) == (2, [listener])
    clock(web_worker.AFTER_YOU)
    go_round(first)  # nobody else took it meanwhile: not left standing
    assert (first.nr_conns, first.left_to_others) == (3, {})
    newcomer.sendall(PAGE)
    assert answer(first, newcomer).endswith(b"GET /page 0")
    connect()
    go_round(first)
    assert first.left_to_others
    first.set_accept_enabled(False)
    clock(web_worker.AFTER_YOU)
    go_round(first)
    assert first.nr_conns == 3, "whoever is about to end takes nobody new"


def test_the_dead_are_forgotten_when_somebody_takes_their_place(
    start: Callable[[int], WebWorker], listener: socket.socket, connect: Callable[[], socket.socket]
) -> None:
    living, killed = start(1), start(2)
    killed.notify()
    connect()
    living.accept(listener)
    living.notify()
    assert living.others_hold_less
    start(3)
    connect()
    living.accept(listener)
    assert living.nr_conns == 2


def test_a_room_that_connects_at_once_is_taken_at_once(
    worker: WebWorker, listener: socket.socket, connect: Callable[[], socket.socket]
) -> None:
    """One each time around, the last of them would wait for everybody's requests as often as there are people."""
    for _ in range(web_worker.MOST_AT_ONCE):
        connect()
    worker.accept(listener)
    assert worker.nr_conns == web_worker.MOST_AT_ONCE


def test_requests_are_answered_in_the_order_in_which_they_came(
    worker: WebWorker, listener: socket.socket, connect: Callable[[], socket.socket]
) -> None:
    """Nobody passes those who wait for a thread, on whichever connection they were before."""
    heard: list[str] = []

    def hear(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        heard.append(environ["PATH_INFO"])
        return application(environ, start_response)

    worker.wsgi = hear
    worker.tpool = Threads(1)
    clients = [connect() for _ in range(8)]
    worker.accept(listener)
    for turn in range(2):
        order = clients if turn else clients[::-1]
        for number, client in enumerate(order):
            client.sendall(f"GET /{turn}{number} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            go_round(worker)
        while worker.nr_conns > len(worker.arriving):
            go_round(worker)
    worker.tpool.shutdown()
    assert heard == sorted(heard)
    assert len(heard) == 16


def test_a_request_on_an_open_connection_costs_the_poller_nothing(
    worker: WebWorker, listener: socket.socket, connect: Callable[[], socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each change of what it watches is a call of the system, after which the loop waits for its turn again."""
    client = connect()
    worker.accept(listener)
    changes: list[str] = []
    for name in ("register", "unregister", "modify"):
        monkeypatch.setattr(worker.poller, name, lambda *_, name=name: changes.append(name))
    for _ in range(3):
        client.sendall(PAGE)
        assert answer(worker, client).endswith(b"GET /page 0")
    assert changes == []


def test_whoever_sends_or_hangs_up_while_being_answered_is_heard_afterwards(
    worker: WebWorker, listener: socket.socket, connect: Callable[[], socket.socket]
) -> None:
    """And does not keep the loop busy until then."""
    go_on = threading.Event()

    def wait(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        assert go_on.wait(20)
        return application(environ, start_response)

    worker.wsgi = wait
    impatient, gone = connect(), connect()
    worker.accept(listener)
    impatient.sendall(PAGE)
    gone.sendall(PAGE)
    go_round(worker, 2)
    impatient.sendall(PAGE)
    gone.close()
    go_round(worker, 2)
    assert worker.poller.select(0) == []
    go_on.set()
    assert answer(worker, impatient).count(b"GET /page 0") == 2
    assert worker.nr_conns == 1
