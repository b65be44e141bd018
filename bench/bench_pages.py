"""A club's home, as a stranger opens it, against a view that does nothing, on the same server."""

from __future__ import annotations

import contextlib
import http.client
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from bench.measure import Row, empty_site, medians, run_manage
from ops.supervisor import options

HOST = "127.0.0.1"
THREADS = 4
REQUESTS = 60
ROUNDS = 9
# Both pass the same middleware; the page also finds its club, its language and what the visitor may see.
CONDITIONAL_TARGET = 0.35
FULL_TARGET = 0.2


@dataclass(frozen=True)
class Page:
    path: str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


@contextlib.contextmanager
def server() -> Iterator[tuple[int, str]]:
    """The embedded site with one club, behind the web server that script/server uses. Yields port and address."""
    with empty_site() as environment:
        run_manage(environment, "collectstatic", "--no-input", "-v", "0")
        command = [sys.executable, "-m", "bench.one_club"]
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
        with listening(environment) as port:
            yield port, "/clubs/harbour/"


@contextlib.contextmanager
def listening(environment: dict[str, str]) -> Iterator[int]:
    listener = options.bind_port(HOST, 0)
    command = [sys.executable, "-m", "gunicorn", "config.wsgi:application", "--bind", f"fd://{listener.fileno()}"]
    with Path(environment["TENACE_VAR"], "web.log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--workers", "2", "--threads", "4", "--no-control-socket"],
            env=environment,
            stdout=log,
            stderr=log,
            pass_fds=(listener.fileno(),),
        )
    try:
        yield listener.getsockname()[1]
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        listener.close()


def fetch(connection: http.client.HTTPConnection, page: Page) -> http.client.HTTPResponse:
    connection.request("GET", page.path, headers={"Host": "127.0.0.1", "Accept-Encoding": "identity"} | page.headers)
    response = connection.getresponse()
    response.read()
    if response.status != page.status:
        raise AssertionError(f"{page.path} answered {response.status} instead of {page.status}")
    return response


def seconds_per_request(port: int, page: Page) -> float:
    """Several visitors at once, each with a connection that stays open."""

    def visit(_: int) -> None:
        connection = http.client.HTTPConnection(HOST, port, timeout=30)
        try:
            for _ in range(REQUESTS):
                fetch(connection, page)
        finally:
            connection.close()

    started = time.perf_counter()
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(visit, range(THREADS)))
    return (time.perf_counter() - started) / (THREADS * REQUESTS)


def rate_row(name: str, ours: float, floor: float, least: float) -> Row:
    """Requests a second, ours over the floor's."""
    ratio = floor / ours
    return Row(name, 1 / ours, 1 / floor, "req/s", ratio, f">= {least:g}", ratio >= least)


def run() -> list[Row]:
    with server() as (port, address):
        connection = http.client.HTTPConnection(HOST, port, timeout=60)
        etag = fetch(connection, Page(address)).headers["ETag"]
        connection.close()
        pages = [Page("/bench/constant/"), Page(address, 304, {"If-None-Match": etag}), Page(address)]
        for page in pages:
            seconds_per_request(port, page)
        floor, conditional, full = medians(
            *(lambda page=page: seconds_per_request(port, page) for page in pages), times=ROUNDS
        )
    return [
        rate_row("club home, unchanged (304), over a constant view", conditional, floor, CONDITIONAL_TARGET),
        rate_row("club home, whole page, over a constant view", full, floor, FULL_TARGET),
    ]
