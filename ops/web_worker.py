"""gunicorn's threads as a room full of devices needs them.

Devices keep their connection all evening. The process that happens to be quicker at the start would take most of them
and serve most of the room, while the other one idles: so each new connection goes to whoever holds the fewest.
"""

from __future__ import annotations

import mmap
import selectors
import socket
import time
from functools import partial
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

# Shared by all processes: how many connections each holds, and one; nothing where there is no process.
HELD = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("i")
AFTER_YOU = 0.004


class WebWorker(ThreadWorker):
    def __init__(self, age: int, *others: Any) -> None:
        """In the process above, before the fork: whoever has died is forgotten, the others say it again at once."""
        super().__init__(age, *others)
        self.place = age % len(HELD)
        HELD[:] = memoryview(bytes(HELD.nbytes)).cast("i")

    def notify(self) -> None:
        super().notify()
        HELD[self.place] = self.nr_conns + 1

    @property
    def others_hold_less(self) -> bool:
        return any(0 < held <= self.nr_conns for held in HELD)

    def accept(self, listener: socket.socket) -> None:
        """All hear of it. If the one who should take it does not, whatever keeps them, somebody does."""
        if self.others_hold_less:
            time.sleep(AFTER_YOU)
        super().accept(listener)

    def enqueue_req(self, conn: TConn) -> None:
        """Browsers open connections in advance: while they say nothing they wait here, and keep no thread waiting."""
        if conn.initialized or conn.data_ready:
            super().enqueue_req(conn)
            return
        conn.sock.setblocking(False)
        conn.set_timeout()
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_pending_socket_readable, conn))
