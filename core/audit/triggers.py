"""Database triggers that refuse to change or remove an audit entry, whoever asks; its words can only be erased."""

from __future__ import annotations

from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "clubs_auditentry"
WORDS = "clubs_auditwords"
SENTENCE = "Audit entries are never changed or removed."
WORDS_SENTENCE = "Words of audit entries are never changed or removed, only erased."
ERASING = "NEW.text = '' AND NEW.salt = '' AND NEW.erased_at IS NOT NULL AND NEW.entry_id = OLD.entry_id"


def install(connection: BaseDatabaseWrapper) -> None:
    with connection.cursor() as cursor:
        for statement in _install_statements(connection.vendor):
            cursor.execute(statement)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Only for emptying a test database."""
    with connection.cursor() as cursor:
        for act in ("update", "delete"):
            for name, table in ((f"audit_no_{act}", TABLE), (f"audit_words_no_{act}", WORDS)):
                on = f" ON {table}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")


def install_after_migrate(*, using: str = DEFAULT_DB_ALIAS, **_: Any) -> None:
    connection = connections[using]
    if {TABLE, WORDS} <= set(connection.introspection.table_names()):
        install(connection)


def _install_statements(vendor: str) -> list[str]:
    if vendor == "sqlite":
        return [
            _sqlite("audit_no_update", "UPDATE", TABLE, SENTENCE),
            _sqlite("audit_no_delete", "DELETE", TABLE, SENTENCE),
            _sqlite("audit_words_no_update", "UPDATE", WORDS, WORDS_SENTENCE, f" WHEN NOT ({ERASING})"),
            _sqlite("audit_words_no_delete", "DELETE", WORDS, WORDS_SENTENCE),
        ]
    return [
        _refusing("audit_refuse", SENTENCE),
        _refusing("audit_words_refuse", WORDS_SENTENCE),
        _postgresql("audit_no_update", "UPDATE", TABLE, "audit_refuse"),
        _postgresql("audit_no_delete", "DELETE", TABLE, "audit_refuse"),
        _postgresql("audit_words_no_update", "UPDATE", WORDS, "audit_words_refuse", f" WHEN (NOT ({ERASING}))"),
        _postgresql("audit_words_no_delete", "DELETE", WORDS, "audit_words_refuse"),
    ]


def _sqlite(name: str, act: str, table: str, sentence: str, when: str = "") -> str:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
    return f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE {act} ON {table}{when} {refuse}"


def _refusing(function: str, sentence: str) -> str:
    body = f"$$ BEGIN RAISE EXCEPTION '{sentence}'; END $$"
    return f"CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS {body}"


def _postgresql(name: str, act: str, table: str, function: str, when: str = "") -> str:
    each = f"FOR EACH ROW{when} EXECUTE FUNCTION {function}()"
    return f"CREATE OR REPLACE TRIGGER {name} BEFORE {act} ON {table} {each}"
