"""Background work that clubs asks for."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.models import AuditChain
from clubs.services import account_mail, member_imports
from core.audit import verify_chain
from core.idempotency import forget_expired_keys
from jobs.models import Job, Queue
from jobs.registry import Finish, ProgressReport, job, sweeper


def verdict_in_words(result: dict[str, Any]) -> str:
    if result["broken_at"] is None:
        return ngettext(
            "Whole: %(count)s entry, each sealed to the one before it.",
            "Whole: %(count)s entries, each sealed to the one before it.",
            result["checked"],
        ) % {"count": result["checked"]}
    return _("Broken at entry %(number)s: %(problem)s.") % {
        "number": result["broken_at"],
        "problem": result["problem"],
    }


@job(
    "audit.verify",
    title=gettext_lazy("Check of the audit"),
    queue=Queue.LONG,
    lease=timedelta(minutes=1),
    words=verdict_in_words,
)
def check_audit_chain(job: Job, report: ProgressReport) -> Finish:
    chain = AuditChain.objects.get(label=job.arguments["chain"])
    verdict = verify_chain(chain, progress=report)
    return lambda: {"checked": verdict.checked, "broken_at": verdict.broken_at, "problem": verdict.problem}


def import_in_words(counts: dict[str, int]) -> str:
    sentence = _("New: %(new)s. Changed: %(changed)s. Same: %(same)s. Errors: %(error)s.")
    return sentence % {name: counts.get(name, 0) for name in ("new", "changed", "same", "error")}


@job(
    "members.check",
    title=gettext_lazy("Check of a file of members"),
    queue=Queue.LONG,
    lease=timedelta(minutes=2),
    words=import_in_words,
)
def check_members_file(job: Job, report: ProgressReport) -> Finish:
    return member_imports.check_file(job.arguments["import"], report)


@job(
    "members.import",
    title=gettext_lazy("Import of members"),
    queue=Queue.LONG,
    lease=timedelta(minutes=2),
    words=import_in_words,
)
def import_members(job: Job, report: ProgressReport) -> Finish:
    return member_imports.write_rows(job.arguments["import"], report)


@job(
    account_mail.ACCOUNT_MAIL,
    title=gettext_lazy("Mail about an account"),
    queue=Queue.LONG,
    lease=timedelta(minutes=1),
    attempts=10,
)
def send_account_mail(job: Job, report: ProgressReport) -> Finish:
    return account_mail.send_account_mail(job)


@sweeper(Queue.LONG)
def forget_keys(now: datetime) -> int:
    """What programs were answered is kept for a day, so that they may ask again."""
    return forget_expired_keys(now)
