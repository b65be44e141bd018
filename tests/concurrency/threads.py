"""Several people at once, each in a thread of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connections

from clubs.models import AuditChain
from core.audit import verify_chain


def at_once(act: Callable[[int], Any], times: int = 2) -> list[Any]:
    """Run an act in several threads that start together; what each returned or raised."""
    start = threading.Barrier(times)

    def run(number: int) -> Any:
        try:
            start.wait(10)
            return act(number)
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(times) as threads:
        return list(threads.map(run, range(times)))


def refused(outcomes: list[Any], kind: type[Exception]) -> list[Exception]:
    """The refusals, when everybody else got through."""
    problems = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert all(isinstance(problem, kind) for problem in problems), problems
    return problems


def all_chains_are_whole() -> bool:
    return all(verify_chain(chain).is_whole for chain in AuditChain.objects.all())
