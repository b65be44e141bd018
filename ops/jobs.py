"""Background work of the machine: a copy of everything after each round, and pruning once a day."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from jobs import services as jobs
from jobs.models import Job
from jobs.registry import Finish, ProgressReport, job, sweeper
from jobs.states import Queue
from ops.backup import make_backup
from ops.pruning import RULES, prune
from scoring.services.rounds import COPY

PRUNE = "server.prune"
COPY_NAME = "tenace-session-{session}-round-{round}-{stamp}.zip"


@job(COPY, title=_("Copy after a round"), queue=Queue.LONG, lease=timedelta(minutes=5))
def copy_everything(work: Job, report: ProgressReport) -> Finish | None:
    """Should this machine die tonight, another one goes on from it.

    Writes a backup into the folder of round copies and removes the oldest ones beyond those that are kept."""
    if not settings.ROUND_COPIES:
        return None
    folder = Path(settings.ROUND_COPIES)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    now = timezone.now()
    name = COPY_NAME.format(
        session=int(work.arguments["session"]), round=int(work.arguments["round"]), stamp=f"{now:%Y%m%d-%H%M%S}"
    )
    size = make_backup(path=folder / name, at=now)
    kept = sorted(folder.glob("tenace-session-*.zip"), key=lambda path: (path.stat().st_mtime, path.name))
    for old in kept[: -settings.ROUND_COPIES_KEPT]:
        old.unlink(missing_ok=True)
    return lambda: {"file": name, "bytes": size["bytes"]}


def pruned_in_words(counts: dict[str, int]) -> str:
    sentence = gettext(
        "Removed: %(jobs)s ended jobs, %(sign_ins)s expired sessions, %(devices)s devices no longer signed in, "
        "%(tokens)s old tokens, %(runs)s superseded scorings."
    )
    return sentence % {name: counts.get(name, 0) for name in RULES}


@job(PRUNE, title=_("Pruning"), queue=Queue.LONG, lease=timedelta(minutes=5), words=pruned_in_words)
def prune_by_rule(work: Job, report: ProgressReport) -> Finish:
    """In short steps of their own: whoever writes meanwhile does not wait for all of them."""
    counts: Counter[str] = Counter()
    for name, count in prune(timezone.now()):
        counts[name] += count
        report(counts.total(), counts.total())
    return lambda: dict(counts) or {"jobs": 0}


@sweeper(Queue.LONG)
def ask_for_pruning(now: datetime) -> int:
    """Once a day, whichever worker looks first."""
    if Job.objects.filter(kind=PRUNE, asked_at__gt=now - timedelta(days=1)).exists():
        return 0
    jobs.ask(kind=PRUNE, at=now, key="daily")
    return 1
