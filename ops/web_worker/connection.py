"""One client's connection: what it has sent, and what it has not yet taken of its answer."""

from __future__ import annotations

import os
import socket
from typing import Any, BinaryIO

from gunicorn import http
from gunicorn.workers.gthread import TConn

from ops.web_worker.requests import Arrival, IncomingRequest
from ops.web_worker.spool import Budget, Spool

PIECE = 65_536


class AnswerSocket:
    """What gunicorn writes an answer to: as much as the client takes at once goes out, the rest waits for the loop.

    It never waits, so that a client that does not read keeps no thread.
    """

    def __init__(self, sock: socket.socket, budget: Budget) -> None:
        self.sock, self.budget = sock, budget
        self.unsent: Spool | None = None

    def sendall(self, data: bytes) -> None:
        sent = 0 if self.unsent else send_some(self.sock, data)
        if sent < len(data):
            self._keep(data[sent:])

    def sendfile(self, file: BinaryIO, offset: int, count: int) -> None:
        if not self.unsent:
            sent = send_some_of_file(self.sock, file, offset, count)
            offset, count = offset + sent, count - sent
        file.seek(offset)
        while count and (data := file.read(min(count, PIECE))):
            self._keep(data)
            count -= len(data)

    def _keep(self, data: bytes) -> None:
        self.unsent = self.unsent or Spool(self.budget)
        self.unsent.write(data)

    def send(self, data: bytes) -> int:
        """Only “100 Continue” comes this way, and the loop has said it when it was of use."""
        return len(data)

    def gettimeout(self) -> float:
        return 0.0

    def setblocking(self, flag: bool) -> None:
        """It never waits, whatever is asked."""

    def shutdown(self, how: int) -> None:
        """gunicorn would linger here after an answer that broke off; the loop does it without a thread."""
        raise OSError("left to the loop")

    def close(self) -> None:
        """Left to the loop."""


class Connection(TConn):
    """gunicorn's connection; its parser reads from what has arrived, and its answer goes to an `AnswerSocket`."""

    def __init__(self, cfg: Any, sock: socket.socket, client: Any, server: Any, budget: Budget, limit: int) -> None:
        super().__init__(cfg, sock, client, server)
        self.client_socket, self.budget, self.limit = sock, budget, limit
        self.sock = AnswerSocket(sock, budget)
        self.incoming = IncomingRequest(budget, limit)
        self.request: Spool | None = None
        self.stays_open = False
        self.is_watched = False  # by the poller
        self.deadline = 0.0
        self.initialized = True

    def begin(self) -> None:
        """The request that has arrived is the parser's; what came behind it begins the next one."""
        done, self.incoming = self.incoming, IncomingRequest(self.budget, self.limit)
        self.request = done.spool
        self.parser = http.get_parser(self.cfg, self.request, self.client)
        if done.is_cut:
            self.incoming.is_cut = True
        elif done.buffer:
            self.incoming.receive(bytes(done.buffer))

    def end(self) -> bool:
        """After the answer: forget the request. True where the parser understood it to end where we did."""
        assert self.request is not None
        agreed = not self.request.waiting and not self.parser.unreader.buf.getvalue() and not self.incoming.is_cut
        self.request.close()
        self.request = None
        return agreed

    @property
    def is_idle(self) -> bool:
        return self.incoming.state is Arrival.NOTHING

    @property
    def is_closed(self) -> bool:
        return self.client_socket.fileno() < 0

    def close(self, graceful: bool = False) -> None:
        self.incoming.close()
        for spool in (self.request, self.sock.unsent):
            if spool:
                spool.close()
        self.client_socket.close()


def send_some(sock: socket.socket, data: bytes) -> int:
    """As many bytes as the client takes without waiting."""
    sent = 0
    view = memoryview(data)
    try:
        while sent < len(data):
            sent += sock.send(view[sent:])
    except BlockingIOError:
        pass
    return sent


def send_some_of_file(sock: socket.socket, file: BinaryIO, offset: int, count: int) -> int:
    sent = 0
    try:
        while sent < count and (step := os.sendfile(sock.fileno(), file.fileno(), offset + sent, count - sent)):
            sent += step
    except BlockingIOError:
        pass
    return sent
