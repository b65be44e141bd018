"""Whoever did not answer is left alone for a while: one call pays for the silence, not every one."""

from __future__ import annotations

import time
from collections.abc import Callable


class CircuitBreaker:
    """Of one process. Any number of threads may use it: the worst that happens is one call too many."""

    def __init__(self, pause: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.pause, self.clock = pause, clock
        self.open_until = 0.0

    @property
    def is_open(self) -> bool:
        """Whether the pause after the last failure still runs, so that nobody is to call."""
        return self.clock() < self.open_until

    def failed(self) -> None:
        self.open_until = self.clock() + self.pause

    def answered(self) -> None:
        self.open_until = 0.0
