"""Whether a database error passes by itself: the server hangs, restarts or has no room, and waiting is what helps."""

from __future__ import annotations

from django.db import DatabaseError, InterfaceError, InternalError, OperationalError

RETRY_SECONDS = 5
# Connection lost, no resources (disk, connections), shutting down or starting, for reading only, broken off for the
# sake of another transaction (PostgreSQL, appendix A).
PASSING_CLASSES = ("08", "53", "57P", "25006", "40")
# Serialization failure and deadlock, of that class.
BROKEN_OFF = ("40001", "40P01")
PASSING_WORDS = ("database is locked", "database or disk is full", "attempt to write a readonly database")


def is_away(error: BaseException | None) -> bool:
    if not isinstance(error, OperationalError | InterfaceError | InternalError):
        return False
    cause = error.__cause__
    if cause is not None and hasattr(cause, "sqlstate"):
        # Without a code it never came as far as PostgreSQL, or not back.
        return cause.sqlstate is None or str(cause.sqlstate).startswith(PASSING_CLASSES)
    return isinstance(error, InterfaceError) or any(words in str(error) for words in PASSING_WORDS)


def was_broken_off(error: BaseException | None) -> bool:
    """Whether the database has ended a transaction in favour of another one: done again at once it succeeds."""
    return isinstance(error, DatabaseError) and getattr(error.__cause__, "sqlstate", None) in BROKEN_OFF
