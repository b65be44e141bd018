"""The kinds of job there are.

A handler reads and calculates, reports its progress, and returns the step that writes. That step runs in the very
transaction that marks the job done, and only while the lease still holds: so its effect happens exactly once,
however often the handler is killed and started again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from jobs.states import Queue

if TYPE_CHECKING:
    from jobs.models import Job

Finish: TypeAlias = Callable[[], Any]


class ProgressReport(Protocol):
    def __call__(self, done: int, total: int) -> None: ...


Handler: TypeAlias = "Callable[[Job, ProgressReport], Finish | None]"


@dataclass(frozen=True)
class JobKind:
    name: str
    title: Any
    handler: Handler
    queue: Queue
    lease: timedelta
    attempts: int
    words: Callable[[Any], Any] | None
    gather: timedelta


KINDS: dict[str, JobKind] = {}
# What else is looked after whenever a queue is swept: each asks for what was never asked for, and counts it.
Sweeper: TypeAlias = Callable[[datetime], int]
SWEEPERS: dict[Queue, list[Sweeper]] = {queue: [] for queue in Queue}


def sweeper(queue: Queue) -> Callable[[Sweeper], Sweeper]:
    def register(look: Sweeper) -> Sweeper:
        if look not in SWEEPERS[queue]:
            SWEEPERS[queue].append(look)
        return look

    return register


def job(
    name: str,
    *,
    title: Any,
    queue: Queue,
    lease: timedelta = timedelta(seconds=30),
    attempts: int = 5,
    words: Callable[[Any], Any] | None = None,
    gather: timedelta = timedelta(0),
) -> Callable[[Handler], Handler]:
    """Register a handler. `lease` is how long it may be silent before another worker takes over; `words` says in a
    sentence what its result means; `gather` is how long a worker leaves others the time to ask for the same."""

    def register(handler: Handler) -> Handler:
        KINDS[name] = JobKind(name, title, handler, queue, lease, attempts, words, gather)
        return handler

    return register
