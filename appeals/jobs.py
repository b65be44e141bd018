"""Mails about appeals, reminders, and cases whose time is over."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from appeals.services.concurring import lapse_due, lapse_further_due
from appeals.services.due_times import keep_due_times
from appeals.services.federation_appeal import close_due
from appeals.services.notices import MAIL, remind_due, send_notices
from jobs.models import Job
from jobs.registry import Finish, ProgressReport, job, sweeper
from jobs.states import Queue


@job(MAIL, title=_("Mail about an appeal"), queue=Queue.LONG, lease=timedelta(minutes=2))
def mail_notices(work: Job, report: ProgressReport) -> Finish | None:
    return send_notices(int(work.arguments["appeal"]), report)


sweeper(Queue.LONG)(keep_due_times)
sweeper(Queue.LONG)(remind_due)
sweeper(Queue.LONG)(lapse_due)
sweeper(Queue.LONG)(lapse_further_due)
sweeper(Queue.LONG)(close_due)
