"""Calls for the director, and what the desk tells the tables."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from core.versioned import Versioned
from events.models import Section, Session
from scoring.models.acting_user import acting_user


class CallState(models.TextChoices):
    WAITING = "waiting", _("Waiting")
    TAKEN = "taken", _("Being attended")
    DONE = "done", _("Done")
    CANCELLED = "cancelled", _("Taken back")


# Calls that somebody still has to attend to.
OPEN_CALLS = (CallState.WAITING, CallState.TAKEN)


class DirectorCall(Versioned):
    """A table asks for the director (Law 9B)."""

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="calls", verbose_name=_("section"))
    table = models.PositiveSmallIntegerField(_("table"))
    round = models.PositiveSmallIntegerField(_("round"))
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=CallState.choices, default=CallState.WAITING)
    called_at = models.DateTimeField(_("called"))
    device = models.CharField(_("device"), max_length=60, blank=True)
    taken_by = acting_user()
    taken_at = models.DateTimeField(_("taken"), null=True, blank=True)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("call for the director")
        verbose_name_plural = _("calls for the director")
        ordering = ["called_at", "pk"]
        constraints = [
            # A second tap is the same call.
            models.UniqueConstraint(
                fields=["section", "table"],
                condition=Q(state__in=["waiting", "taken"]),
                name="call_one_open_per_table",
            )
        ]

    def __str__(self) -> str:
        return f"{self.section.letter}{self.table}"

    @property
    def club(self) -> Club:
        return self.section.club


class Announcement(models.Model):
    """What the director tells all tables, or one of them."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="announcements")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    table = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    text = models.CharField(_("text"), max_length=300)
    made_at = models.DateTimeField(_("made"))
    made_by = acting_user()
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return self.text

    @property
    def club(self) -> Club:
        return self.session.club
