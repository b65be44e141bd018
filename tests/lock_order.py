"""In which order an act locks rows, watched wherever Django is asked for a lock."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.models import QuerySet


class LocksTaken(threading.local):
    """The tables of which the transaction of this thread has locked rows, in that order."""

    def __init__(self) -> None:
        self.block: object = None
        self.tables: list[str] = []

    def add(self, table: str) -> list[str]:
        """What was locked before."""
        outermost = next((block for block in connection.atomic_blocks if not block._from_testcase), None)
        if outermost is None or outermost is not self.block:
            self.block, self.tables = outermost, []
        before = list(self.tables)
        self.tables.append(table)
        return before


@contextmanager
def watched_locks(tell: Callable[[list[str], str], None]) -> Iterator[None]:
    """`tell` hears of each lock: which tables were locked before it in its transaction, and its own."""
    taken = LocksTaken()
    usual = QuerySet.select_for_update

    def select_for_update(rows: QuerySet[Any], *args: Any, **options: Any) -> QuerySet[Any]:
        table = rows.model._meta.label
        tell(taken.add(table), table)
        return usual(rows, *args, **options)

    QuerySet.select_for_update = select_for_update  # type: ignore[method-assign]
    try:
        yield
    finally:
        QuerySet.select_for_update = usual  # type: ignore[method-assign]
