"""A real worker on the test's own database and queue, to be killed."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from kombu import Connection

from clubs.models import AuditEntry
from jobs import services, tasks
from jobs.models import Job, JobState, Pulse
from ops import embedded
from tests.services import Redis, end_group, redis_server
from tests.waiting import until


@dataclass
class Site:
    """One installation: database, queue, and the workers that serve it."""

    folder: Path
    redis: Redis | None
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "TENACE_"))}
        return kept | {
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "DATABASE_URL": database_url(),
            "REDIS_URL": self.redis.url if self.redis else "",
            "TENACE_VAR": str(self.folder),
            "TENACE_INTEGRITY_KEYS": ",".join(settings.INTEGRITY_KEYS),
            "TENACE_JOB_SWEEP_SECONDS": "0.5",
        }

    def connect(self) -> Connection:
        if self.redis:
            return Connection(embedded.broker_url(self.redis.url))
        return Connection("filesystem://", transport_options=embedded.filesystem_transport(self.folder))

    def start_worker(self) -> subprocess.Popen[bytes]:
        """A worker for both queues; returns when it has taken its first message."""
        Pulse.objects.all().delete()
        command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-Q", "live,long", "-c", "2"]
        with (self.folder / "worker.log").open("ab") as log:
            worker = subprocess.Popen(
                [*command, "-l", "INFO", "--without-gossip", "--without-mingle"],
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.workers.append(worker)
        until(lambda: Pulse.objects.count() == 2, self.log, seconds=30)
        return worker

    def log(self) -> str:
        return (self.folder / "worker.log").read_text()

    def ask_held(self) -> Job:
        return services.ask(kind="test.held", at=timezone.now(), arguments={"folder": str(self.folder)})

    def wait_until_held(self, attempt: int = 1) -> int:
        """The moment in which to kill things; returns the id of the process that runs the job."""
        mark = self.folder / f"running-{attempt}"
        until(mark.exists, self.log)
        return int(mark.read_text())

    def let_go(self) -> None:
        (self.folder / "go").touch()

    def wait_until_done(self, job: Job) -> Job:
        until(lambda: Job.objects.filter(pk=job.pk, state=JobState.DONE).exists(), self.log)
        return Job.objects.get(pk=job.pk)


def database_url() -> str:
    """The database that this test has open, for another process."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


def effects(job: Job) -> int:
    return AuditEntry.objects.filter(act="test.effect", target_kind="job", target_id=str(job.pk)).count()


@pytest.fixture
def make_site(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Site]]:
    """Installations over either transport; their workers are gone before the database is emptied."""
    with ExitStack() as stack:

        def make(transport: str) -> Site:
            folder = Path(tempfile.mkdtemp(prefix="tenace-f-"))
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
            redis = stack.enter_context(redis_server()) if transport == "redis" else None
            site = Site(folder, redis)
            stack.callback(lambda: [end_group(worker) for worker in site.workers])
            broker = stack.enter_context(site.connect())
            monkeypatch.setattr(
                tasks.nudge, "apply_async", functools.partial(tasks.nudge.apply_async, connection=broker, retry=False)
            )
            return site

        yield make
