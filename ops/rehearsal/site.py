"""A web server and workers on the database of this process: kept running, however often parts of them are killed."""

from __future__ import annotations

import http.client
import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from django.conf import settings as django_settings
from django.db import connection

from ops.embedded import make_private
from ops.supervisor import commands, options, redis
from ops.supervisor.children import Child, Failure, ProcessGroup, wait_for

HOST = "127.0.0.1"
WEB_SECONDS = 60
WEB = "web server"
WORKERS = {"live": "2", "long": "1"}
# A whole room sends from one address here, and an evening lasts minutes.
WITHOUT_LIMITS = {
    "TENACE_TABLE_POSTS": "1000000",
    "TENACE_TABLE_READS": "1000000",
    "TENACE_THROTTLE_USER": "100000/min",
}


class Site:
    """Use it in a `with` block; `url` is where it answers."""

    def __init__(
        self,
        folder: Path,
        settings: str = "ops.rehearsal.settings",
        environment: Mapping[str, str] | None = None,
        queues: Sequence[str] = ("live",),
    ) -> None:
        self.settings, self.more, self.queues = settings, dict(environment or {}), queues
        self.folder = make_private(folder)
        self.listener = options.bind_port(HOST, 0)
        self.url = f"http://{HOST}:{self.listener.getsockname()[1]}"
        self.group = ProcessGroup()
        self.environment = self._environment()
        self.restarts = 0
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._keeper = threading.Thread(target=self._keep, daemon=True)

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "TENACE_"))}
        return kept | {
            "DJANGO_SETTINGS_MODULE": self.settings,
            "DATABASE_URL": database_url(),
            "REDIS_URL": redis.start(self.group, self.folder / "redis", self.folder / "redis.log"),
            "TENACE_VAR": str(self.folder),
            # Who looks on writes and verifies the same audit.
            "TENACE_INTEGRITY_KEYS": ",".join(django_settings.INTEGRITY_KEYS),
            "TENACE_PUBLIC_URL": self.url,
            "TENACE_JOB_SWEEP_SECONDS": "2",
            "PYTHONUNBUFFERED": "1",
            **WITHOUT_LIMITS,
            **self.more,
        }

    def __enter__(self) -> Site:
        fd = self.listener.fileno()
        self.group.start(Child(WEB, commands.web_server(fd), self.folder / "web.log", self.environment, (fd,)))
        for queue in self.queues:
            log = self.folder / f"worker-{queue}.log"
            command = commands.worker(queue, "--concurrency", WORKERS[queue])
            self.group.start(Child(f"{queue} worker", command, log, self.environment))
        self._keeper.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._keeper.join()
        self.group.stop()
        self.listener.close()

    def wait_until_up(self) -> None:
        if not wait_for(self._answers, WEB_SECONDS):
            raise Failure(f"The web server did not answer within a minute; {self.folder / 'web.log'} may say why.")

    def _answers(self) -> bool:
        caller = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=5)
        try:
            caller.request("GET", "/health/")
            caller.getresponse().read()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            caller.close()
        return True

    # --- Kills ---------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Start again what has fallen, after the first pause of the server's own; it grows for nobody here."""
        while not self._over.wait(0.1):
            with self._lock:
                for child in self.group.children:
                    child.falls = 0
                self.restarts += len(self.group.restart_fallen(time.monotonic()))

    def kill_one(self, chance: Random) -> str:
        """Kill -9 of one process, the first of its kind or one that it has started; says whose it was."""
        child = chance.choice([child for child in self.group.children if not child.foundation])
        pid = chance.choice(self.processes(child.name))
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        return child.name if child.process and pid == child.process.pid else f"{child.name}, one process"

    def processes(self, name: str) -> list[int]:
        """The processes of a child, the first of them the one that started the others; waits while it is down."""
        if not wait_for(lambda: self._child(name).is_running, WEB_SECONDS):
            raise Failure(f"The {name} was not started again within a minute.")
        with self._lock:
            first = self._child(name).process
            assert first is not None
            return [first.pid, *(pid for pid in process_group(first.pid) if pid != first.pid)]

    def _child(self, name: str) -> Child:
        return next(child for child in self.group.children if child.name == name)


def process_group(leader: int) -> list[int]:
    """The living processes of a process group."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, IndexError):
            state, _parent, group = path.read_text().rsplit(") ", 1)[1].split()[:3]
            if int(group) == leader and state != "Z":
                found.append(int(path.parent.name))
    return sorted(found)


def database_url() -> str:
    """The database that this process has open, for other processes."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


@contextmanager
def scratch_database(folder: Path) -> Iterator[None]:
    """An empty database beside the one in the settings, gone afterwards."""
    sqlite = connection.vendor == "sqlite"
    before = str(connection.settings_dict["NAME"])
    scratch = str(folder / "rehearsal.sqlite3") if sqlite else f"tenace_rehearsal_{os.getpid()}"
    connection.settings_dict["TEST"] |= {"NAME": scratch}
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)
