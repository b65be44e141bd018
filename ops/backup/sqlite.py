"""SQLite: copied while in use by its own backup call, put back table by table in one transaction."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from ops.backup.archive import BackupError, Reader, Writer
from ops.backup.older import migrate_apart
from ops.backup.state import quote, tables

MEMBER = "database.sqlite3"


def dump(writer: Writer) -> dict[str, Any]:
    connection.ensure_connection()
    with tempfile.TemporaryDirectory(dir=settings.VAR_DIR) as folder:
        copy = Path(folder) / MEMBER
        with closing(sqlite3.connect(copy)) as target:
            connection.connection.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        writer.add_file(MEMBER, copy)
    return {}


@contextmanager
def stage_copy(reader: Reader, *, older: bool) -> Iterator[None]:
    """Lay the copy beside the database, migrated where it is older, so that one transaction reaches both."""
    with tempfile.TemporaryDirectory(dir=settings.VAR_DIR) as folder:
        copy = Path(folder) / MEMBER
        reader.extract(MEMBER, copy)
        if older:
            migrate_apart(f"sqlite:///{copy}")
        with closing(sqlite3.connect(copy)) as source:
            if source.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise BackupError("The backup is damaged: its database does not hold together.")
        with connection.cursor() as cursor:
            cursor.execute("ATTACH DATABASE %s AS staged", [str(copy)])
            try:
                yield
            finally:
                cursor.execute("DETACH DATABASE staged")


def load(reader: Reader) -> None:
    """Inside a transaction: replace every row by the copy's."""
    with connection.cursor() as cursor, _no_triggers(cursor):
        for table in tables():
            cursor.execute(f"DELETE FROM main.{quote(table)}")  # noqa: S608
        for table in [*tables(), "sqlite_sequence"]:
            cursor.execute(f"PRAGMA main.table_info({quote(table)})")
            columns = ", ".join(quote(row[1]) for row in cursor.fetchall())
            if table == "sqlite_sequence":
                cursor.execute("DELETE FROM main.sqlite_sequence")
            cursor.execute(
                f"INSERT INTO main.{quote(table)} ({columns}) SELECT {columns} FROM staged.{quote(table)}"  # noqa: S608
            )


@contextmanager
def _no_triggers(cursor: Any) -> Iterator[None]:
    """Triggers judge acts. Rows that are put back are none, and come in an order that no act would take."""
    cursor.execute("SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger'")
    triggers = cursor.fetchall()
    for name, _statement in triggers:
        cursor.execute(f"DROP TRIGGER main.{quote(name)}")
    yield
    for _name, statement in triggers:
        cursor.execute(statement)
