"""gunicorn's threads as a room full of devices needs them.

A thread gets a request when all of it has arrived, and is free when the answer is written: phones that leave the Wi-Fi
in the middle of either, and whoever is slow on purpose, wait with the event loop, each for a limited time.

Devices keep their connection all evening. The process that happens to be quicker at the start would take most of them
and serve most of the room, while the other one idles: so each new connection goes to whoever holds the fewest.
"""

from __future__ import annotations

import errno
import mmap
import resource
import selectors
import socket
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from django.conf import settings
from gunicorn.workers.gthread import ThreadWorker

from core.call_stack import with_deep_stack
from ops.web_worker.connection import PIECE, Connection, send_some
from ops.web_worker.requests import Arrival
from ops.web_worker.spool import Budget, NoRoom

# Shared by all processes: how many connections each holds, and one; nothing where there is no process.
HELD = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("i")
AFTER_YOU = 0.004
# Connections that are taken one after the other before those who are connected are looked after again.
MOST_AT_ONCE = 16
# A thread that calculates keeps the others from the interpreter for so long when they want it. The loop wants it
# several times for each request, for a moment each: with Python's usual 5 ms the room waits for it.
SWITCH_SECONDS = 0.0005
# From the first byte of a request to the end of its head; then for its body, and for the answer to be taken: so many
# seconds and as many more as its bytes take at the slowest rate. After the last word, until the client hangs up.
HEAD_SECONDS, TRANSFER_SECONDS, SLOWEST_RATE, GOODBYE_SECONDS = 10.0, 20.0, 10_000, 2.0
REFUSALS = {
    Arrival.HEAD_TOO_LONG: (431, "Request Header Fields Too Large"),
    Arrival.LENGTH_UNKNOWN: (411, "Length Required"),
}
NO_ROOM = (503, "Service Unavailable", "Retry-After: 10\r\n")


def transfer_seconds(size: int) -> float:
    return TRANSFER_SECONDS + size / SLOWEST_RATE


