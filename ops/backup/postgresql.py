"""PostgreSQL: every table by COPY out of one snapshot, and back in one transaction; no program of its own is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote as urlquote
from urllib.parse import urlencode

from django.db import connection, transaction

from ops.backup.archive import Reader, Writer
from ops.backup.older import backup_migrations, migrate_apart, newest_of
from ops.backup.state import quote, tables

FOLDER = "tables"
LOCK_TIMEOUT = "10s"
STAGED = "tenace_restore"


def dump(writer: Writer) -> dict[str, Any]:
    columns = {}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        for table in tables():
            columns[table] = _columns(cursor, table)
            listed = ", ".join(map(quote, columns[table]))
            with (
                writer.member(f"{FOLDER}/{table}") as sink,
                cursor.copy(f"COPY {quote(table)} ({listed}) TO STDOUT") as rows,
            ):
                for block in rows:
                    sink.write(block)
    return {"columns": columns}


@contextmanager
def stage_copy(reader: Reader, *, older: bool) -> Iterator[None]:
    """What an older release copied is laid in a schema of its own and migrated there; the rest goes in as it is."""
    with connection.cursor() as cursor:
        # One that a restore left behind which was interrupted.
        cursor.execute(f"DROP SCHEMA IF EXISTS {STAGED} CASCADE")
        if not older:
            yield
            return
        cursor.execute(f"CREATE SCHEMA {STAGED}")
        try:
            migrate_apart(_staged_url(), newest_of(backup_migrations(reader)))
            with transaction.atomic():
                cursor.execute(f"SET LOCAL search_path TO {STAGED}")
                _fill(cursor, lambda table: _copy_in(cursor, reader, table))
            migrate_apart(_staged_url())
            yield
        finally:
            cursor.execute(f"DROP SCHEMA IF EXISTS {STAGED} CASCADE")


def load(reader: Reader) -> None:
    """Inside a transaction: empty every table, fill it again, and let numbering go on where it was."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regnamespace(%s) IS NOT NULL", [STAGED])
        if cursor.fetchone()[0]:
            _fill(cursor, lambda table: _take_staged(cursor, table))
        else:
            _fill(cursor, lambda table: _copy_in(cursor, reader, table))


def _staged_url() -> str:
    """This database, with nothing in sight but the schema in which the copy lies."""
    of = connection.settings_dict
    options = {name: value for name, value in of.get("OPTIONS", {}).items() if isinstance(value, str | int)}
    given = {"host": of["HOST"], "port": of["PORT"]}
    given = options | {name: value for name, value in given.items() if value}
    given |= {"options": f"{options.get('options', '')} -c search_path={STAGED}".strip()}
    query = urlencode(given, quote_via=urlquote)
    sign_in = f"{urlquote(of['USER'] or '')}:{urlquote(of['PASSWORD'] or '')}@" if of["USER"] else ""
    return f"postgres://{sign_in}/{urlquote(str(of['NAME']))}?{query}"


def _copy_in(cursor: Any, reader: Reader, table: str) -> None:
    listed = ", ".join(map(quote, reader.manifest["columns"][table]))
    with cursor.copy(f"COPY {quote(table)} ({listed}) FROM STDIN") as rows:
        for chunk in reader.chunks(f"{FOLDER}/{table}"):
            rows.write(chunk)


def _take_staged(cursor: Any, table: str) -> None:
    listed = ", ".join(map(quote, _columns(cursor, table)))
    cursor.execute(f"INSERT INTO {quote(table)} ({listed}) SELECT {listed} FROM {STAGED}.{quote(table)}")  # noqa: S608


def _fill(cursor: Any, fill: Callable[[str], None]) -> None:
    """Empty every table in sight and fill it; numbering goes on after the highest."""
    cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
    with _no_triggers(cursor):
        cursor.execute(f"TRUNCATE {', '.join(map(quote, tables()))}")
        for table in tables():
            fill(table)
        # A table cannot be altered, nor its triggers turned on, while checks of its new rows are put off.
        connection.check_constraints()
    _reset_sequences(cursor)


@contextmanager
def _no_triggers(cursor: Any) -> Iterator[None]:
    """Triggers judge acts. Rows that are put back are none, and come in an order that no act would take."""
    cursor.execute(
        "SELECT DISTINCT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
        " WHERE NOT t.tgisinternal AND t.tgenabled = 'O' AND c.relnamespace = current_schema()::regnamespace"
    )
    guarded = [quote(table) for (table,) in cursor.fetchall()]
    for table in guarded:
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    yield
    for table in guarded:
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def _columns(cursor: Any, table: str) -> list[str]:
    cursor.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema()"
        " AND table_name = %s AND is_generated = 'NEVER' ORDER BY ordinal_position",
        [table],
    )
    return [name for (name,) in cursor.fetchall()]


def _reset_sequences(cursor: Any) -> None:
    cursor.execute(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
        " AND (is_identity = 'YES' OR column_default LIKE 'nextval%%')"
    )
    for table, column in cursor.fetchall():
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence(%s, %s), coalesce(max("  # noqa: S608
            f"{quote(column)}), 1), max({quote(column)}) IS NOT NULL) FROM {quote(table)}",
            [quote(table), column],
        )
