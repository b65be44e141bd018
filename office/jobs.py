"""Mails, and reminders by rule."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from jobs.models import Job
from jobs.registry import Finish, ProgressReport, job, sweeper
from jobs.states import Queue
from office.services.notices import MAIL, send_notices
from office.services.reminders import remind_due


def sent_in_words(counts: dict[str, Any]) -> str:
    sent, failed = counts.get("sent", 0), counts.get("failed", 0)
    words = ngettext("%(count)s mail sent.", "%(count)s mails sent.", sent) % {"count": sent}
    if failed:
        words += " " + ngettext("%(count)s was refused.", "%(count)s were refused.", failed) % {"count": failed}
    return words


@job(MAIL, title=gettext_lazy("Notices by mail"), queue=Queue.LONG, lease=timedelta(minutes=2), words=sent_in_words)
def mail_notices(work: Job, report: ProgressReport) -> Finish | None:
    return send_notices(str(work.arguments["kind"]), int(work.arguments["id"]), report)


sweeper(Queue.LONG)(remind_due)
