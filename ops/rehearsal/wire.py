"""Requests that are sent until somebody answers, as the table's page does with what it keeps."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

MOST_ERRORS = 5
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0)
# Not an answer to what was asked: the server is coming up, is overrun, or broke in the middle.
AGAIN = (429, 500, 502, 503, 504)
Data = dict[str, Any]


class Unanswered(Exception):
    """One sentence: what was asked, and what came back last."""


class RequestTally:
    """What happened on the wire, counted from many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.counts: Counter[str] = Counter()
        # What the server said where it should not have: the first few, for whoever has to find out.
        self.errors: list[str] = []
        # The claims that the server has answered for, with the state it named last.
        self.acknowledged: dict[str, str] = {}

    def count(self, what: str, by: int = 1) -> None:
        with self._lock:
            self.counts[what] += by

    def refused(self, status: int, said: str) -> None:
        self.count("too often" if status == 429 else "server errors")
        if status != 429 and len(self.errors) < MOST_ERRORS:
            self.errors.append(said)

    def acknowledge(self, key: str, state: str) -> None:
        with self._lock:
            self.acknowledged[key] = state


@dataclass(frozen=True)
class HttpAnswer:
    status: int
    body: bytes
    headers: http.client.HTTPMessage

    @property
    def data(self) -> Any:
        return json.loads(self.body)


class Wire:
    """The way to one server: a connection for each thread, opened again whenever it was lost."""

    def __init__(self, url: str, tally: RequestTally, patience: float = 90) -> None:
        parts = urlsplit(url)
        self.host, self.secure = parts.netloc, parts.scheme == "https"
        self.tally, self.patience = tally, patience
        self._own = threading.local()

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> HttpAnswer:
        """An answer, however often it takes; `Unanswered` when patience ends."""
        deadline, tries = time.monotonic() + self.patience, 0
        while True:
            try:
                answer = self._once(method, path, body, headers or {})
            except (OSError, http.client.HTTPException) as error:
                self.drop()
                said = f"{type(error).__name__}: {error}"
            else:
                if answer.status not in AGAIN:
                    return answer
                said = f"{answer.status} {answer.body[:200].decode(errors='replace')}"
                self.tally.refused(answer.status, f"{method} {path}: {said}")
            if time.monotonic() > deadline:
                raise Unanswered(f"{method} {path} was not answered in {self.patience:g} s; the last word: {said}")
            self.tally.count("retries")
            time.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1

    def say(self, path: str, body: Data, headers: Mapping[str, str] | None = None) -> HttpAnswer:
        return self.ask(
            "POST", path, json.dumps(body).encode(), {"Content-Type": "application/json", **(headers or {})}
        )

    def hang_up_after(self, path: str, body: Data) -> None:
        """Send and be gone before the answer: a phone that loses its connection."""
        with suppress(OSError, http.client.HTTPException):
            self._connection().request("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        self.drop()

    def drop(self) -> None:
        connection = getattr(self._own, "connection", None)
        if connection is not None:
            connection.close()
        self._own.connection = None

    def _connection(self) -> http.client.HTTPConnection:
        found: http.client.HTTPConnection | None = getattr(self._own, "connection", None)
        if found is None:
            kind = http.client.HTTPSConnection if self.secure else http.client.HTTPConnection
            found = self._own.connection = kind(self.host, timeout=30)
        return found

    def _once(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> HttpAnswer:
        connection = self._connection()
        self.tally.count("requests")
        connection.request(method, path, body, {"Accept-Encoding": "identity", **headers})
        response = connection.getresponse()
        return HttpAnswer(response.status, response.read(), response.headers)
