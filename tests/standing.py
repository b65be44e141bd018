"""What almost every test begins with is made by the services once; afterwards its rows are put back as they were."""

from __future__ import annotations

import copy
import pickle
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import time
from functools import wraps
from typing import Any, ClassVar, Generic, TypeVar, cast

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model

T = TypeVar("T")
R = TypeVar("R")
Row = tuple[Any, ...]
Rows = dict[type[Model], dict[Any, Row]]
Statements = list[tuple[str, list[Row]]]

# SQLite gives times of day as such, and takes them only as text.
sqlite3.register_adapter(time, str)


class Standing(Generic[T]):
    """A world and its rows. It is made in an empty database, so that every row there is belongs to it."""

    # The world of the test that runs.
    current: ClassVar[Standing[Any] | None] = None

    def __init__(self, make: Callable[[], T]) -> None:
        self.make = make
        self.world: Callable[[], T] | None = None
        self.rows: Rows = {}
        self.inserts: Statements = []
        self.further: dict[Any, tuple[Statements, Any]] = {}
        self.steps: tuple[Any, ...] = ()
        self.writes = Writes()

    @contextmanager
    def during(self) -> Iterator[T]:
        """The world of a test; what is `made_once` in it is remembered with it."""
        Standing.current = self
        yield self.get()
        Standing.current = None

    def get(self) -> T:
        if self.world is None:
            before = _read_all()
            made = self.make()
            self.rows = _read_all()
            self.inserts = _differences(before, self.rows)
            self.world = _copies(made)
        else:
            _write(self.inserts)
            made = self.world()
        self.steps = ()
        self.writes.count_from_now()
        return made

    def advance(self, key: Any, step: Callable[[], R]) -> R:
        """What `step` gives. It is carried out once; later its rows are written as it left them.

        That holds only for a world as `get` gave it: where anything was written since, the step is carried out.
        """
        if self.writes.counted:
            return step()
        if key not in self.further:
            made = step()
            self.further[key] = (_differences(self.rows, _read_all()), copy.deepcopy(made))
            return made
        statements, made = self.further[key]
        _write(statements)
        return copy.deepcopy(made)

    def take(self, key: Any, step: Callable[[], R]) -> R:
        """As `advance`, and what follows at once is remembered as well: each way of steps by itself."""
        if self.writes.counted:
            return step()
        way = (*self.steps, key)
        if way not in self.further:
            before = _read_all()
            made = step()
            self.further[way] = (_differences(before, _read_all()), copy.deepcopy(made))
        else:
            statements, given = self.further[way]
            _write(statements)
            made = copy.deepcopy(given)
        self.steps = way
        self.writes.count_from_now()
        return made


def made_once(step: Callable[..., R]) -> Callable[..., R]:
    """A function that writes rows, the same ones whenever its arguments are the same: it runs once
    for all tests that begin with it.
    """

    @wraps(step)
    def run(*args: Any, **options: Any) -> R:
        if Standing.current is None:
            return step(*args, **options)
        key = (step.__qualname__, step.__module__, _key(args), _key(sorted(options.items())))
        return Standing.current.take(key, lambda: step(*args, **options))

    return run


def _key(value: Any) -> Any:
    if isinstance(value, Model):
        return (value._meta.label, value.pk)
    if isinstance(value, list | tuple):
        return tuple(_key(one) for one in value)
    return repr(value)


class Writes:
    """Counts the statements that change rows."""

    def __init__(self) -> None:
        self.counted = 0

    def count_from_now(self) -> None:
        self.counted = 0
        if self not in connection.execute_wrappers:
            connection.execute_wrappers.append(self)

    def __call__(self, execute: Callable[..., R], sql: str, params: Any, many: bool, context: dict[str, Any]) -> R:
        self.counted += sql.lstrip()[:6].upper() in ("INSERT", "UPDATE", "DELETE")
        return execute(sql, params, many, context)


def _copies(made: T) -> Callable[[], T]:
    """What gives a copy of it as it is now: from its pickle, several times as fast, unless it copies itself."""
    if hasattr(made, "__deepcopy__"):
        kept = copy.deepcopy(made)
        return lambda: copy.deepcopy(kept)
    pickled = pickle.dumps(made)
    return lambda: cast(T, pickle.loads(pickled))


def _models() -> list[type[Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _columns(model: type[Model]) -> list[str]:
    return [field.column for field in model._meta.concrete_fields]


def _read_all() -> Rows:
    """As the database has them, by their keys and in the order of the keys."""
    quote = connection.ops.quote_name
    found: Rows = {}
    with connection.cursor() as cursor:
        for model in _models():
            key = model._meta.pk.column
            names = ", ".join(map(quote, _columns(model)))
            cursor.execute(f"SELECT {names} FROM {quote(model._meta.db_table)} ORDER BY {quote(key)}")
            at = _columns(model).index(key)
            if rows := cursor.fetchall():
                found[model] = {row[at]: row for row in rows}
    return found


def _differences(before: Rows, after: Rows) -> Statements:
    """The statements that lead from the one to the other."""
    quote = connection.ops.quote_name
    found: Statements = []
    for model in _models():
        old, new = before.get(model, {}), after.get(model, {})
        table, key, columns = quote(model._meta.db_table), quote(model._meta.pk.column), _columns(model)
        gone = [(pk,) for pk in old if pk not in new]
        changed = [(*row, pk) for pk, row in new.items() if pk in old and old[pk] != row]
        made = [row for pk, row in new.items() if pk not in old]
        settings = ", ".join(f"{quote(column)} = %s" for column in columns)
        names, marks = ", ".join(map(quote, columns)), ", ".join(["%s"] * len(columns))
        found += [
            (f"DELETE FROM {table} WHERE {key} = %s", gone),
            (f"UPDATE {table} SET {settings} WHERE {key} = %s", changed),
            (f"INSERT INTO {table} ({names}) VALUES ({marks})", made),
        ]
    return [(statement, values) for statement, values in found if values]


def _write(statements: Statements) -> None:
    """Together: each row refers to others."""
    with transaction.atomic(), connection.cursor() as cursor:
        for statement, values in statements:
            cursor.executemany(statement, values)
