"""Bytes that wait for a slow client: a few in memory, many in a file, and all of them together within a bound."""

from __future__ import annotations

import tempfile
import threading
from typing import IO

IN_MEMORY = 256_000
# What one process keeps in files for slow clients, requests and answers together.
BOUND = 400_000_000


class NoRoom(OSError):
    """Too much waits for slow clients already."""


class Budget:
    """How many bytes wait in one process; threads and the loop count on it alike."""

    def __init__(self, bound: int = BOUND) -> None:
        self.left = bound
        self._lock = threading.Lock()

    def take(self, size: int) -> None:
        with self._lock:
            if size > self.left:
                raise NoRoom(f"{size} bytes more than may wait for slow clients")
            self.left -= size

    def give_back(self, size: int) -> None:
        with self._lock:
            self.left += size


class Spool:
    """Written at its end, read from its beginning; what it takes it gives back when it is closed."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.written = self.taken = 0
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115

    @property
    def waiting(self) -> int:
        return self.written - self.taken

    def write(self, data: bytes) -> None:
        self.budget.take(len(data))
        self._file.seek(self.written)
        self.written += self._file.write(data)

    def peek(self, size: int) -> bytes:
        self._file.seek(self.taken)
        return self._file.read(size)

    def skip(self, size: int) -> None:
        self.taken += size

    def recv(self, size: int) -> bytes:
        """As a socket says it, for gunicorn's parser; the end of what was sent is the end."""
        data = self.peek(size)
        self.skip(len(data))
        return data

    def close(self) -> None:
        self.budget.give_back(self.written)
        self.written = self.taken = 0
        self._file.close()
