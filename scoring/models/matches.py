"""Matches between teams: what belongs to one beside its boards, who has agreed to it, and how the next were drawn.

A match is nothing that is entered: it follows from the plays. It is named by its session, the round in which it began
and its two teams, `home` being the one that was entered first.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from core.versioned import Versioned
from events.models import Contestant, Event, Section, Session
from scoring.models.acting_user import acting_user


class OfMatch(models.Model):
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="+", verbose_name=_("session"))
    round = models.PositiveSmallIntegerField(_("round"))
    home = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="+", verbose_name=_("home team"))
    away = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="+", verbose_name=_("away team"))
    made_at = models.DateTimeField(_("made"))
    made_by = acting_user()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.session} · {self.round} · {self.home_id}–{self.away_id}"

    @property
    def club(self) -> Club:
        return self.session.club

    @property
    def key(self) -> tuple[int, int, int]:
        return self.round, self.home_id, self.away_id


class TermKind(models.TextChoices):
    CARRY = "carry", _("IMPs brought into the match")
    PENALTY = "penalty", _("Penalty in IMPs")
    WINNER = "winner", _("Goes on")


class MatchTerm(OfMatch):
    """What counts in a match beside its boards, for or against one of the two teams. Withdrawn by an act of its own."""

    kind = models.CharField(_("kind"), max_length=10, choices=TermKind.choices)
    team = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="+", verbose_name=_("team"))
    imps = models.DecimalField(_("IMPs"), max_digits=6, decimal_places=2, default=0)
    reason = models.CharField(_("reason"), max_length=300)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("term of a match")
        verbose_name_plural = _("terms of matches")
        ordering = ["session", "round", "home", "made_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "round", "home", "away", "kind"],
                condition=Q(withdrawn_at__isnull=True) & ~Q(kind="penalty"),
                name="match_term_one_current",
            ),
            models.CheckConstraint(condition=Q(imps__gte=0), name="match_term_not_negative"),
            models.CheckConstraint(condition=Q(team=F("home")) | Q(team=F("away")), name="match_term_of_its_teams"),
        ]


class MatchAgreement(OfMatch):
    """A team's word that the match ended as it stands. It ends when a board of the match is changed later."""

    team = models.ForeignKey(
        Contestant, on_delete=models.PROTECT, related_name="agreements", verbose_name=_("team that agrees")
    )
    # The director stands witness where a captain cannot sign in.
    witnessed = models.BooleanField(_("witnessed by the director"), default=False)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    # What was agreed to, board by board, and as it is said.
    figures = models.JSONField(_("figures"), default=dict)
    digest = models.CharField(max_length=64, editable=False)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    ended_why = models.CharField(_("why it ended"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("agreement on a match")
        verbose_name_plural = _("agreements on matches")
        ordering = ["session", "round", "home", "made_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "round", "home", "away", "team"],
                condition=Q(ended_at__isnull=True),
                name="match_agreement_one_current",
            ),
            models.CheckConstraint(
                condition=Q(team=F("home")) | Q(team=F("away")), name="match_agreement_of_its_teams"
            ),
        ]


class Basis(models.TextChoices):
    STANDINGS = "standings", _("Standings with the last round")
    ROUND_BEFORE = "round-before", _("Standings before the last round")
    BY_HAND = "by-hand", _("By the director’s own hand")


class PendingScore(models.TextChoices):
    """Which score a draw goes by where a ruling is pending."""

    STANDS = "stands", _("The score as it stands now")
    TABLE = "table", _("The result at the table, without the ruling")
    PROPOSED = "proposed", _("The score as it will be with the ruling")
    WITHOUT = "without", _("Without these boards")


class RoundDraw(models.Model):
    """How a round of a Swiss was drawn: from which scores, by whom. A round drawn again keeps the draws before."""

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="draws", verbose_name=_("section"))
    round = models.PositiveSmallIntegerField(_("round"))
    basis = models.CharField(_("by which scores"), max_length=20, choices=Basis.choices)
    pending = models.CharField(
        _("where a ruling is pending"), max_length=10, choices=PendingScore.choices, default=PendingScore.STANDS
    )
    # Contestants by id with the score they were drawn by, and the matches by id.
    standings = models.JSONField(_("scores"), default=list)
    matches = models.JSONField(_("matches"), default=list)
    bye = models.ForeignKey(
        Contestant, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("bye")
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    made_at = models.DateTimeField(_("drawn"))
    made_by = acting_user()
    undone_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        verbose_name = _("draw of a round")
        verbose_name_plural = _("draws of rounds")
        ordering = ["section", "round", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["section", "round"], condition=Q(undone_at__isnull=True), name="round_draw_one_current"
            )
        ]

    def __str__(self) -> str:
        return f"{self.section} · {self.round}"

    @property
    def club(self) -> Club:
        return self.section.club


class Knockout(Versioned):
    """The draw sheet of a knock-out: contestants by id in the order of their seeds, fixed before the first match."""

    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="knockout", verbose_name=_("event"))
    seeds = models.JSONField(_("seeds"), default=list)
    # As the conditions were when it was drawn: the sheet stays whatever becomes of them.
    three_ways = models.BooleanField(_("first round with matches of three"), default=False)
    made_at = models.DateTimeField(_("made"))
    made_by = acting_user()

    class Meta:
        verbose_name = _("draw sheet of a knock-out")
        verbose_name_plural = _("draw sheets of knock-outs")

    def __str__(self) -> str:
        return str(self.event)

    @property
    def club(self) -> Club:
        return self.event.club
