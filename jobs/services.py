"""Asking for jobs, running them, and sweeping up after workers that died."""

from __future__ import annotations

import logging
import uuid
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError
from django.db.models import Min, QuerySet
from django.utils import timezone

from core import transaction
from core.locks import lock, lock_row
from jobs.models import Job, JobState, Pulse
from jobs.registry import KINDS, SWEEPERS, Finish, JobKind
from jobs.states import Queue

logger = logging.getLogger(__name__)
LONGEST_WAIT = timedelta(minutes=10)
LONGEST_ERROR = 2000


class LeaseLost(Exception):
    """Another worker has taken this job over; whatever this one worked out is dropped."""


def ask(
    *,
    kind: str,
    at: datetime,
    arguments: dict[str, Any] | None = None,
    key: str = "",
    federation_id: int | None = None,
    club_id: int | None = None,
    asked_by_id: int | None = None,
) -> Job:
    """Write the job in the caller's transaction and nudge a worker after it commits."""
    fields = {
        "arguments": arguments or {},
        "queue": KINDS[kind].queue,
        "federation_id": federation_id,
        "club_id": club_id,
        "asked_by_id": asked_by_id,
        "asked_at": at,
        "run_after": at,
    }
    job = _waiting_job(kind, key, fields) if key else Job.objects.create(kind=kind, **fields)
    _nudge_after_commit(job)
    return job


def _waiting_job(kind: str, key: str, fields: dict[str, Any], tries: int = 5) -> Job:
    """The job that waits under this key, made where there is none."""
    with transaction.join_or_begin():
        for tries_left in reversed(range(tries)):
            # Locked, so that no worker starts the waiting job before the caller's change is there to be read.
            job = lock(Job.objects).filter(kind=kind, key=key, state=JobState.WAITING).order_by().first()
            if job is not None:
                return _bring_forward(job, fields["run_after"])
            try:
                with transaction.atomic():
                    return Job.objects.create(kind=kind, key=key, **fields)
            except IntegrityError:
                # Somebody asked for it at the same moment; a worker may take that job before we look at it again.
                if not tries_left:
                    raise
    raise AssertionError("unreachable")


def _bring_forward(job: Job, at: datetime) -> Job:
    """Somebody wants it sooner, or the clock was set back; one that failed keeps its pause."""
    if job.run_after > at and not job.attempts:
        job.run_after = at
        job.save(update_fields=["run_after"])
    return job


def retry(*, job: Job, at: datetime) -> Job:
    """Give a failed job another go, from its first attempt."""
    with transaction.atomic():
        job = lock_row(job)
        waiting = Job.objects.filter(kind=job.kind, key=job.key, state=JobState.WAITING).exclude(key="").first()
        if job.state != JobState.FAILED or waiting:
            return waiting or job
        job.state, job.attempts, job.error, job.run_after = JobState.WAITING, 0, "", at
        job.finished_at = None
        job.save()
        _nudge_after_commit(job)
    return job


def run(job_id: int) -> JobState | None:
    """Run one job if it is due. None where somebody else has it, or it is not due."""
    job = _lease_job(job_id)
    if job is None:
        return None
    kind = KINDS[job.kind]
    try:
        finish = kind.handler(job, _reporter(job, kind))
        _complete(job, finish)
    except LeaseLost:
        logger.warning("Job %s was taken over by another worker", job)
        return None
    except Exception as error:
        logger.exception("Job %s failed", job)
        return _fail(job, kind, error)
    return JobState.DONE


def run_due(queue: str, at: datetime | None = None, limit: int = 100) -> int:
    """Run what is due in a queue, oldest first. A kind that nobody knows any more keeps no place in the line."""
    ids = Job.objects.filter(queue=queue, kind__in=KINDS).due(at or timezone.now()).order_by("run_after", "pk")
    return sum(run(pk) is not None for pk in ids.values_list("pk", flat=True)[:limit])


def sweep(queue: str, at: datetime | None = None) -> int:
    """Requeue jobs whose worker died, note that this queue is served, and say how many were requeued."""
    now = at or timezone.now()
    Pulse.objects.update_or_create(queue=queue, defaults={"seen_at": now})
    for look in SWEEPERS[Queue(queue)]:
        look(now)
    return sum(_requeue(job) for job in Job.objects.filter(queue=queue).abandoned(now))


def requeue_all() -> int:
    """After a restore: whatever was running when the copy was made runs nowhere any more."""
    return sum(_requeue(job) for job in Job.objects.filter(state=JobState.RUNNING))


