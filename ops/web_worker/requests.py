"""A request as it arrives: how much of it is missing, said without understanding more of it than its length.

gunicorn's parser decides what a request says. It gets the bytes that belong to it and never waits for more.
"""

from __future__ import annotations

import re
from enum import Enum, auto

from ops.web_worker.spool import Budget, Spool

HEAD_LIMIT = 65_536
HEAD_END = b"\r\n\r\n"
LENGTH = re.compile(rb"^content-length[ \t]*:[ \t]*(\d{1,18})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
IN_PIECES = re.compile(rb"^transfer-encoding[ \t]*:", re.IGNORECASE | re.MULTILINE)
CONTINUE = re.compile(rb"^expect[ \t]*:[ \t]*100-continue", re.IGNORECASE | re.MULTILINE)


class Arrival(Enum):
    NOTHING = auto()
    HEAD = auto()  # some of the head
    BODY = auto()  # the head, and not all of the body
    WHOLE = auto()
    HEAD_TOO_LONG = auto()
    LENGTH_UNKNOWN = auto()


class IncomingRequest:
    """What a connection has sent since its last request: the next one as far as it came, and what came behind it."""

    def __init__(self, budget: Budget, upload_limit: int) -> None:
        self.budget, self.upload_limit = budget, upload_limit
        self.state = Arrival.NOTHING
        self.buffer = bytearray()  # some of the head; later what follows the request
        self.spool: Spool | None = None  # from the moment when its length is known
        self.length = 0
        self.is_cut = False  # longer than anybody may send: its head alone goes on, to be refused
        self.expects_continue = False

    @property
    def missing(self) -> int:
        return self.length - self.spool.written if self.spool else 0

    def receive(self, data: bytes) -> Arrival:
        """Take in what the socket gave; NoRoom where too much waits already."""
        if self.spool:
            data, behind = data[: self.missing], data[self.missing :]
            self.spool.write(data)
            self.buffer += behind
        else:
            searched = max(0, len(self.buffer) - len(HEAD_END))
            self.buffer += data
            self.state = self._look_for_end_of_head(searched)
        if self.spool and not self.missing:
            self.state = Arrival.WHOLE
        return self.state

    def _look_for_end_of_head(self, searched: int) -> Arrival:
        end = self.buffer.find(HEAD_END, searched)
        if max(end, len(self.buffer) if end < 0 else 0) > HEAD_LIMIT:
            return Arrival.HEAD_TOO_LONG
        if end < 0:
            return Arrival.HEAD
        head = bytes(self.buffer[: end + len(HEAD_END)])
        if IN_PIECES.search(head):
            # No browser sends a body in pieces, and Django reads none that does not say its length.
            return Arrival.LENGTH_UNKNOWN
        self._expect(head)
        return Arrival.BODY

    def _expect(self, head: bytes) -> None:
        # None, or two that may differ: the parser says what is wrong with it.
        lengths = LENGTH.findall(head)
        body = int(lengths[0]) if len(lengths) == 1 else 0
        self.is_cut = body > self.upload_limit
        self.length = len(head) + (0 if self.is_cut else body)
        self.expects_continue = bool(CONTINUE.search(head)) and not self.is_cut
        self.spool = Spool(self.budget)
        self.spool.write(bytes(self.buffer[: self.length]))
        self.buffer = self.buffer[self.length :]

    def close(self) -> None:
        if self.spool:
            self.spool.close()
