"""Database triggers that refuse to change or remove an audit entry, whoever asks."""

from __future__ import annotations

from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "clubs_auditentry"
SENTENCE = "Audit entries are never changed or removed."


def install(connection: BaseDatabaseWrapper) -> None:
    with connection.cursor() as cursor:
        for statement in _install_statements(connection.vendor):
            cursor.execute(statement)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Only for emptying a test database."""
    on = f" ON {TABLE}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for act in ("update", "delete"):
            cursor.execute(f"DROP TRIGGER IF EXISTS audit_no_{act}{on}")


def install_after_migrate(*, using: str = DEFAULT_DB_ALIAS, **_: Any) -> None:
    connection = connections[using]
    if TABLE in connection.introspection.table_names():
        install(connection)


def _install_statements(vendor: str) -> list[str]:
    if vendor == "sqlite":
        return [
            f"CREATE TRIGGER IF NOT EXISTS audit_no_{act} BEFORE {act.upper()} ON {TABLE} "
            f"BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
            for act in ("update", "delete")
        ]
    function = (
        "CREATE OR REPLACE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{SENTENCE}'; END $$"
    )
    return [function] + [
        f"CREATE OR REPLACE TRIGGER audit_no_{act} BEFORE {act.upper()} ON {TABLE} "
        "FOR EACH ROW EXECUTE FUNCTION audit_refuse()"
        for act in ("update", "delete")
    ]