class WebWorker(ThreadWorker):
    def __init__(self, age: int, *others: Any) -> None:
        """In the process above, before the fork: whoever has died is forgotten, the others say it again at once."""
        super().__init__(age, *others)
        self.place = age % len(HELD)
        HELD[:] = memoryview(bytes(HELD.nbytes)).cast("i")
        self.budget = Budget()
        # Of these gunicorn only wants to know how many there are: they may be closed at any time.
        self.arriving: set[Connection] = set()
        self.keepalived_conns = self.arriving
        self.leaving = set[Connection]()  # with an answer to take, or a last word
        self.left_to_others: dict[socket.socket, float] = {}  # until when
        self.next_look = 0.0

    def init_process(self) -> None:
        """As many open files as the system allows: each connection is one, and what waits in a file another."""
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        sys.setswitchinterval(SWITCH_SECONDS)
        super().init_process()

    # --- Connections -------------------------------------------------------------------------------------------

    def notify(self) -> None:
        super().notify()
        HELD[self.place] = self.nr_conns + 1

    @property
    def others_hold_less(self) -> bool:
        return any(0 < held <= self.nr_conns for held in HELD)

    def accept(self, listener: socket.socket) -> None:
        """All hear of it. Whoever holds more leaves it to another for a moment, and serves its own meanwhile."""
        if self.others_hold_less:
            self.poller.unregister(listener)
            self.left_to_others[listener] = time.monotonic() + AFTER_YOU
        else:
            self.take_connections(listener)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """If the one who should take a new connection does not, whatever keeps them, somebody does."""
        if self.left_to_others:
            timeout = max(0.0, min(timeout, min(self.left_to_others.values()) - time.monotonic()))
        super().wait_for_and_dispatch_events(timeout)
        for listener, until in list(self.left_to_others.items()):
            if until <= time.monotonic():
                self.hear_again(listener)
                self.take_connections(listener)

    def hear_again(self, listener: socket.socket) -> None:
        del self.left_to_others[listener]
        self.poller.register(listener, selectors.EVENT_READ, self.accept)

    def set_accept_enabled(self, enabled: bool) -> None:
        for listener in list(self.left_to_others):
            self.hear_again(listener)
        super().set_accept_enabled(enabled)

    def take_connections(self, listener: socket.socket) -> None:
        """As many as wait, up to where another should have the next; at a round's end a whole room connects at once."""
        for _ in range(MOST_AT_ONCE):
            if not self.take_connection(listener) or self.others_hold_less:
                return

    def take_connection(self, listener: socket.socket) -> bool:
        try:
            sock, client = listener.accept()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                self.close_longest_waiting()
            elif error.errno not in (errno.EAGAIN, errno.ECONNABORTED):
                raise
            return False
        self.nr_conns += 1
        HELD[self.place] = self.nr_conns + 1
        if self.nr_conns >= self.worker_connections:
            self.close_longest_waiting()
        self.listen_to(Connection(self.cfg, sock, client, listener.getsockname(), self.budget, settings.UPLOAD_LIMIT))
        return True

    def listen_to(self, conn: Connection) -> None:
        """Until its next request has arrived."""
        conn.deadline = time.monotonic() + (self.cfg.keepalive if conn.is_idle else HEAD_SECONDS)
        self.arriving.add(conn)
        if not conn.is_watched:
            self.watch(conn, selectors.EVENT_READ, self.on_arrival)

    def watch(self, conn: Connection, event: int, act: Callable[[Connection, socket.socket], None]) -> None:
        change = self.poller.modify if conn.is_watched else self.poller.register
        change(conn.client_socket, event, partial(act, conn))
        conn.is_watched = True

    def unwatch(self, conn: Connection) -> None:
        if conn.is_watched:
            self.poller.unregister(conn.client_socket)
            conn.is_watched = False

    def on_arrival(self, conn: Connection, sock: socket.socket) -> None:
        if conn not in self.arriving:
            # It is being answered: what it sends meanwhile, or that it hangs up, is heard of afterwards.
            self.unwatch(conn)
            return
        before = conn.incoming.state
        try:
            data = sock.recv(PIECE)
            state = conn.incoming.receive(data)
        except BlockingIOError:
            return
        except NoRoom:
            self.refuse(conn, *NO_ROOM)
            return
        except OSError:
            data = b""
        if not data:
            self.drop(conn)
        elif state is not before:
            self.on_new_state(conn, state)

    def on_new_state(self, conn: Connection, state: Arrival) -> None:
        now = time.monotonic()
        if state is Arrival.HEAD:
            conn.deadline = now + HEAD_SECONDS
        elif state is Arrival.BODY:
            conn.deadline = now + transfer_seconds(conn.incoming.missing)
            if conn.incoming.expects_continue:
                send_some(conn.client_socket, b"HTTP/1.1 100 Continue\r\n\r\n")
        elif state is Arrival.WHOLE:
            # Its socket stays with the poller: nearly always nothing comes before the answer is there.
            self.arriving.discard(conn)
            self.answer(conn)
        else:
            self.refuse(conn, *REFUSALS[state])

    def answer(self, conn: Connection) -> None:
        try:
            conn.begin()
        except NoRoom:
            self.refuse(conn, *NO_ROOM)
        except OSError:
            self.drop(conn)
        else:
            self.enqueue_req(conn)

    def handle(self, conn: Connection) -> Any:
        """In a thread: a request is a deep call."""
        return with_deep_stack(super().handle, conn)

    def finish_request(self, conn: Connection, future: Future[bool]) -> None:
        """A thread has written the answer. What the client has not taken of it is sent from here."""
        try:
            conn.stays_open = conn.end() and future.result() and self.alive
        except Exception:
            self.log.exception("A request ended with an error")
            self.drop(conn)
            return
        if conn.sock.unsent:
            conn.deadline = time.monotonic() + transfer_seconds(conn.sock.unsent.waiting)
            self.leaving.add(conn)
            self.watch(conn, selectors.EVENT_WRITE, self.send_more)
        else:
            self.after_answer(conn)

    def send_more(self, conn: Connection, sock: socket.socket) -> None:
        unsent = conn.sock.unsent
        assert unsent
        try:
            unsent.skip(send_some(sock, unsent.peek(PIECE)))
        except OSError:
            self.drop(conn)
            return
        if not unsent.waiting:
            self.forget(conn)
            unsent.close()
            conn.sock.unsent = None
            self.after_answer(conn)

    def after_answer(self, conn: Connection) -> None:
        if not conn.stays_open:
            self.say_goodbye(conn)
        elif conn.incoming.state is Arrival.WHOLE:
            self.answer(conn)
        elif conn.incoming.state in REFUSALS:
            self.refuse(conn, *REFUSALS[conn.incoming.state])
        else:
            self.listen_to(conn)

    # --- Endings -----------------------------------------------------------------------------------------------

    def refuse(self, conn: Connection, status: int, reason: str, header: str = "") -> None:
        self.forget(conn)
        said = f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\n{header}Content-Length: 0\r\n\r\n"
        try:
            send_some(conn.client_socket, said.encode())
        except OSError:
            self.drop(conn)
        else:
            self.say_goodbye(conn)

    def say_goodbye(self, conn: Connection) -> None:
        """Closed at once, the last words might not reach a client that is still sending (RFC 9112, 9.6)."""
        try:
            conn.client_socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.drop(conn)
            return
        conn.deadline = time.monotonic() + GOODBYE_SECONDS
        self.leaving.add(conn)
        self.watch(conn, selectors.EVENT_READ, self.hear_out)

    def hear_out(self, conn: Connection, sock: socket.socket) -> None:
        try:
            if not sock.recv(PIECE):
                self.drop(conn)
        except BlockingIOError:
            pass
        except OSError:
            self.drop(conn)

    def forget(self, conn: Connection) -> None:
        """The loop waits no more for anything of it."""
        self.unwatch(conn)
        self.arriving.discard(conn)
        self.leaving.discard(conn)

    def drop(self, conn: Connection) -> None:
        """Also of one that is gone already: events may have come for it in the same breath."""
        if conn.is_closed:
            return
        self.forget(conn)
        self.nr_conns -= 1
        conn.close()

    def close_longest_waiting(self) -> None:
        """There is room for somebody new whatever the others are up to: whose time is up next goes."""
        if self.arriving:
            self.drop(min(self.arriving, key=lambda conn: conn.deadline))

    def murder_keepalived(self, force: bool = False) -> None:
        """Whoever has had their time."""
        now = time.monotonic()
        if now < self.next_look and not force:
            return
        self.next_look = now + 1
        for conn in [conn for conn in self.arriving if force or conn.deadline < now]:
            if conn.is_idle:
                self.drop(conn)
            else:
                self.refuse(conn, 408, "Request Timeout")
        for conn in [conn for conn in self.leaving if conn.deadline < now]:
            self.drop(conn)

    def murder_pending(self) -> None:
        """Nobody waits anywhere else."""
