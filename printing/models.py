"""What is printed: a file that a worker makes, kept for those who read the same."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.versioned import Versioned
from jobs.models import Job
from jobs.states import JobState


class Paper(models.TextChoices):
    A4 = "A4", _("A4")
    LETTER = "Letter", _("US Letter")


class Letters(models.TextChoices):
    """What is set in: each is a list of fonts, so that every script finds one."""

    SANS = "sans", _("Without serifs")
    SERIF = "serif", _("With serifs")


class Form(models.TextChoices):
    PDF = "pdf", _("One file with bookmarks")
    ZIP = "zip", _("A file for each, in a ZIP")


def stored_under(printout: Any, name: str) -> str:
    return f"printouts/{printout.pk}/{name}"


class Printout(models.Model):
    """One report, or a set of them, for those who read the same: asked for once, however many want it."""

    AUDIT_KIND = "printout"

    # The names of reports, one or several.
    reports = models.JSONField(_("what"), default=list)
    title = models.CharField(_("title"), max_length=300)
    source = models.CharField(_("made from"), max_length=60)
    period = models.CharField(_("period"), max_length=10, blank=True)
    # Who may have the file: everybody, those at the desk, an office, or one person.
    readers = models.CharField(_("readers"), max_length=60)
    language = models.CharField(_("language"), max_length=10)
    paper = models.CharField(_("paper"), max_length=10, choices=Paper.choices, default=Paper.A4)
    form = models.CharField(_("as"), max_length=5, choices=Form.choices, default=Form.PDF)
    # All of the above in one: there is one row for it.
    key = models.CharField(max_length=64, unique=True, editable=False)
    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, null=True, blank=True, verbose_name=_("club"))
    federation = models.ForeignKey(
        "clubs.Federation", on_delete=models.CASCADE, null=True, blank=True, verbose_name=_("federation")
    )
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    asked_at = models.DateTimeField(_("asked"))
    # Users who get the file by mail when it is made.
    mail_to = models.JSONField(default=list, blank=True, editable=False)
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    file = models.FileField(_("file"), upload_to=stored_under, max_length=200, blank=True)
    # What the page was before it became a file: the same again is not made again.
    digest = models.CharField(max_length=64, blank=True, editable=False)
    # The runs, versions or publications that were read.
    made_from = models.CharField(_("from which version"), max_length=200, blank=True)
    made_at = models.DateTimeField(_("made"), null=True, blank=True)
    # What was left out, or printed otherwise than it is written.
    remark = models.TextField(_("remark"), blank=True)
    # Why there is no file, where trying again by itself would not help.
    failure = models.TextField(_("why it failed"), blank=True)

    class Meta:
        verbose_name = _("printout")
        verbose_name_plural = _("printouts")
        ordering = ["-asked_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(file="") | Q(made_at__isnull=False), name="printout_file_has_its_time")
        ]
        indexes = [
            models.Index(fields=["source", "asked_at"], name="printout_by_source"),
            models.Index(fields=["asked_at"], name="printout_by_age"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def body(self) -> Any:
        return self.club or self.federation

    @property
    def is_being_made(self) -> bool:
        return self.job is not None and not self.job.is_over

    @property
    def has_failed(self) -> bool:
        if self.is_being_made:
            return False
        return bool(self.failure) or not self.file or (self.job is not None and self.job.state == JobState.FAILED)

    @property
    def why_failed(self) -> str:
        if self.failure or not self.has_failed:
            return self.failure
        return self.job.error if self.job is not None else ""

    @property
    def file_name(self) -> str:
        return (self.file.name or "").rpartition("/")[2]


class PrintSettings(Versioned):
    """How a club prints: its paper, its letters, and what belongs to “tonight” and to “the wall”."""

    AUDIT_KIND = "print_settings"

    club = models.OneToOneField("clubs.Club", on_delete=models.CASCADE, verbose_name=_("club"))
    paper = models.CharField(_("paper"), max_length=10, choices=Paper.choices, default=Paper.A4)
    letters = models.CharField(_("letters"), max_length=10, choices=Letters.choices, default=Letters.SANS)
    tonight = models.JSONField(_("everything for tonight"), default=list, blank=True)
    wall = models.JSONField(_("everything for the wall"), default=list, blank=True)

    class Meta:
        verbose_name = _("how a club prints")
        verbose_name_plural = _("how clubs print")

    def __str__(self) -> str:
        return str(self.club)
