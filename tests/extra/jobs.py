"""Job kinds for tests. Their effect is an audit entry, so that doing it twice would show."""

import os
import signal
import time
from datetime import timedelta
from pathlib import Path

from django.conf import settings

from core import actors
from core.audit import Target, record
from jobs.models import Job, Queue
from jobs.registry import Finish, ProgressReport, job


def _effect(job: Job) -> Finish:
    def finish() -> dict[str, int]:
        record(actor=actors.system(), act="test.effect", body=None, target=Target("job", str(job.pk)))
        return {"attempts": job.attempts}

    return finish


@job("test.effect", title="Leave one mark", queue=Queue.LIVE)
def leave_a_mark(job: Job, report: ProgressReport) -> Finish:
    report(1, 2)
    return _effect(job)


def write_whole(path: Path, text: str) -> None:
    """A reader finds all of it or no file."""
    path.with_suffix(".part").write_text(text)
    path.with_suffix(".part").rename(path)


@job("test.held", title="Wait until a file appears", queue=Queue.LONG, lease=timedelta(seconds=3), attempts=20)
def wait_for_file(job: Job, report: ProgressReport) -> Finish:
    """Say that it runs, then hold until the test lets go: the moment in which it kills things."""
    folder = Path(job.arguments["folder"])
    write_whole(folder / f"running-{job.attempts}", str(os.getpid()))
    while not (folder / "go").exists():
        report(1, 2)
        time.sleep(0.05)
    return _effect(job)


@job("test.broken", title="Fail", queue=Queue.LIVE, attempts=2)
def fail(job: Job, report: ProgressReport) -> None:
    raise ValueError(f"this always fails ({settings.TIME_ZONE})")


@job("test.deadly", title="Kill the worker", queue=Queue.LIVE, lease=timedelta(seconds=1), attempts=2)
def kill_the_worker(job: Job, report: ProgressReport) -> None:
    os.kill(os.getpid(), signal.SIGKILL)
