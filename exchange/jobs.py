"""Background work of imports and exports."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.models.results_imports import Fate
from exchange.services import import_checking, import_undoing, import_writing
from exchange.services.import_base import load_import
from exchange.services.results_imports import CHECK, UNDO, WRITE
from exchange.services.webhooks import SEND, TRIES, send_delivery
from jobs.models import Job, Queue
from jobs.registry import Finish, ProgressReport, job


def fates_in_words(counts: dict[str, int]) -> str:
    parts = [f"{Fate(fate).label}: {count}" for fate, count in counts.items() if fate in Fate.values and count]
    if counts.get("in_the_way"):
        parts.append(_("Not undone; in the way: %(count)s") % {"count": counts["in_the_way"]})
    return ". ".join(parts)


LEASE = timedelta(minutes=2)


@job(CHECK, title=gettext_lazy("Reading files of results"), queue=Queue.LONG, lease=LEASE, words=fates_in_words)
def check_results_files(work: Job, report: ProgressReport) -> Finish:
    return import_checking.check_files(work.arguments["import"], report)


@job(WRITE, title=gettext_lazy("Import of results"), queue=Queue.LONG, lease=LEASE, words=fates_in_words)
def import_results_files(work: Job, report: ProgressReport) -> Finish:
    return import_writing.write_files(work.arguments["import"], report)


@job(UNDO, title=gettext_lazy("Undoing an import of results"), queue=Queue.LONG, lease=LEASE, words=fates_in_words)
def undo_results_import(work: Job, report: ProgressReport) -> Finish:
    import_id = work.arguments["import"]
    actor = import_undoing.actor_for_undoing(load_import(import_id), work.asked_by_id)
    return import_undoing.undo_files(import_id, actor, report)


@job(SEND, title=gettext_lazy("Message to a webhook"), queue=Queue.LONG, lease=timedelta(minutes=1), attempts=TRIES)
def send_to_webhook(work: Job, report: ProgressReport) -> Finish:
    """A worker that dies between sending and noting it sends once more: the message has a name of its own."""
    state = send_delivery(work.arguments["delivery"])
    return lambda: {"state": str(state)}
