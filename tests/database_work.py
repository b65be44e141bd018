"""How much a database reads to answer: rows that it looks at, not statements."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection
from django.test.utils import CaptureQueriesContext


@dataclass
class Work:
    """Rows that PostgreSQL's plans have gone through, or steps of SQLite's machine, some ten of which read a row."""

    amount: int = 0


@contextmanager
def database_work() -> Iterator[Work]:
    """Count what is read inside; the count is there afterwards."""
    work = Work()
    if connection.vendor == "sqlite":
        with _steps(work):
            yield work
        return
    with CaptureQueriesContext(connection) as queries:
        yield work
    work.amount = sum(_rows(query["sql"]) for query in list(queries) if query["sql"].startswith("SELECT"))


@contextmanager
def _steps(work: Work) -> Iterator[None]:
    connection.ensure_connection()
    each = 10

    def count() -> int:
        work.amount += each
        return 0

    connection.connection.set_progress_handler(count, each)
    try:
        yield
    finally:
        connection.connection.set_progress_handler(None, 0)


def _rows(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}")
        found = cursor.fetchone()[0]
    plan = found if isinstance(found, list) else json.loads(found)
    return sum(_of_node(one["Plan"]) for one in plan)


def _of_node(node: dict) -> int:
    passed = node.get("Actual Rows", 0) + node.get("Rows Removed by Filter", 0)
    own = int(passed * node.get("Actual Loops", 1)) if "Scan" in node["Node Type"] else 0
    return own + sum(_of_node(child) for child in node.get("Plans", ()))


def work_of(act: Callable[[], object]) -> int:
    """The work of the second time: the first fills caches."""
    act()
    with database_work() as work:
        act()
    return work.amount
