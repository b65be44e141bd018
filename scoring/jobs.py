"""The rescore job. A burst of entries costs one run: the job is asked for by the field's key."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.backup import make_backup
from jobs.models import Job
from jobs.registry import Finish, Report, job, sweeper
from jobs.states import Queue
from scoring.packed import pack_sheet
from scoring.scored import score_field
from scoring.selectors.sheets import read_field
from scoring.services.fields import RESCORE
from scoring.services.mails import MAIL, send_mails
from scoring.services.official import make_due_final
from scoring.services.rounds import COPY
from scoring.services.runs import ask_for_those_behind, write_run

# A room sends its results in bursts: one run for all of them.
GATHER = timedelta(milliseconds=600)


@job(RESCORE, title=_("Scoring"), queue=Queue.LIVE, gather=GATHER)
def rescore(work: Job, report: Report) -> Finish | None:
    read = read_field(int(work.arguments["field"]))
    scored = score_field(read)
    sheet = pack_sheet(read)

    def finish() -> dict[str, int]:
        write_run(read=read, scored=scored, sheet=sheet, at=timezone.now())
        return {"revision": read.revision}

    return finish


sweeper(Queue.LIVE)(ask_for_those_behind)
sweeper(Queue.LONG)(make_due_final)


@job(MAIL, title=_("Results by mail"), queue=Queue.LONG, lease=timedelta(minutes=2), words=lambda told: told["words"])
def mail_results(work: Job, report: Report) -> Finish | None:
    return send_mails(int(work.arguments["publication"]), report)


COPY_NAME = "tenace-session-{session}-round-{round}-{stamp}.zip"


@job(COPY, title=_("Copy after a round"), queue=Queue.LONG, lease=timedelta(minutes=5))
def copy_everything(work: Job, report: Report) -> Finish | None:
    """Should this machine die tonight, another one goes on from here (`manage.py restore`)."""
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
