"""The only Celery tasks: they wake a worker, which then looks at the job rows."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable

from celery import shared_task
from celery.signals import worker_ready, worker_shutting_down
from django.conf import settings

from jobs import services

logger = logging.getLogger(__name__)
_over = threading.Event()


@shared_task  # type: ignore[untyped-decorator]
def nudge(job_id: int) -> None:
    services.run(job_id)


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
