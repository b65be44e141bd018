"""A job is a row: what is to be done, how far it is, and who holds it. Messages only wake the workers."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from jobs.registry import KINDS
from jobs.states import JobState, Queue

__all__ = ["Job", "JobQuerySet", "JobState", "Pulse", "Queue"]


class JobQuerySet(models.QuerySet["Job"]):
    def due(self, at: datetime) -> JobQuerySet:
        return self.filter(state=JobState.WAITING, run_after__lte=at)

    def abandoned(self, at: datetime) -> JobQuerySet:
        """Running under a lease that ran out: the worker died."""
        return self.filter(state=JobState.RUNNING, lease_until__lt=at)


class Job(models.Model):
    kind = models.CharField(_("what"), max_length=60)
    arguments = models.JSONField(_("arguments"), default=dict, blank=True)
    # While a job with this key waits, asking for it again adds nothing: a burst of requests costs one run.
    key = models.CharField(_("key"), max_length=100, blank=True)
    queue = models.CharField(_("queue"), max_length=10, choices=Queue.choices)
    state = models.CharField(_("state"), max_length=10, choices=JobState.choices, default=JobState.WAITING)
    federation = models.ForeignKey(
        "clubs.Federation", on_delete=models.CASCADE, null=True, blank=True, verbose_name=_("federation")
    )
    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, null=True, blank=True, verbose_name=_("club"))
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    asked_at = models.DateTimeField(_("asked"))
    run_after = models.DateTimeField(_("not before"))
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    lease = models.UUIDField(null=True, blank=True, editable=False)
    lease_until = models.DateTimeField(_("held until"), null=True, blank=True)
    progress = models.PositiveIntegerField(_("done so far"), default=0)
    progress_total = models.PositiveIntegerField(_("of"), default=0)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    result = models.JSONField(_("result"), null=True, blank=True)
    error = models.TextField(_("error"), blank=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["-asked_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "key"],
                condition=Q(state="waiting") & ~Q(key=""),
                name="job_waits_once_per_key",
            ),
            models.CheckConstraint(
                condition=~Q(state="running") | Q(lease__isnull=False, lease_until__isnull=False),
                name="job_runs_under_a_lease",
            ),
        ]
        indexes = [
            models.Index(fields=["queue", "state", "run_after"], name="job_by_queue_and_state"),
            models.Index(fields=["club", "asked_at", "id"], name="job_by_club"),
            models.Index(fields=["club", "kind", "asked_at", "id"], name="job_by_club_and_kind"),
            models.Index(fields=["club", "state", "asked_at", "id"], name="job_by_club_and_state"),
            models.Index(fields=["federation", "state", "asked_at", "id"], name="job_by_federation_and_state"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} #{self.pk}"

    @property
    def title(self) -> str:
        return str(KINDS[self.kind].title) if self.kind in KINDS else self.kind

    @property
    def outcome(self) -> str:
        """The result in words, where its kind has words for it."""
        kind = KINDS.get(self.kind)
        return str(kind.words(self.result)) if kind and kind.words and self.result else ""

    @property
    def is_over(self) -> bool:
        return self.state in (JobState.DONE, JobState.FAILED)

    @property
    def percent(self) -> int:
        if self.state == JobState.DONE:
            return 100
        return min(99, 100 * self.progress // self.progress_total) if self.progress_total else 0


class Pulse(models.Model):
    """The last time a worker took a message from a queue."""

    queue = models.CharField(_("queue"), max_length=10, choices=Queue.choices, primary_key=True)
    seen_at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("worker pulse")
        verbose_name_plural = _("worker pulses")

    def __str__(self) -> str:
        return self.queue
