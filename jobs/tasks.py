"""The only Celery tasks: they wake a worker, which then looks at the job rows."""

from celery import shared_task
from celery.signals import worker_ready

from jobs import services
from jobs.models import Queue


@shared_task  # type: ignore[untyped-decorator]
def nudge(job_id: int) -> None:
    services.run(job_id)


@shared_task  # type: ignore[untyped-decorator]
def sweep(queue: str) -> None:
    """Take over from dead workers, then run what is due: a lost message loses nothing."""
    services.sweep(queue)
    services.run_due(queue)


@worker_ready.connect  # type: ignore[untyped-decorator]
def sweep_at_start(**_: object) -> None:
    """A worker that has just come up does not wait for the first beat."""
    for queue in Queue.values:
        sweep.apply_async([queue], queue=queue)
