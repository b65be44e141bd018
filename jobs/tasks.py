"""The only Celery tasks: they wake a worker, which then looks at the job rows."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable

from celery import shared_task
from celery.signals import worker_ready, worker_shutting_down
from django.conf import settings

from core.circuit_breaker import CircuitBreaker
from jobs import services

logger = logging.getLogger(__name__)
# After a broker that did not answer, nobody waits for it again for so long.
PAUSE_SECONDS = 5.0
broker_silence = CircuitBreaker(PAUSE_SECONDS)
_over = threading.Event()


@shared_task  # type: ignore[untyped-decorator]
def nudge(job_id: int) -> None:
    services.run(job_id)


def wake(job_id: int, queue: str, wait: float | None = None) -> None:
    """Have a worker look at the job. With the broker away it waits in the database, and the sweep finds it."""
    if broker_silence.is_open:
        return
    try:
        nudge.apply_async([job_id], queue=queue, countdown=wait, retry=False)
    except Exception as error:  # kombu, redis and the file system each have errors of their own
        broker_silence.failed()
        logger.warning("No worker could be woken for job %s; nobody is for %g s: %s", job_id, PAUSE_SECONDS, error)


@shared_task  # type: ignore[untyped-decorator]
def sweep(queue: str) -> None:
    """Take over from dead workers, then run what is due: a lost message loses nothing."""
    services.sweep(queue)
    services.run_due(queue)


@worker_ready.connect  # type: ignore[untyped-decorator]
def sweep_while_serving(sender: object, **_: object) -> None:
    """Each worker asks for the sweeps of the queues it serves, from its start on: no other process is needed for them.

    A thread of the worker's own process cannot be killed alone, as Celery's beat can.
    """
    queues = list(sender.app.amqp.queues.consume_from)  # type: ignore[attr-defined]
    threading.Thread(target=_keep_asking, args=(queues,), name="sweeps", daemon=True).start()


@worker_shutting_down.connect  # type: ignore[untyped-decorator]
def stop_sweeping(**_: object) -> None:
    _over.set()


def _keep_asking(queues: Iterable[str]) -> None:
    while True:
        ask_for_sweeps(queues)
        if _over.wait(settings.JOB_SWEEP_SECONDS):
            return


def ask_for_sweeps(queues: Iterable[str]) -> None:
    """One message for each queue. While the broker is away it is said in the log, and tried again next time."""
    for queue in queues:
        try:
            sweep.apply_async([queue], queue=queue, expires=settings.JOB_SWEEP_SECONDS, retry=False)
        except Exception as error:  # kombu, redis and the file system each have errors of their own
            logger.warning("The sweep of the queue %s could not be asked for: %s", queue, error)