def backlog(queue: str, at: datetime) -> dict[str, Any]:
    """How far behind a queue is: jobs due, and seconds since the oldest of them should have run."""
    due = Job.objects.filter(queue=queue).due(at)
    oldest = due.aggregate(oldest=Min("run_after"))["oldest"]
    pulse = Pulse.objects.filter(queue=queue).first()
    return {
        "due": due.count(),
        "running": Job.objects.filter(queue=queue, state=JobState.RUNNING).count(),
        "failed": Job.objects.filter(queue=queue, state=JobState.FAILED).count(),
        "behind_seconds": round((at - oldest).total_seconds(), 1) if oldest else 0,
        "last_seen_seconds": round((at - pulse.seen_at).total_seconds(), 1) if pulse else None,
    }


def _lease_job(job_id: int) -> Job | None:
    now = timezone.now()
    if not Job.objects.due(now).filter(pk=job_id).exists():
        # Asked for many times, done once: to find that out nobody need be kept from writing.
        return None
    with transaction.atomic():
        job = lock(Job.objects.due(now), skip_locked=True).filter(pk=job_id).first()
        if job is None or job.kind not in KINDS:
            return None
        job.state, job.attempts = JobState.RUNNING, job.attempts + 1
        job.lease, job.lease_until = uuid.uuid4(), now + KINDS[job.kind].lease
        job.progress = 0
        job.save()
    return job


def _leased(job: Job) -> QuerySet[Job]:
    """The row of the job while this worker still has it; empty once another has taken it over."""
    return Job.objects.filter(pk=job.pk, lease=job.lease, state=JobState.RUNNING)


def _reporter(job: Job, kind: JobKind) -> Any:
    def report(done: int, total: int) -> None:
        """Say how far the job is; every report renews the lease."""
        if not _leased(job).update(progress=done, progress_total=total, lease_until=timezone.now() + kind.lease):
            raise LeaseLost

    return report


def _complete(job: Job, finish: Finish | None) -> None:
    """Write the effect and the end of the job in one transaction, or neither."""
    with transaction.atomic():
        if lock(_leased(job)).first() is None:
            raise LeaseLost
        result = finish() if finish else None
        _leased(job).update(
            state=JobState.DONE,
            result=result,
            error="",
            finished_at=timezone.now(),
            lease=None,
            lease_until=None,
        )


def _fail(job: Job, kind: JobKind, error: Exception) -> JobState | None:
    """Wait and try again, longer each time; after the last attempt the job has failed."""
    now = timezone.now()
    is_last_attempt = job.attempts >= kind.attempts
    pause = min(LONGEST_WAIT, timedelta(seconds=2 ** min(job.attempts, 16)))
    fields: dict[str, Any] = {"error": _in_words(error), "lease": None, "lease_until": None}
    if is_last_attempt:
        fields |= {"state": JobState.FAILED, "finished_at": now}
    else:
        fields |= {"state": JobState.WAITING, "run_after": now + pause}
    return _release(job, fields)


def _in_words(error: Exception) -> str:
    """As a column of text takes it, however long it is and whatever is in it."""
    words = f"{type(error).__name__}: {error}".replace("\0", "\N{REPLACEMENT CHARACTER}")[:LONGEST_ERROR]
    return words.encode(errors="replace").decode()


def _requeue(job: Job) -> bool:
    """Put an abandoned job back in line, or fail it when it has killed its worker too often."""
    is_last_attempt = job.attempts >= KINDS[job.kind].attempts if job.kind in KINDS else True
    error = "The worker died while it ran."
    fields: dict[str, Any] = {"lease": None, "lease_until": None, "error": error}
    failed = {"state": JobState.FAILED, "finished_at": timezone.now()}
    fields |= failed if is_last_attempt else {"state": JobState.WAITING}
    return _release(job, fields) is not None


def _release(job: Job, fields: dict[str, Any]) -> JobState | None:
    leased = _leased(job)
    try:
        with transaction.atomic():
            return fields["state"] if leased.update(**fields) else None
    except IntegrityError:
        # The same job was asked for again while this one ran: that one will do the work.
        fields |= {"state": JobState.DONE, "finished_at": timezone.now(), "result": {"replaced": True}}
        leased.update(**fields)
        return JobState.DONE


def _nudge_after_commit(job: Job) -> None:
    from jobs.tasks import wake

    wait = KINDS[job.kind].gather.total_seconds() if job.kind in KINDS else 0
    transaction.on_commit(lambda: wake(job.pk, job.queue, wait or None), robust=True)
