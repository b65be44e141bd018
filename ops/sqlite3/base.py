"""SQLite as a club's own machine needs it: whoever writes waits in a queue, whoever only reads never does.

SQLite lets one transaction write at a time. The others ask again after ever longer pauses, so that under load some
wait for seconds while newcomers pass them. Here they ask for a file's lock in short even steps first.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.sqlite3 import base

from core.names import SQLITE_FUNCTION, fold

STEP = 0.002
READING, WRITING = "DEFERRED", "IMMEDIATE"


class DatabaseWrapper(base.DatabaseWrapper):
    transaction_mode: str | None
    _turn: int | None = None

    def get_new_connection(self, conn_params: Any) -> Any:
        connection = super().get_new_connection(conn_params)
        connection.create_function(SQLITE_FUNCTION, 1, _fold, deterministic=True)
        return connection

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Transactions begun in here see one state of the database, write nothing, and wait for nobody."""
        self.ensure_connection()
        usual, self.transaction_mode = self.transaction_mode, READING
        try:
            yield
        finally:
            self.transaction_mode = usual

    def _start_transaction_under_autocommit(self) -> None:
        if self.transaction_mode == WRITING and not self.is_in_memory_db():
            self._wait_for_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._end_turn()
            raise

    def _wait_for_turn(self) -> None:
        """After the time that SQLite itself would wait we go ahead: it says what is wrong."""
        self._turn = os.open(f"{self.settings_dict['NAME']}-turn", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        patience = time.monotonic() + self.settings_dict["OPTIONS"].get("timeout", 5)
        while time.monotonic() < patience:
            try:
                fcntl.flock(self._turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(STEP)
            else:
                return

    def _end_turn(self) -> None:
        if self._turn is not None:
            os.close(self._turn)
            self._turn = None

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()


def _fold(text: Any) -> str | None:
    return None if text is None else fold(str(text))
