"""What players say is wrong in the score, and what the director made of it (Laws 79B and 79C)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from core.versioned import Versioned
from events.models import Contestant, Play, Session
from scoring.models.acting_user import acting_user
from scoring.models.results import BoardResult, ScoreAdjustment
from scoring.score_authority import Authority


class CorrectionState(models.TextChoices):
    OPEN = "open", _("To be decided")
    # Law 79C2: the director is satisfied, the organizer has yet to approve.
    APPROVAL = "approval", _("Waits for approval")
    ACCEPTED = "accepted", _("Accepted")
    LOWERED = "lowered", _("One side lowered")
    REFUSED = "refused", _("Refused")
    WITHDRAWN = "withdrawn", _("Taken back")


UNDECIDED = (CorrectionState.OPEN, CorrectionState.APPROVAL)


class Correction(Versioned):
    """A contestant asks for another score on a board. One open at a time for each play and contestant."""

    PERSONAL = {"words"}

    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, related_name="corrections", verbose_name=_("session")
    )
    play = models.ForeignKey(Play, on_delete=models.PROTECT, related_name="corrections", verbose_name=_("play"))
    contestant = models.ForeignKey(
        Contestant, on_delete=models.PROTECT, related_name="corrections", verbose_name=_("contestant")
    )
    # As directors write it: 4S-1 W, P, NP. What they say it should be, then what the director takes it to be.
    claimed = models.CharField(_("what it should be"), max_length=40)
    found = models.CharField(_("what the director found"), max_length=40, blank=True)
    words = models.CharField(_("what happened"), max_length=500)
    # The version of the result that they saw; 0 where there was none.
    seen = models.PositiveIntegerField(_("version seen"), default=0)
    state = models.CharField(_("state"), max_length=10, choices=CorrectionState.choices, default=CorrectionState.OPEN)
    asked_at = models.DateTimeField(_("asked"))
    asked_by = acting_user(verbose_name=_("asked by"))
    # Asked after the correction period: only Law 79C2 helps.
    is_late = models.BooleanField(_("after the period"), default=False)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    decided_by = acting_user(verbose_name=_("decided by"))
    beyond_doubt = models.BooleanField(_("satisfied beyond reasonable doubt"), default=False)
    approved_at = models.DateTimeField(_("approved"), null=True, blank=True)
    approved_by = acting_user(verbose_name=_("approved by"))
    result = models.ForeignKey(
        BoardResult, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("new result")
    )
    adjustment = models.ForeignKey(
        ScoreAdjustment, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("lowered to")
    )

    class Meta:
        verbose_name = _("request for a correction")
        verbose_name_plural = _("requests for corrections")
        ordering = ["session", "asked_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["play", "contestant"],
                condition=Q(state__in=["open", "approval"]),
                name="correction_one_open",
            ),
            # Nothing that came after the period counts without both conditions of Law 79C2.
            models.CheckConstraint(
                condition=~Q(state="accepted", is_late=True) | Q(beyond_doubt=True, approved_at__isnull=False),
                name="correction_late_only_by_79c2",
            ),
            models.CheckConstraint(condition=~Q(state="lowered", is_late=True), name="correction_late_lowers_nobody"),
        ]
        indexes = [models.Index(fields=["session", "state"], name="correction_by_state")]

    def __str__(self) -> str:
        return f"{self.play} · {self.claimed}"

    @property
    def club(self) -> Club:
        return self.session.club

    @property
    def is_undecided(self) -> bool:
        return self.state in UNDECIDED

    @property
    def authority(self) -> Authority:
        return Authority.of("correction", self.pk)
