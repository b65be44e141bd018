from __future__ import annotations

from functools import cached_property
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from clubs.models.keys import NamesPlayer, PlayerKey
from core.versioned import Versioned
from events.models.boards import BoardSet
from events.models.events import Event
from events.movements.model import Movement
from events.movements.storage import unpack


class SessionState(models.TextChoices):
    DRAFT = "draft", _("Planned")
    SEATING = "seating", _("Seating")
    PLAYING = "playing", _("Playing")
    FINISHED = "finished", _("Finished")


# Planned, being seated or being played.
UNFINISHED = (SessionState.DRAFT, SessionState.SEATING, SessionState.PLAYING)


class Session(Versioned):
    """One sitting of an event, from the first name on the list to the last board."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="sessions", verbose_name=_("event"))
    # The event's club again, so that an index finds the newest sessions of a club among those of ten years.
    host = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", blank=True, editable=False)
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    # Sessions of one stage are added up; the stage after it begins with what is carried over (Law 78D).
    stage = models.PositiveSmallIntegerField(_("stage"), default=1, validators=[MinValueValidator(1)])
    starts_at = models.DateTimeField(_("starts"))
    state = models.CharField(_("state"), max_length=10, choices=SessionState.choices, default=SessionState.DRAFT)
    # The round being played; 0 until the session has begun.
    round = models.PositiveSmallIntegerField(_("round"), default=0)
    # Played without this program, its names and scores typed in afterwards: no clock runs and no table has a code.
    from_paper = models.BooleanField(_("entered from paper"), default=False, editable=False)
    started_at = models.DateTimeField(_("begun"), null=True, blank=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering = ["-starts_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="session_number_once_per_event"),
            models.CheckConstraint(
                condition=Q(round=0) | Q(state__in=["playing", "finished"]), name="session_rounds_only_in_play"
            ),
        ]
        indexes = [
            models.Index(fields=["state", "starts_at"], name="session_by_state"),
            models.Index(fields=["host", "state", "starts_at", "id"], name="session_by_host"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.host_id is None:
            self.host_id = self.event.club_id
        super().save(*args, **kwargs)

    def __str__(self) -> str:
        return f"{self.event} · {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("club-session", kwargs={"slug": self.club.slug, "session_id": self.pk})

    @property
    def club(self) -> Club:
        return self.event.club

    @property
    def is_over(self) -> bool:
        return self.state == SessionState.FINISHED

    @property
    def is_open(self) -> bool:
        """Not yet begun: names, seats and movement may be changed freely."""
        return self.state in (SessionState.DRAFT, SessionState.SEATING)


class Section(Versioned):
    """Tables that play one movement with one set of boards."""

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="sections", verbose_name=_("session"))
    letter = models.CharField(_("section"), max_length=3, default="A")
    # What the secretary chose, as keyword arguments of a movement request; empty while the recommendation is followed.
    chosen = models.JSONField(_("movement asked for"), default=dict, blank=True)
    movement_data = models.JSONField(_("movement"), null=True, blank=True, editable=False)
    first_board = models.PositiveSmallIntegerField(
        _("first board"), default=1, validators=[MinValueValidator(1), MaxValueValidator(999)]
    )
    board_set = models.ForeignKey(
        BoardSet, on_delete=models.PROTECT, null=True, blank=True, related_name="sections", verbose_name=_("boards")
    )

    class Meta:
        verbose_name = _("section")
        verbose_name_plural = _("sections")
        ordering = ["session", "letter"]
        constraints = [models.UniqueConstraint(fields=["session", "letter"], name="section_letter_once")]

    def __str__(self) -> str:
        return f"{self.session} · {self.letter}"

    @property
    def club(self) -> Club:
        return self.session.club

    @cached_property
    def movement(self) -> Movement | None:
        """Read once for each object: a changed movement means a fresh row."""
        return unpack(self.movement_data) if self.movement_data else None

    def board(self, number: int) -> int:
        """The board on the table for a board of the movement, which counts from 1."""
        return self.first_board + number - 1


class Duty(models.TextChoices):
    DIRECTOR = "director", _("Director")
    SCORER = "scorer", _("Scorer")


class SessionOfficial(NamesPlayer):
    """Who directs or scores a session. One who also plays has a deputy for the own table (Law 81)."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="officials", verbose_name=_("session"))
    player = PlayerKey(Player, on_delete=models.PROTECT, related_name="duties", verbose_name=_("who"))
    duty = models.CharField(_("duty"), max_length=10, choices=Duty.choices)
    deputy = PlayerKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("deputy")
    )
    # The others act for this one, who answers for them (Law 81D). Unmarked, it is the first director named.
    in_charge = models.BooleanField(_("in charge"), default=False)

    class Meta:
        verbose_name = _("official of a session")
        verbose_name_plural = _("officials of sessions")
        ordering = ["session", "duty", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["session", "player", "duty"], name="official_once_per_duty"),
            models.CheckConstraint(
                condition=Q(deputy__isnull=True) | ~Q(deputy=models.F("player")), name="official_not_own_deputy"
            ),
            models.UniqueConstraint(
                fields=["session"], condition=Q(in_charge=True), name="official_one_director_in_charge"
            ),
            models.CheckConstraint(
                condition=Q(in_charge=False) | Q(duty="director"), name="official_in_charge_directs"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_duty_display()}: {self.player}"

    @property
    def club(self) -> Club:
        return self.session.club


