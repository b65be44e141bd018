"""Statements of both sides, the hearing with its pack, minutes and attendance."""

from __future__ import annotations

from operator import attrgetter

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from appeals.models.appeals import Appeal, PartyChoice, acting_user
from core.versioned import Versioned


class Statement(Versioned):
    """What one side says in writing. The other side sees it once both are in or the time is up."""

    PERSONAL = {"text", "told_by"}

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="statements", verbose_name=_("appeal"))
    side = models.CharField(_("side"), max_length=2, choices=PartyChoice.choices)
    text = models.TextField(_("statement"), max_length=6000)
    written_at = models.DateTimeField(_("written"))
    written_by = acting_user(verbose_name=_("written by"))
    # Who of the side said it, where the director or the chair took it down.
    told_by = models.CharField(_("as told by"), max_length=120, blank=True)
    # Once handed in it stays as it is.
    handed_in_at = models.DateTimeField(_("handed in"), null=True, blank=True)

    class Meta:
        verbose_name = _("statement")
        verbose_name_plural = _("statements")
        ordering = ["appeal", "side"]
        constraints = [models.UniqueConstraint(fields=["appeal", "side"], name="statement_once_per_side")]

    def __str__(self) -> str:
        return f"{self.appeal} · {self.side}"

    club = property(attrgetter("appeal.club"))


class Hearing(Versioned):
    """When and where, and the pack: what the adjudicators have before them, frozen once both sides agree to it."""

    appeal = models.OneToOneField(Appeal, on_delete=models.CASCADE, related_name="hearing", verbose_name=_("appeal"))
    begins_at = models.DateTimeField(_("begins"), null=True, blank=True)
    place = models.CharField(_("place"), max_length=200, blank=True)
    link = models.URLField(_("address of the meeting"), blank=True)
    is_written = models.BooleanField(_("on the written case only"), default=False)
    agreed_ns_at = models.DateTimeField(_("North-South agree to the pack"), null=True, blank=True)
    agreed_ns_by = acting_user()
    agreed_ew_at = models.DateTimeField(_("East-West agree to the pack"), null=True, blank=True)
    agreed_ew_by = acting_user()
    pack = models.JSONField(_("pack"), null=True, blank=True)
    frozen_at = models.DateTimeField(_("frozen"), null=True, blank=True)
    frozen_reason = models.CharField(_("why without both sides"), max_length=300, blank=True)
    opened_at = models.DateTimeField(_("opened"), null=True, blank=True)

    class Meta:
        verbose_name = _("hearing")
        verbose_name_plural = _("hearings")
        ordering = ["appeal"]
        constraints = [
            models.CheckConstraint(
                condition=Q(frozen_at__isnull=True, pack__isnull=True)
                | Q(frozen_at__isnull=False, pack__isnull=False, agreed_ns_at__isnull=False, agreed_ew_at__isnull=False)
                | (Q(frozen_at__isnull=False, pack__isnull=False) & ~Q(frozen_reason="")),
                name="pack_frozen_when_agreed",
            ),
            models.CheckConstraint(
                condition=Q(opened_at__isnull=True) | Q(frozen_at__isnull=False), name="hearing_needs_its_pack"
            ),
        ]

    def __str__(self) -> str:
        return str(self.appeal)

    club = property(attrgetter("appeal.club"))


class MinuteKind(models.TextChoices):
    DIRECTOR = "director", _("The director presents the case")
    STATEMENT = "statement", _("A side speaks")
    QUESTION = "question", _("Question")
    ANSWER = "answer", _("Answer")
    NOTE = "note", _("Note")


class Minute(models.Model):
    """A line of the minutes, in the order in which it was written."""

    PERSONAL = {"who", "text"}

    hearing = models.ForeignKey(Hearing, on_delete=models.CASCADE, related_name="minutes", verbose_name=_("hearing"))
    kind = models.CharField(_("kind"), max_length=10, choices=MinuteKind.choices, default=MinuteKind.NOTE)
    who = models.CharField(_("who"), max_length=120, blank=True)
    text = models.TextField(_("what was said"), max_length=2000)
    written_at = models.DateTimeField(_("written"))
    written_by = acting_user(verbose_name=_("written by"))

    class Meta:
        verbose_name = _("line of the minutes")
        verbose_name_plural = _("minutes")
        ordering = ["hearing", "written_at", "pk"]

    def __str__(self) -> str:
        return f"{self.hearing} · {self.get_kind_display()}"

    club = property(attrgetter("hearing.club"))


class Attendance(models.Model):
    """Who was there, in which part."""

    PERSONAL = {"name"}

    hearing = models.ForeignKey(
        Hearing, on_delete=models.CASCADE, related_name="attendances", verbose_name=_("hearing")
    )
    name = models.CharField(_("name"), max_length=120)
    part = models.CharField(_("as"), max_length=60)
    side = models.CharField(_("side"), max_length=2, choices=PartyChoice.choices, blank=True)
    present = models.BooleanField(_("present"), default=True)
    remote = models.BooleanField(_("from a distance"), default=False)
    noted_at = models.DateTimeField(_("noted"))

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("attendance")
        ordering = ["hearing", "pk"]
        constraints = [models.UniqueConstraint(fields=["hearing", "name"], name="attendance_once")]

    def __str__(self) -> str:
        return f"{self.hearing} · {self.part}"

    club = property(attrgetter("hearing.club"))
