"""The recorder's file: psychic calls and deviations, conduct, discipline. Closed to all but a few."""

from __future__ import annotations

from operator import attrgetter

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from clubs.models.keys import PlayerKey
from core.versioned import Versioned
from events.models import Session
from rulings.models.polls import Vulnerable
from rulings.models.rulings import Ruling, SeatChoice


class ReportKind(models.TextChoices):
    SYSTEM = "system", _("Psychic call, deviation or misbid (Law 40)")
    MISCONDUCT = "misconduct", _("Misconduct (Laws 72 to 74)")
    DISCIPLINE = "discipline", _("Disciplinary penalty (Law 91)")
    PROHIBITED = "prohibited", _("Prohibited behaviour (Law 89)")
    MEMO = "memo", _("Recorder’s memo")


#: What those concerned see only when the recorder has opened it to them.
HELD_BACK = (ReportKind.PROHIBITED, ReportKind.MEMO)


class HandType(models.TextChoices):
    """What a report of hand is about."""

    PSYCHE = "psyche", _("Psychic call")
    DEVIATION = "deviation", _("Deviation")
    MISBID = "misbid", _("Misbid")
    OTHER = "other", _("Other")


class Colour(models.TextChoices):
    """How the partner's actions are judged: whether they show an understanding that was not disclosed."""

    RED = "red", _("Red: the partner plainly allowed for it")
    AMBER = "amber", _("Amber: some evidence that the partner allowed for it")
    GREEN = "green", _("Green: the partner acted as anybody would")
    NONE = "none", _("Not a psychic call")


class Report(Versioned):
    """A report filed by a director, with everything that the recorder adds.

    When its time is over, or somebody concerned is erased, the words go; that there was one stays.
    """

    # Secretaries read the audit: it says that there is a report, never what it says.
    PERSONAL = {
        *("session", "ruling", "happened_on", "board", "reporter", "description", "law_refs"),
        *("hand_type", "call", "seat", "vulnerable", "hand", "auction", "partner_action", "outcome"),
        *("colour", "colour_reason"),
    }

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="reports", verbose_name=_("club"))
    kind = models.CharField(_("about"), max_length=12, choices=ReportKind.choices)
    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, null=True, blank=True, related_name="reports", verbose_name=_("session")
    )
    ruling = models.ForeignKey(
        Ruling, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports", verbose_name=_("ruling")
    )
    happened_on = models.DateField(_("day"))
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    filed_at = models.DateTimeField(_("filed"))
    filed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="filed_reports",
        verbose_name=_("filed by"),
    )
    reporter = models.CharField(_("who reported it"), max_length=120, blank=True)
    description = models.TextField(_("what happened"), max_length=4000, blank=True)
    law_refs = models.JSONField(_("paragraphs of the Laws"), default=list, blank=True)

    # A report of hand.
    hand_type = models.CharField(_("kind of call"), max_length=10, choices=HandType.choices, blank=True)
    call = models.CharField(_("call"), max_length=20, blank=True)
    seat = models.CharField(_("made by"), max_length=1, choices=SeatChoice.choices, blank=True)
    vulnerable = models.CharField(_("vulnerable"), max_length=4, choices=Vulnerable.choices, blank=True)
    hand = models.CharField(_("hand"), max_length=30, blank=True)
    auction = models.CharField(_("auction"), max_length=300, blank=True)
    partner_action = models.CharField(_("what the partner did"), max_length=500, blank=True)
    outcome = models.CharField(_("result at the table"), max_length=200, blank=True)
    colour = models.CharField(_("class"), max_length=6, choices=Colour.choices, blank=True)
    colour_reason = models.CharField(_("reason for the class"), max_length=500, blank=True)
    classified_at = models.DateTimeField(_("classified"), null=True, blank=True)
    classified_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    # From when on those concerned may read it.
    shown_at = models.DateTimeField(_("open to those concerned since"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    keep_until = models.DateField(_("kept until"))
    erased_at = models.DateTimeField(_("words removed"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-happened_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(kind="system") | ~Q(hand_type="") | Q(erased_at__isnull=False),
                name="report_of_hand_has_a_type",
            ),
            models.CheckConstraint(condition=Q(colour="") | Q(hand_type="psyche"), name="report_class_is_of_a_psyche"),
        ]
        indexes = [
            models.Index(fields=["club", "kind", "happened_on"], name="report_by_club"),
            models.Index(fields=["club", "happened_on"], name="report_by_club_and_day"),
            models.Index(fields=["keep_until"], condition=Q(erased_at__isnull=True), name="report_to_be_forgotten"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} · {self.get_kind_display()}"

    def get_absolute_url(self) -> str:
        return reverse("club-report", kwargs={"slug": self.club.slug, "report_id": self.pk})

    @property
    def is_open(self) -> bool:
        return self.closed_at is None and self.erased_at is None


class SubjectRole(models.TextChoices):
    SUBJECT = "subject", _("Concerned")
    PARTNER = "partner", _("Partner")


class ReportSubject(models.Model):
    """Whom a report is about."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="subjects", verbose_name=_("report"))
    player = PlayerKey(Player, on_delete=models.PROTECT, related_name="reports", verbose_name=_("player"))
    role = models.CharField(_("role"), max_length=10, choices=SubjectRole.choices, default=SubjectRole.SUBJECT)

    class Meta:
        verbose_name = _("person concerned")
        verbose_name_plural = _("persons concerned")
        ordering = ["report", "-role", "pk"]
        constraints = [models.UniqueConstraint(fields=["report", "player"], name="report_names_a_player_once")]

    def __str__(self) -> str:
        return f"{self.report_id} · {self.player}"

    club = property(attrgetter("report.club"))


class NoteKind(models.TextChoices):
    NOTE = "note", _("Note of the recorder")
    RESPONSE = "response", _("Answer of somebody concerned")


class ReportNote(models.Model):
    """What was added to the file. Written once."""

    PERSONAL = {"text"}

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="notes", verbose_name=_("report"))
    kind = models.CharField(_("kind"), max_length=10, choices=NoteKind.choices)
    text = models.TextField(_("text"), max_length=2000)
    made_at = models.DateTimeField(_("written"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("note in a file")
        verbose_name_plural = _("notes in files")
        ordering = ["report", "made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.report_id} · {self.get_kind_display()}"

    club = property(attrgetter("report.club"))
