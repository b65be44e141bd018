"""Locks on rows: the one place that takes them, so that all of them are of one kind.

Whoever locks several rows takes them in the order that docs/reliability.md lists, and rows of one table by their keys.
`NO KEY UPDATE` keeps others from changing a row, and not from writing rows that refer to it: money is taken for a
session while somebody calls its next round.
"""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Manager, Model, QuerySet

M = TypeVar("M", bound=Model)


def lock(rows: Manager[M] | QuerySet[M], *, skip_locked: bool = False) -> QuerySet[M]:
    """The same rows, under a lock until the transaction ends; rows that are read along with them stay free."""
    return rows.select_for_update(no_key=True, of=("self",), skip_locked=skip_locked)


def lock_row(row: M) -> M:
    """The row as it stands now, under a lock."""
    return lock(type(row)._default_manager).get(pk=row.pk)


def lock_all(rows: QuerySet[M]) -> list[M]:
    """All of the rows, locked in the order of their keys."""
    return list(lock(rows.order_by("pk")))
