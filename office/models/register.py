"""What a federation keeps beyond its clubs' own records: which clubs have closed, and who may direct what."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Federation, Player
from clubs.models.keys import PlayerKey
from core.errors import field_error
from core.versioned import Versioned


class Closure(models.Model):
    """That a club has closed. When it opens again the row stays, with the moment of that."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="closures", verbose_name=_("club"))
    closed_at = models.DateTimeField(_("closed"))
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    was_listed = models.BooleanField(_("was listed in public"), default=True)
    reopened_at = models.DateTimeField(_("opened again"), null=True, blank=True)

    class Meta:
        verbose_name = _("closing of a club")
        verbose_name_plural = _("closings of clubs")
        ordering = ["-closed_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club"], condition=Q(reopened_at__isnull=True), name="closure_one_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return str(self.club)


class DirectsUpTo(models.IntegerChoices):
    """The widest contest that somebody may direct."""

    CLUB = 1, _("Games of a club")
    REGION = 2, _("Regional events")
    NATIONAL = 3, _("National events")
    ZONE = 4, _("Events of a zone")
    WORLD = 5, _("World events")


class DirectorLicence(Versioned):
    """A director of a federation's register: the grade, what it lets them direct, and from when to when."""

    PERSONAL = {"note"}

    federation = models.ForeignKey(
        Federation, on_delete=models.PROTECT, related_name="director_licences", verbose_name=_("federation")
    )
    player = PlayerKey(Player, on_delete=models.PROTECT, related_name="director_licences", verbose_name=_("director"))
    grade = models.CharField(_("grade"), max_length=60, help_text=_("As your federation calls it."))
    directs_up_to = models.PositiveSmallIntegerField(
        _("may direct"), choices=DirectsUpTo.choices, default=DirectsUpTo.CLUB
    )
    starts = models.DateField(_("valid from"))
    ends = models.DateField(_("valid until"), null=True, blank=True, help_text=_("Empty: without an end."))
    note = models.CharField(_("note"), max_length=300, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("director of the register")
        verbose_name_plural = _("directors’ register")
        ordering = ["federation", "player__display_name", "-starts"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends__isnull=True) | Q(ends__gte=F("starts")), name="licence_ends_after_it_starts"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.grade}"

    def clean(self) -> None:
        if self.starts and self.ends and self.ends < self.starts:
            sentence = gettext("The last day lies before the first. Choose a later last day.")
            raise field_error("ends", sentence, "backwards")
