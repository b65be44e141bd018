"""One row of the table, fair timing (medians of runs that take turns), and a site to measure on."""

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Timed = Callable[[], float]


@dataclass(frozen=True)
class Row:
    """Ours against a peer, in `unit`; `ratio` is what `target` speaks about."""

    name: str
    ours: float
    peer: float
    unit: str
    ratio: float
    target: str
    met: bool


def timed(act: Callable[[], object], batch: int = 1) -> Timed:
    """Seconds that one call takes; short ones are called `batch` times in a row."""

    def run() -> float:
        start = time.perf_counter()
        for _ in range(batch):
            act()
        return (time.perf_counter() - start) / batch

    return run


def medians(*runs: Timed, times: int) -> list[float]:
    """Each run once, then each once more, and so on: what slows the machine down slows all of them."""
    times_of_each: list[list[float]] = [[] for _ in runs]
    for _ in range(times):
        for samples, run in zip(times_of_each, runs, strict=True):
            samples.append(run())
    return [statistics.median(samples) for samples in times_of_each]


@contextlib.contextmanager
def empty_site() -> Iterator[dict[str, str]]:
    """Give the environment of an embedded site whose database is migrated, empty and thrown away in the end."""
    with tempfile.TemporaryDirectory(prefix="tenace-bench-") as folder:
        environment = os.environ | {"TENACE_VAR": folder, "DJANGO_SETTINGS_MODULE": "bench.settings"}
        for name in ("DATABASE_URL", "REDIS_URL", "TENACE_DEBUG"):
            environment.pop(name, None)
        run_manage(environment, "migrate", "-v", "0")
        yield environment


def run_manage(environment: dict[str, str], *arguments: str) -> None:
    """Run a management command, silently."""
    command = [sys.executable, "manage.py", *arguments]
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)


def run_apart(module: str, *arguments: object) -> str:
    """The last line that a module prints in a process of its own, where Django is set up on an empty site."""
    command = [sys.executable, "-m", f"bench.{module}", *map(str, arguments)]
    with empty_site() as environment:
        printed = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
    return printed.splitlines()[-1]


def at_most(name: str, ours: float, peer: float, unit: str, limit: float) -> Row:
    """Our cost over the peer's, which must not exceed `limit`."""
    ratio = ours / peer
    return Row(name, ours, peer, unit, ratio, f"<= {limit:g}x", ratio <= limit)


def show(rows: list[Row]) -> str:
    """The table as text."""
    lines = [f"{'what':<58} {'ours':>10} {'peer':>10} {'unit':<5} {'ratio':>8}  {'target':<10} met"]
    for row in rows:
        figures = f"{row.ours:>10.3f} {row.peer:>10.3f} {row.unit:<5} {row.ratio:>8.2f}"
        lines.append(f"{row.name:<58} {figures}  {row.target:<10} {'yes' if row.met else 'NO'}")
    return "\n".join(lines)
