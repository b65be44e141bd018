"""What has been done, and what is being done in the background."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.filters import AuditFilter
from clubs.models.bodies import Body
from clubs.selectors.audit import audit_entries, audit_lines
from clubs.services.jobs import ask_for_audit_check, retry_job
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.paging import requested_page as page_of_rows
from core.permissions import may
from jobs.models import Job

PAGE = 50


@require_http_methods(["GET"])
@body_page("audit.view")
def audit(request: Request, body: Body) -> HttpResponse:
    filters = AuditFilter(request.GET, queryset=audit_entries(body))
    page = page_of_rows(filters.qs, request.GET.get("page"), PAGE)
    check = Job.objects.filter(kind="audit.verify", **{body.kind: body}).first()
    context = {
        "filters": filters,
        "page": page,
        "lines": audit_lines(page.object_list),
        "check": check,
        "check_url": body_url(body, "check-audit"),
    }
    return render_body(request, body, "clubs/audit.html", context)


@require_POST
@body_page("audit.view")
def check_audit(request: Request, body: Body) -> HttpResponse:
    ask_for_audit_check(actor=request.actor, body=body)
    return redirect(body_url(body, "audit"))


@require_http_methods(["GET"])
@body_page("job.view")
def jobs(request: Request, body: Body) -> HttpResponse:
    rows = Job.objects.filter(**{body.kind: body}).select_related("asked_by__player")
    only_failed = request.GET.get("state") != "all"
    page = page_of_rows(rows.filter(state="failed") if only_failed else rows, request.GET.get("page"), PAGE)
    listed = [{"job": job, "retry_url": body_url(body, "retry", job_id=job.pk)} for job in page.object_list]
    context = {"page": page, "rows": listed, "only_failed": only_failed}
    return render_body(request, body, "clubs/jobs.html", context)


@require_POST
@body_page("job.retry")
def retry(request: Request, body: Body, job_id: int) -> HttpResponse:
    job = get_object_or_404(Job, pk=job_id, **{body.kind: body})
    retry_job(actor=request.actor, job=job)
    messages.success(request, _("It will be tried again at once."))
    return redirect(body_url(body, "jobs"))


@require_http_methods(["GET"])
def job_progress(request: Request, job_id: int) -> HttpResponse:
    """A small piece of page that asks again until the job is over."""
    job = Job.objects.select_related("club__federation", "federation").filter(pk=job_id).first()
    body = job and (job.club or job.federation)
    mine = job and request.actor.user_id is not None and job.asked_by_id == request.actor.user_id
    if job is None or not (mine or (body and may(request.actor, "job.view", body))):
        raise Http404
    return render(request, "jobs/progress.html", {"job": job})
