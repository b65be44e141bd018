from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from core.versioned import Versioned
from events.models.conditions import Conditions, Form


class Weekday(models.IntegerChoices):
    MONDAY = 0, _("Monday")
    TUESDAY = 1, _("Tuesday")
    WEDNESDAY = 2, _("Wednesday")
    THURSDAY = 3, _("Thursday")
    FRIDAY = 4, _("Friday")
    SATURDAY = 5, _("Saturday")
    SUNDAY = 6, _("Sunday")


class Series(Versioned, Conditions):
    """A regular game: the template from which each week's event is made."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="series", verbose_name=_("club"))
    weekday = models.PositiveSmallIntegerField(_("day"), choices=Weekday.choices)
    starts = models.TimeField(_("starts at"))
    closes_minutes_before = models.PositiveIntegerField(
        _("entries close so many minutes before"), default=30, validators=[MaxValueValidator(20_000)]
    )
    is_active = models.BooleanField(_("being played"), default=True)

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")
        ordering = ["weekday", "starts", "pk"]


class Event(Versioned, Conditions):
    """A contest of one or more sessions, under the conditions of contest published for it (Law 78D)."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events", verbose_name=_("club"))
    series = models.ForeignKey(
        Series, on_delete=models.PROTECT, null=True, blank=True, related_name="events", verbose_name=_("series")
    )
    sessions_planned = models.PositiveSmallIntegerField(
        _("number of sessions"), default=1, validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    entries_close_at = models.DateTimeField(_("entries close"), null=True, blank=True)
    published_at = models.DateTimeField(_("announced"), null=True, blank=True, editable=False)
    cancelled_at = models.DateTimeField(_("cancelled"), null=True, blank=True, editable=False)
    cancel_reason = models.CharField(_("why it was cancelled"), max_length=200, blank=True, editable=False)
    # Made by mistake: nobody finds it any more. What is removed counts as cancelled too.
    removed_at = models.DateTimeField(_("removed"), null=True, blank=True, editable=False)
    made_at = models.DateTimeField(_("made"), editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(removed_at__isnull=True) | Q(cancelled_at__isnull=False), name="event_removed_is_cancelled"
            )
        ]
        indexes = [
            models.Index(fields=["club", "-made_at"], name="event_by_club"),
            models.Index(
                fields=["club", "-made_at"],
                condition=Q(published_at__isnull=True, cancelled_at__isnull=True),
                name="event_unpublished",
            ),
            models.Index(fields=["club", "removed_at", "id"], name="event_by_removal"),
        ]

    def get_absolute_url(self) -> str:
        return reverse("club-event", kwargs={"slug": self.club.slug, "event_id": self.pk})

    @property
    def size(self) -> int:
        """How many players make a contestant."""
        return Form(self.form).size
