"""The kinds of job there are.

A handler reads and calculates, reports its progress, and returns the step that writes. That step runs in the very
transaction that marks the job done, and only while the lease still holds: so its effect happens exactly once,
however often the handler is killed and started again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

from jobs.models import Job, Queue

Finish = Callable[[], Any]


class Report(Protocol):
    def __call__(self, done: int, total: int) -> None: ...


Handler = Callable[[Job, Report], Finish | None]


@dataclass(frozen=True)
class Kind:
    name: str
    title: Any
    handler: Handler
    queue: Queue
    lease: timedelta
    attempts: int


KINDS: dict[str, Kind] = {}


def job(
    name: str, *, title: Any, queue: Queue, lease: timedelta = timedelta(seconds=30), attempts: int = 5
) -> Callable[[Handler], Handler]:
    """Register a handler. `lease` is how long it may be silent before another worker takes over."""

    def register(handler: Handler) -> Handler:
        KINDS[name] = Kind(name, title, handler, queue, lease, attempts)
        return handler

    return register
