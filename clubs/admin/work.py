"""Background work. It stands here because retrying is audited, and jobs know nothing of the audit."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubs.services.jobs import retry_job
from core.admin import OfficeAdmin
from jobs.models import Job, Pulse


@admin.register(Job)
class JobAdmin(OfficeAdmin):
    fields = (
        *("kind", "arguments", "key", "queue", "state", "federation", "club", "asked_by", "asked_at", "run_after"),
        *("attempts", "lease_until", "progress", "progress_total", "finished_at", "result", "error"),
    )
    list_display = ("id", "kind", "state", "queue", "federation", "club", "asked_by", "asked_at", "done", "attempts")
    list_filter = ("state", "queue", "kind", "federation", "club")
    list_select_related = ("federation", "club", "asked_by")
    search_fields = ("kind", "key", "error", "asked_by__email", "club__name", "federation__name")
    date_hierarchy = "asked_at"
    ordering = ("-asked_at", "-pk")
    actions = ("retry",)

    @admin.display(description=_("done"))
    def done(self, job: Job) -> str:
        return f"{job.percent} %"

    @admin.action(description=_("Try the chosen failed jobs again"))
    def retry(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        failed = queryset.filter(state="failed").select_related("federation", "club__federation")
        self.for_each(request, failed, lambda actor, job: retry_job(actor=actor, job=job))


@admin.register(Pulse)
class PulseAdmin(OfficeAdmin):
    fields = ("queue", "seen_at")
    list_display = fields
    search_fields = ("queue",)
    ordering = ("queue",)
