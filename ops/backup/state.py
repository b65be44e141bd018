"""What a backup and the installation it goes into must agree on."""

from __future__ import annotations

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

# Filled by migrate, by a running worker or by somebody who looked at the first page: rows here do not make an
# installation one that is in use. Whoever signs in is a row elsewhere.
FILLED_BY_THEMSELVES = {"django_migrations", "django_content_type", "auth_permission", "jobs_pulse", "django_session"}
# Rows that the machine writes by itself, in a table that also holds what people ask for.
OWN_ROWS = {"jobs_job": "asked_by_id IS NULL AND club_id IS NULL AND federation_id IS NULL"}
NOT_COPIED = {"django_migrations"}


def applied_migrations() -> list[list[str]]:
    return sorted([app, name] for app, name in MigrationRecorder(connection).applied_migrations())


def tables() -> list[str]:
    """Every table of the installation; which migrations ran is compared, not copied."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_table_list(cursor)
    return sorted(table.name for table in found if table.type == "t" and table.name not in NOT_COPIED)


def occupied_tables() -> list[str]:
    """Tables that hold something of somebody's."""
    with connection.cursor() as cursor:
        return [table for table in tables() if table not in FILLED_BY_THEMSELVES and _has_rows(cursor, table)]


def _has_rows(cursor: object, table: str) -> bool:
    others = f" WHERE NOT ({OWN_ROWS[table]})" if table in OWN_ROWS else ""
    cursor.execute(f"SELECT 1 FROM {quote(table)}{others} LIMIT 1")  # type: ignore[attr-defined]  # noqa: S608
    return cursor.fetchone() is not None  # type: ignore[attr-defined]


def quote(name: str) -> str:
    return connection.ops.quote_name(name)
