"""Background work that clubs asks for."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.models import AuditChain
from clubs.services import account_mail, member_imports, register_imports
from core.audit import verify_chain
from core.audit.heads import append_heads
from core.idempotency import forget_expired_keys
from jobs.models import Job, Queue
from jobs.registry import Finish, ProgressReport, job, sweeper
from jobs.services import ask


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


HEADS = "audit.heads"


@job(HEADS, title=gettext_lazy("Where the audit ends, written down"), queue=Queue.LONG)
def write_heads(job: Job, report: ProgressReport) -> None:
    """Adds a line to the file of heads, and mails it where an address is set."""
    line = append_heads(Path(settings.AUDIT_HEADS), timezone.now())
    if settings.AUDIT_HEADS_MAIL:
        subject = _("Where the audit ends: keep this message")
        send_mail(subject, f"{line}\n", settings.DEFAULT_FROM_EMAIL, [settings.AUDIT_HEADS_MAIL])


@sweeper(Queue.LONG)
def ask_for_heads(now: datetime) -> int:
    """Asks for the heads to be written when their time has come."""
    path = Path(settings.AUDIT_HEADS)
    due = timedelta(hours=settings.AUDIT_HEADS_HOURS)
    if path.exists() and now.timestamp() - path.stat().st_mtime < due.total_seconds():
        return 0
    if not AuditChain.objects.filter(length__gt=0).exists():
        return 0
    ask(kind=HEADS, key=HEADS, at=now)
    return 1


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


def register_in_words(counts: dict[str, int]) -> str:
    sentence = _("New: %(new)s. Changed: %(changed)s. Same: %(same)s. Another name: %(ask)s. Errors: %(error)s.")
    return sentence % {name: counts.get(name, 0) for name in ("new", "changed", "same", "ask", "error")}


@job(
    register_imports.CHECK,
    title=gettext_lazy("Check of a federation’s list"),
    queue=Queue.LONG,
    lease=timedelta(minutes=2),
    words=register_in_words,
)
def check_register_list(job: Job, report: ProgressReport) -> Finish:
    return register_imports.check_list(job.arguments["import"], report)


@job(
    register_imports.WRITE,
    title=gettext_lazy("Import of a federation’s list"),
    queue=Queue.LONG,
    lease=timedelta(minutes=2),
    words=register_in_words,
)
def import_register_list(job: Job, report: ProgressReport) -> Finish:
    return register_imports.write_list(job.arguments["import"], report)


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
