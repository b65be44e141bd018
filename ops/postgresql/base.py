"""PostgreSQL as Django speaks to it, with a limit to how long anybody waits for an answer.

A server that hangs keeps its connections open and says nothing. Whoever serves pages sets `answer_seconds` among the
OPTIONS; background work and commands wait as long as it takes.
"""

from __future__ import annotations

import types
from typing import Any

import psycopg
from django.db.backends.postgresql import base

from core.circuit_breaker import CircuitBreaker

# After a server that could not be reached, or did not answer, nobody tries for so long: they are told to wait at once.
PAUSE_SECONDS = 2.0
# How often psycopg looks up while it waits, so that Ctrl-C is heard.
LOOK_SECONDS = 0.1
breaker = CircuitBreaker(PAUSE_SECONDS)


class LimitedConnection(psycopg.Connection[Any]):
    answer_seconds: float | None = None

    def wait(self, gen: Any, interval: float = LOOK_SECONDS, timeout: float | None = None) -> Any:
        limit = self.answer_seconds if timeout is None else timeout
        try:
            return super().wait(gen, interval, limit)
        except psycopg.errors._WaitTimeout:
            if timeout is not None:
                raise
            # Its answer may still come, to whatever would be asked next: nobody uses this connection again.
            self.pgconn.finish()
            breaker.failed()
            raise psycopg.OperationalError(f"PostgreSQL did not answer within {limit:g} s") from None


class DatabaseWrapper(base.DatabaseWrapper):
    Database = types.ModuleType(psycopg.__name__)
    Database.__dict__.update(vars(psycopg))
    Database.connect = LimitedConnection.connect  # type: ignore[attr-defined]

    def get_connection_params(self) -> dict[str, Any]:
        parameters = super().get_connection_params()
        parameters.pop("answer_seconds", None)
        return parameters

    def get_new_connection(self, conn_params: Any) -> Any:
        if breaker.is_open:
            raise psycopg.OperationalError("PostgreSQL did not answer a moment ago")
        try:
            connection = super().get_new_connection(conn_params)
        except psycopg.OperationalError:
            breaker.failed()
            raise
        connection.answer_seconds = self.settings_dict["OPTIONS"].get("answer_seconds")
        return connection
