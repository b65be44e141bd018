"""What is compared together, and what came of it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from events.models import Contestant, Event, Section, Session
from scoring.engine.results import place_text
from scoring.models.acting_user import acting_user


class ComparisonField(models.Model):
    """Sections whose results are compared. It counts every change that can move a score."""

    AUDIT_KIND = "field"

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="fields", verbose_name=_("session"))
    name = models.CharField(_("name"), max_length=20, blank=True)
    sections = models.ManyToManyField(Section, related_name="fields", verbose_name=_("sections"))
    revision = models.PositiveIntegerField(_("changes"), default=0)
    # The revision that the newest run has scored.
    scored_revision = models.PositiveIntegerField(_("scored up to"), default=0)

    class Meta:
        verbose_name = _("field")
        verbose_name_plural = _("fields")
        ordering = ["session", "name"]
        constraints = [
            models.UniqueConstraint(fields=["session", "name"], name="field_name_once"),
            models.CheckConstraint(
                condition=Q(scored_revision__lte=models.F("revision")), name="field_scored_what_there_is"
            ),
        ]
        indexes = [
            models.Index(fields=["session"], condition=~Q(scored_revision=models.F("revision")), name="field_behind"),
        ]

    def __str__(self) -> str:
        return f"{self.session} {self.name}".strip()

    @property
    def club(self) -> Club:
        return self.session.club

    @property
    def is_behind(self) -> bool:
        """Results have come in that are not in its newest run yet."""
        return self.scored_revision < self.revision

    @property
    def key(self) -> str:
        """How its jobs are named."""
        return f"field:{self.pk}"


class ScoringRun(models.Model):
    """A field as it was scored at one revision. Pages read a run and nothing else."""

    field = models.ForeignKey(ComparisonField, on_delete=models.CASCADE, related_name="runs", verbose_name=_("field"))
    revision = models.PositiveIntegerField(_("revision"))
    method = models.CharField(_("method"), max_length=20)
    profile = models.CharField(_("profile"), max_length=20)
    # The scored boards, line by line, as plain data: what travellers and scorecards show.
    boards = models.JSONField(_("boards"), default=list)
    # What was scored, so that every figure of this run can be explained however the results change later.
    sheet = models.JSONField(_("scoresheet"), default=dict, blank=True)
    scored_at = models.DateTimeField(_("scored"))
    is_published = models.BooleanField(_("published"), default=False)

    class Meta:
        verbose_name = _("scoring run")
        verbose_name_plural = _("scoring runs")
        ordering = ["field", "-revision"]
        constraints = [models.UniqueConstraint(fields=["field", "revision"], name="run_once_per_revision")]

    def __str__(self) -> str:
        return f"{self.field} · {self.revision}"

    @property
    def club(self) -> Club:
        return self.field.club


class Standing(models.Model):
    """A contestant's place in a run."""

    run = models.ForeignKey(ScoringRun, on_delete=models.CASCADE, related_name="standings", verbose_name=_("run"))
    contestant = models.ForeignKey(
        Contestant, on_delete=models.PROTECT, related_name="standings", verbose_name=_("contestant")
    )
    # North-South or East-West where there are two winners.
    ranking = models.CharField(_("ranking"), max_length=10, blank=True)
    rank = models.PositiveSmallIntegerField(_("rank"))
    tied = models.BooleanField(_("shared"), default=False)
    # Who played less of the boards than the conditions ask for stands below the others, without a place.
    is_ranked = models.BooleanField(_("ranked"), default=True)
    boards = models.PositiveSmallIntegerField(_("boards"))
    # Exact, as a fraction; what people see is rounded by the profile.
    total = models.CharField(_("total"), max_length=60)
    percent = models.CharField(_("percentage"), max_length=60, blank=True)
    shown_total = models.CharField(_("shown total"), max_length=20)
    shown_percent = models.CharField(_("shown percentage"), max_length=20, blank=True)
    penalty = models.CharField(_("penalty"), max_length=20, blank=True)
    tie_break = models.JSONField(_("tie-break"), default=list, blank=True)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ["run", "ranking", "rank", "pk"]
        constraints = [models.UniqueConstraint(fields=["run", "contestant"], name="standing_once_per_run")]

    def __str__(self) -> str:
        return f"{self.place} {self.contestant}"

    @property
    def place(self) -> str:
        return place_text(self.rank, self.tied, self.is_ranked)


class PenaltyUnit(models.TextChoices):
    POINTS = "points", _("Points of the method")
    TOP_PERCENT = "percent of a top", _("% of a top")
    VICTORY_POINTS = "victory points", _("Victory points")
    # Nothing is taken: it stands on record.
    WARNING = "warning", _("Warning")


def penalty_units(event: Event) -> tuple[PenaltyUnit, ...]:
    """What penalties are counted in where this is played for; the usual one first."""
    method = event.scoring_method
    if method.has_top:
        return PenaltyUnit.TOP_PERCENT, PenaltyUnit.POINTS, PenaltyUnit.WARNING
    usual = PenaltyUnit.VICTORY_POINTS if method.victory_points else PenaltyUnit.POINTS
    return usual, PenaltyUnit.WARNING


class Penalty(models.Model):
    """Taken from a contestant (Laws 90 and 91), given to nobody. Withdrawn by an act of its own."""

    field = models.ForeignKey(
        ComparisonField, on_delete=models.PROTECT, related_name="penalties", verbose_name=_("field")
    )
    contestant = models.ForeignKey(
        Contestant, on_delete=models.PROTECT, related_name="penalties", verbose_name=_("contestant")
    )
    amount = models.DecimalField(_("amount"), max_digits=7, decimal_places=2)
    unit = models.CharField(_("unit"), max_length=20, choices=PenaltyUnit.choices)
    law = models.CharField(_("law"), max_length=40, blank=True)
    reason = models.CharField(_("reason"), max_length=300)
    authority = models.CharField(_("by authority of"), max_length=60, blank=True)
    made_at = models.DateTimeField(_("given"))
    made_by = acting_user()
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ["field", "made_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(amount=0, unit="warning") | (Q(amount__gt=0) & ~Q(unit="warning")),
                name="penalty_is_something",
            )
        ]

    def __str__(self) -> str:
        return f"{self.contestant} · {self.words}"

    @property
    def is_warning(self) -> bool:
        return self.unit == PenaltyUnit.WARNING

    @property
    def words(self) -> str:
        """How much of what; a warning is just that."""
        unit = str(self.get_unit_display())
        return unit if self.is_warning else f"{self.amount} {unit}"

    @property
    def club(self) -> Club:
        return self.field.club
