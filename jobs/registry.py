"""The kinds of job there are.

A handler reads and calculates, reports its progress, and returns the step that writes. That step runs in the very
transaction that marks the job done, and only while the lease still holds: so its effect happens exactly once,
however often the handler is killed and started again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from jobs.states import Queue

if TYPE_CHECKING:
    from jobs.models import Job

Finish: TypeAlias = Callable[[], Any]


class Report(Protocol):
    def __call__(self, done: int, total: int) -> None: ...


Handler: TypeAlias = "Callable[[Job, Report], Finish | None]"


@dataclass(frozen=True)
class Kind:
    name: str
    title: Any
    handler: Handler
    queue: Queue
    lease: timedelta
    attempts: int
    words: Callable[[Any], Any] | None


KINDS: dict[str, Kind] = {}


def job(
    name: str,
    *,
    title: Any,
    queue: Queue,
    lease: timedelta = timedelta(seconds=30),
    attempts: int = 5,
    words: Callable[[Any], Any] | None = None,
) -> Callable[[Handler], Handler]:
    """Register a handler. `lease` is how long it may be silent before another worker takes over; `words` says in a
    sentence what its result means."""

    def register(handler: Handler) -> Handler:
        KINDS[name] = Kind(name, title, handler, queue, lease, attempts, words)
        return handler

    return register
