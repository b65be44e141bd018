"""The live ranking of a session in play, polled by four hundred phones, against a view that does nothing.

Each phone asks every two seconds. A sample is twenty seconds of an evening without the waiting: ten polls of each
phone, one of them after a score was accepted, so that all of them are sent the new ranking.
"""

from __future__ import annotations

import contextlib
import http.client
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from bench.bench_pages import HOST, listening, rate_row
from bench.measure import Row, empty_site, medians, run_manage

PHONES, THREADS = 400, 8
POLLS, SAMPLES = 10, 5
TARGET = 0.6


class Phone:
    """A browser with its connection and the tag of what it shows."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.tag = ""
        self.connection = http.client.HTTPConnection(HOST, port, timeout=30)

    def ask(self, path: str) -> int:
        headers = {"Host": HOST, "Accept-Encoding": "identity"}
        if self.tag:
            headers["If-None-Match"] = self.tag
        try:
            return self._ask(path, headers)
        except (http.client.HTTPException, ConnectionError):
            # The server has closed a connection that was idle for a while, as it does to browsers.
            self.connection.close()
            return self._ask(path, headers)

    def _ask(self, path: str, headers: dict[str, str]) -> int:
        self.connection.request("GET", path, headers=headers)
        response = self.connection.getresponse()
        response.read()
        self.tag = response.headers.get("ETag") or self.tag
        return response.status


class Evening:
    """The server, four hundred phones, and somebody who enters scores."""

    def __init__(self, port: int, scorer: subprocess.Popen[str], session: int) -> None:
        self.live = f"/clubs/harbour/sessions/{session}/results/?live=1"
        self.scorer = scorer
        self.phones = [Phone(port) for _ in range(PHONES)]

    def everybody(self, path: str, expected: set[int]) -> None:
        def some(first: int) -> None:
            for phone in self.phones[first::THREADS]:
                status = phone.ask(path)
                if status not in expected:
                    raise AssertionError(f"{path} answered {status}")

        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(some, range(THREADS)))

    def score(self) -> None:
        assert self.scorer.stdin is not None
        assert self.scorer.stdout is not None
        self.scorer.stdin.write("\n")
        self.scorer.stdin.flush()
        if self.scorer.stdout.readline().strip() != "scored":
            raise AssertionError("the score was not accepted")

    def polls(self) -> float:
        """Seconds a request; the score itself is another process's work and is not counted."""
        self.score()
        started = time.perf_counter()
        self.everybody(self.live, {200})
        for _ in range(POLLS - 1):
            self.everybody(self.live, {304})
        return (time.perf_counter() - started) / (PHONES * POLLS)

    def constant(self) -> float:
        started = time.perf_counter()
        for _ in range(POLLS):
            self.everybody("/bench/constant/", {200})
        return (time.perf_counter() - started) / (PHONES * POLLS)


@contextlib.contextmanager
def evening() -> Iterator[Evening]:
    with empty_site() as environment:
        run_manage(environment, "collectstatic", "--no-input", "-v", "0")
        scorer = subprocess.Popen(
            [sys.executable, "-m", "bench.one_session"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert scorer.stdout is not None
        try:
            session = int(scorer.stdout.readline())
            with listening(environment) as port:
                yield Evening(port, scorer, session)
        finally:
            scorer.terminate()
            scorer.wait(10)


def run() -> list[Row]:
    with evening() as results:
        results.everybody(results.live, {200})
        results.constant()
        polls, floor = medians(results.polls, results.constant, times=SAMPLES)
    return [rate_row(f"live ranking, {PHONES} phones polling, over a constant view", polls, floor, TARGET)]
