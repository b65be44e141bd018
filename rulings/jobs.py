"""Once a day: reports to the recorder that have been kept long enough lose their words."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from core.actors import system
from jobs.models import Job
from jobs.registry import Finish, ProgressReport, job, sweeper
from jobs.services import ask
from jobs.states import Queue
from rulings.services.erasure import forget_what_is_over

FORGET = "reports.forget"


@job(FORGET, title=_("Forgetting old reports"), queue=Queue.LONG)
def forget_reports(work: Job, report: ProgressReport) -> Finish | None:
    return lambda: {"reports": forget_what_is_over(actor=system())}


@sweeper(Queue.LONG)
def ask_once_a_day(now: datetime) -> int:
    today = f"{now:%Y-%m-%d}"
    if Job.objects.filter(kind=FORGET, key=today).exists():
        return 0
    ask(kind=FORGET, key=today, at=now)
    return 1
