"""A copy of everything after each round: should this machine die tonight, another one goes on from it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jobs.models import Job
from jobs.registry import Finish, ProgressReport, job
from jobs.states import Queue
from ops.backup import make_backup
from scoring.services.rounds import COPY

COPY_NAME = "tenace-session-{session}-round-{round}-{stamp}.zip"


@job(COPY, title=_("Copy after a round"), queue=Queue.LONG, lease=timedelta(minutes=5))
def copy_everything(work: Job, report: ProgressReport) -> Finish | None:
    """Writes a backup into the folder of round copies and removes the oldest ones beyond those that are kept."""
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
