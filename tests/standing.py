"""What almost every test begins with is made by the services once; afterwards its rows are put back as they were."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model

T = TypeVar("T")
Rows = list[tuple[str, list[tuple[Any, ...]]]]


class Standing(Generic[T]):
    """A world and its rows. It is made in an empty database, so that every row there is belongs to it."""

    def __init__(self, make: Callable[[], T]) -> None:
        self.make = make
        self.world: T | None = None
        self.rows: Rows = []

    def get(self) -> T:
        if self.world is None:
            before = _filled()
            made = self.make()
            own = _filled() - before
            self.rows = [_read(model) for model in apps.get_models() if model in own]
            self.world = copy.deepcopy(made)
            return made
        # Together: each refers to others.
        with transaction.atomic(), connection.cursor() as cursor:
            for statement, values in self.rows:
                cursor.executemany(statement, values)
        return copy.deepcopy(self.world)


def _filled() -> set[type[Model]]:
    return {model for model in apps.get_models() if model._meta.managed and model._base_manager.exists()}


def _read(model: type[Model]) -> tuple[str, list[tuple[Any, ...]]]:
    """As the database has them, and the statement that writes them again; keys and all, in the order of the keys."""
    quote = connection.ops.quote_name
    columns = [field.column for field in model._meta.concrete_fields]
    names, table = ", ".join(map(quote, columns)), quote(model._meta.db_table)
    marks = ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {names} FROM {table} ORDER BY {quote(model._meta.pk.column)}")
        rows = cursor.fetchall()
    return f"INSERT INTO {table} ({names}) VALUES ({marks})", rows
