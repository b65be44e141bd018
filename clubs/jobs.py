"""Background work that clubs asks for."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from clubs.audit import verify_chain
from clubs.models import AuditChain
from jobs.models import Job, Queue
from jobs.registry import Finish, Report, job


@job("audit.verify", title=_("Check the audit chain"), queue=Queue.LONG, lease=timedelta(minutes=1))
def check_audit_chain(job: Job, report: Report) -> Finish:
    chain = AuditChain.objects.get(label=job.arguments["chain"])
    verdict = verify_chain(chain, progress=report)
    return lambda: {"checked": verdict.checked, "broken_at": verdict.broken_at, "problem": verdict.problem}