class Phase(models.TextChoices):
    PLAYING = "playing", _("Playing")
    MOVING = "moving", _("Moving")
    BREAK = "break", _("Break")


class Clock(Versioned):
    """The round clock of a session. The time left follows from these and from now; nothing ticks in the database."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="clock", verbose_name=_("session"))
    round_seconds = models.PositiveIntegerField(_("seconds for a round"))
    move_seconds = models.PositiveIntegerField(_("seconds for moving"), default=120)
    warning_seconds = models.PositiveIntegerField(_("warning so many seconds before the end"), default=300)
    phase = models.CharField(_("phase"), max_length=10, choices=Phase.choices, default=Phase.PLAYING)
    phase_began_at = models.DateTimeField(_("begun"))
    phase_seconds = models.PositiveIntegerField(_("seconds of this phase"))
    paused_at = models.DateTimeField(_("stopped"), null=True, blank=True)

    class Meta:
        verbose_name = _("clock")
        verbose_name_plural = _("clocks")

    def __str__(self) -> str:
        return f"{self.session} · {self.get_phase_display()}"

    @property
    def club(self) -> Club:
        return self.session.club


class StandingCode(models.Model):
    """A code that stays the same from week to week: whoever scans it is led to the table of the session in play."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="standing_codes", verbose_name=_("club"))
    letter = models.CharField(_("section"), max_length=3)
    table = models.PositiveSmallIntegerField(_("table"))
    code = models.CharField(_("code"), max_length=12, unique=True)
    made_at = models.DateTimeField(_("made"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("standing code of a table")
        verbose_name_plural = _("standing codes of tables")
        ordering = ["club", "letter", "table"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "letter", "table"],
                condition=Q(revoked_at__isnull=True),
                name="standing_code_one_current",
            )
        ]

    def __str__(self) -> str:
        return f"{self.club} · {self.name}"

    @property
    def name(self) -> str:
        return f"{self.letter}{self.table}"


class TableCode(models.Model):
    """A short code by which those at a table reach its page without an account; it opens no other table."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="codes", verbose_name=_("section"))
    table = models.PositiveSmallIntegerField(_("table"))
    code = models.CharField(_("code"), max_length=12, unique=True)
    made_at = models.DateTimeField(_("made"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("table code")
        verbose_name_plural = _("table codes")
        ordering = ["section", "table"]
        constraints = [
            models.UniqueConstraint(
                fields=["section", "table"], condition=Q(revoked_at__isnull=True), name="table_code_one_current"
            )
        ]

    def __str__(self) -> str:
        return f"{self.section} · {self.table}"

    @property
    def club(self) -> Club:
        return self.section.club
