"""The official score: made available, corrected, made final (Laws 79C, 81C3, 92B)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from core.versioned import Versioned
from events.models import Contestant, Session
from scoring.models.acting_user import acting_user
from scoring.models.fields import ScoringRun


class Period(models.TextChoices):
    """What each of the four periods after the official score is for, with the regulation of the same name."""

    SCORE = "score_correction", _("Correcting a score")
    TABULATION = "tabulation_correction", _("Correcting the tabulation")
    RULING = "ruling_request", _("Asking for a ruling")
    APPEAL = "appeal", _("Appealing")

    @property
    def law(self) -> str:
        return "79C" if self in (Period.SCORE, Period.TABULATION) else "92B"


class OfficialState(models.TextChoices):
    PUBLISHED = "published", _("Official score available")
    FINAL = "final", _("Final")
    # Published by mistake: the periods have not begun, and the next publication begins them.
    WITHDRAWN = "withdrawn", _("Taken back")


class OfficialScore(Versioned):
    """How far a session is after its last board. No row: nothing has been made available yet."""

    session = models.OneToOneField(
        Session, on_delete=models.PROTECT, related_name="official", verbose_name=_("session")
    )
    state = models.CharField(_("state"), max_length=10, choices=OfficialState.choices, default=OfficialState.PUBLISHED)
    # T0 of the four periods; publishing again does not move it.
    available_at = models.DateTimeField(_("first available"))
    # The minutes as they were laid down at T0: a period that runs is not changed from behind.
    minutes = models.JSONField(_("periods in minutes"), default=dict)
    # When somebody is to look next whether it is final: the end of the last period, or a little later.
    look_at = models.DateTimeField(_("to be looked at"), null=True, blank=True)
    final_at = models.DateTimeField(_("final since"), null=True, blank=True)
    final_by = acting_user(verbose_name=_("made final by"))

    class Meta:
        verbose_name = _("official score")
        verbose_name_plural = _("official scores")
        ordering = ["-available_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="final", final_at__isnull=False) | (~Q(state="final") & Q(final_at__isnull=True)),
                name="official_final_has_its_time",
            )
        ]
        indexes = [models.Index(fields=["look_at"], condition=Q(state="published"), name="official_to_look_at")]

    def __str__(self) -> str:
        return f"{self.session} · {self.get_state_display()}"

    @property
    def club(self) -> Club:
        return self.session.club

    @property
    def is_final(self) -> bool:
        return self.state == OfficialState.FINAL

    @property
    def is_published(self) -> bool:
        """Available, whether it can still change or not."""
        return self.state in (OfficialState.PUBLISHED, OfficialState.FINAL)


class Publication(models.Model):
    """One act of publishing: the runs that were shown, and what they rested on."""

    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, related_name="publications", verbose_name=_("session")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    runs = models.ManyToManyField(ScoringRun, related_name="publications", verbose_name=_("runs"))
    # Versions of results, adjusted scores and penalties: what the next publication is compared with.
    basis = models.JSONField(_("what it rests on"), default=dict)
    # The plays without a result, and why it was published without them.
    missing = models.JSONField(_("missing results"), default=list, blank=True)
    reason = models.CharField(_("why results are missing"), max_length=300, blank=True)
    note = models.CharField(_("note"), max_length=500, blank=True)
    made_at = models.DateTimeField(_("published"))
    made_by = acting_user(verbose_name=_("published by"))

    class Meta:
        verbose_name = _("publication")
        verbose_name_plural = _("publications")
        ordering = ["session", "-number"]
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="publication_number_once")]

    def __str__(self) -> str:
        return f"{self.session} · {self.number}"

    @property
    def club(self) -> Club:
        return self.session.club


class LateDeadline(models.Model):
    """A side's own time for something decided later: it runs from when that side was told."""

    PERSONAL = {"how"}

    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, related_name="late_deadlines", verbose_name=_("session")
    )
    contestant = models.ForeignKey(
        Contestant, on_delete=models.PROTECT, related_name="late_deadlines", verbose_name=_("contestant")
    )
    period = models.CharField(_("for"), max_length=24, choices=Period.choices, default=Period.APPEAL)
    # What was decided, such as `correction:7` or `ruling:3`, and in a few words.
    about = models.CharField(_("about"), max_length=60)
    title = models.CharField(_("what was decided"), max_length=120)
    minutes = models.PositiveIntegerField(_("minutes"))
    decided_at = models.DateTimeField(_("decided"))
    told_at = models.DateTimeField(_("told"), null=True, blank=True)
    told_by = acting_user(verbose_name=_("told by"))
    how = models.CharField(_("how they were told"), max_length=200, blank=True)
    until = models.DateTimeField(_("until"), null=True, blank=True)

    class Meta:
        verbose_name = _("later deadline")
        verbose_name_plural = _("later deadlines")
        ordering = ["session", "decided_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["about", "contestant", "period"], name="late_deadline_once"),
            models.CheckConstraint(
                condition=Q(told_at__isnull=True, until__isnull=True) | Q(told_at__isnull=False, until__isnull=False),
                name="late_deadline_runs_once_told",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.contestant} · {self.title}"

    @property
    def club(self) -> Club:
        return self.session.club


class ContactNote(Versioned):
    """How a contestant can be reached after leaving. Only those who run the session read it."""

    PERSONAL = {"text"}

    contestant = models.OneToOneField(
        Contestant, on_delete=models.CASCADE, related_name="contact", verbose_name=_("contestant")
    )
    text = models.CharField(_("how to reach them"), max_length=300)

    class Meta:
        verbose_name = _("how to reach a contestant")
        verbose_name_plural = _("how to reach contestants")

    def __str__(self) -> str:
        return str(self.contestant)

    @property
    def club(self) -> Club:
        return self.contestant.club
