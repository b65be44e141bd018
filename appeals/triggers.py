"""Database triggers that refuse to change a case that has ended, whoever asks."""

from __future__ import annotations

from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

TABLE, DECISIONS = "appeals_appeal", "appeals_decision"
# A decision that takes the place of another, as a corrected slip does, leaves the outcome of the case as it was.
CLOSED = "NEW.supersedes_id IS NULL AND (SELECT closed_at FROM appeals_appeal WHERE id = NEW.appeal_id) IS NOT NULL"
SENTENCE = "A closed appeal is not changed any more."
# Not among them: who did something (people are erased), and what the register notes beside a case.
GUARDED = (
    *("state", "side", "contestant_id", "ruling_id", "grounds", "hears", "needed", "concurring", "lodged_at"),
    *("decided_at", "verdict", "merit", "further_until", "closes_at", "closed_at", "refusal", "refusal_law"),
)


def install(connection: BaseDatabaseWrapper) -> None:
    with connection.cursor() as cursor:
        for statement in _statements(connection.vendor):
            cursor.execute(statement)


def install_after_migrate(*, using: str = DEFAULT_DB_ALIAS, **_: Any) -> None:
    connection = connections[using]
    if DECISIONS in connection.introspection.table_names():
        install(connection)


def _statements(vendor: str) -> list[str]:
    columns = ", ".join(GUARDED)
    if vendor == "sqlite":
        return [
            # One of an earlier version guards otherwise.
            "DROP TRIGGER IF EXISTS appeal_closed",
            "DROP TRIGGER IF EXISTS appeal_closed_decision",
            f"CREATE TRIGGER IF NOT EXISTS appeal_closed BEFORE UPDATE OF {columns} ON {TABLE} "
            f"WHEN OLD.closed_at IS NOT NULL BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END",
            f"CREATE TRIGGER IF NOT EXISTS appeal_closed_decision BEFORE INSERT ON {DECISIONS} "
            f"WHEN {CLOSED} "
            f"BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END",
        ]
    return [
        "CREATE OR REPLACE FUNCTION appeal_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{SENTENCE}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
        "CREATE OR REPLACE FUNCTION appeal_refuse_decision() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF {CLOSED} THEN "
        f"RAISE EXCEPTION '{SENTENCE}' USING ERRCODE = 'integrity_constraint_violation'; "
        "END IF; RETURN NEW; END $$",
        f"CREATE OR REPLACE TRIGGER appeal_closed BEFORE UPDATE OF {columns} ON {TABLE} "
        "FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL) EXECUTE FUNCTION appeal_refuse()",
        f"CREATE OR REPLACE TRIGGER appeal_closed_decision BEFORE INSERT ON {DECISIONS} "
        "FOR EACH ROW EXECUTE FUNCTION appeal_refuse_decision()",
    ]
