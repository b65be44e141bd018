"""Background work as people ask for it: checked on the body it belongs to, and audited."""

from __future__ import annotations

from clubs.models import Club, Federation
from core import transaction
from core.actors import Actor
from core.audit import record
from core.permissions import require
from jobs import services
from jobs.models import Job


@transaction.atomic
def ask_for_audit_check(*, actor: Actor, body: Federation | Club) -> Job:
    require(actor, "job.ask", body)
    return services.ask(
        kind="audit.verify",
        key=body.label,
        at=actor.at,
        arguments={"chain": body.label},
        asked_by_id=actor.user_id,
        **{f"{body.kind}_id": body.pk},
    )


@transaction.atomic
def retry_job(*, actor: Actor, job: Job) -> Job:
    body = job.club or job.federation
    require(actor, "job.retry", body)
    retried = services.retry(job=job, at=actor.at)
    if retried.pk != job.pk or retried.state == job.state:
        return retried
    record(actor=actor, act="job.retry", body=body, target=job, after={"kind": job.kind})
    return retried
