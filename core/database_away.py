"""Whether a database error passes by itself: the server hangs, restarts or has no room, and waiting is what helps."""

from __future__ import annotations

from django.db import InterfaceError, InternalError, OperationalError

RETRY_SECONDS = 5
# Connection lost, no resources (disk, connections), shutting down or starting, for reading only (PostgreSQL, A.1).
PASSING_CLASSES = ("08", "53", "57P", "25006")
PASSING_WORDS = ("database is locked", "database or disk is full", "attempt to write a readonly database")


def is_away(error: BaseException | None) -> bool:
    if not isinstance(error, OperationalError | InterfaceError | InternalError):
        return False
    cause = error.__cause__
    if cause is not None and hasattr(cause, "sqlstate"):
        # Without a code it never came as far as PostgreSQL, or not back.
        return cause.sqlstate is None or str(cause.sqlstate).startswith(PASSING_CLASSES)
    return isinstance(error, InterfaceError) or any(words in str(error) for words in PASSING_WORDS)
