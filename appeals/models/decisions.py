"""Votes and decisions, each a version that may be superseded; and the way on to the federation."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from appeals.models.appeals import Appeal, AppealPoint, HearsChoice, Merit, PartyChoice, VerdictChoice, acting_user
from appeals.models.bodies import BodyMember
from clubs.models import Federation
from core.versioned import Versioned
from rulings.models.rulings import Told
from scoring.score_authority import Authority


class DecisionStage(models.TextChoices):
    LAW = "law", _("Ruling of the director in charge (Law 93B1)")
    FIRST = "first", _("Decision")
    ANSWER = "answer", _("Answer to a recommendation (Law 93B3)")
    FURTHER = "further", _("Decision of the federation (Law 93C)")


class ScoreEffect(models.TextChoices):
    NONE = "none", _("No other score")
    SCORE = "score", _("An adjusted score")
    TABLE = "table", _("The result at the table counts again")


class DepositOutcome(models.TextChoices):
    NONE = "", _("No deposit")
    RETURNED = "returned", _("Returned")
    KEPT = "kept", _("Kept")


#: Of several points: a vote on the others.
ABSTAINS = "abstains"
VOTE_LABELS: dict[str, Any] = {**dict(VerdictChoice.choices), ABSTAINS: _("Abstains")}


class Vote(models.Model):
    """How a member votes, with what they say about it; changed until the decision is made."""

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="votes", verbose_name=_("appeal"))
    member = models.OneToOneField(BodyMember, on_delete=models.PROTECT, related_name="vote", verbose_name=_("member"))
    # What the votes on the points come to; each point has its own.
    verdict = models.CharField(_("vote"), max_length=12, choices=VerdictChoice.choices)
    by_point = models.JSONField(_("votes on the points"), default=dict, blank=True)
    words = models.CharField(_("reasons"), max_length=1000, blank=True)
    cast_at = models.DateTimeField(_("cast"))

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        ordering = ["appeal", "pk"]

    def __str__(self) -> str:
        return f"{self.appeal} · {self.get_verdict_display()}"

    club = property(attrgetter("appeal.club"))

    def on_point(self, point: int) -> str:
        """The vote on a point, by its id; one for the whole case is for each of them."""
        return str(self.by_point.get(str(point), "")) if self.by_point else self.verdict


class Decision(models.Model):
    """What was decided at one stage. A clerical error is mended by a decision that supersedes it."""

    appeal = models.ForeignKey(Appeal, on_delete=models.PROTECT, related_name="decisions", verbose_name=_("appeal"))
    stage = models.CharField(_("stage"), max_length=10, choices=DecisionStage.choices)
    number = models.PositiveSmallIntegerField(_("number"))
    body_kind = models.CharField(_("made by"), max_length=10, choices=HearsChoice.choices)
    verdict = models.CharField(_("outcome"), max_length=12, choices=VerdictChoice.choices)
    facts = models.TextField(_("facts found"), blank=True, max_length=4000)
    law_refs = models.JSONField(_("paragraphs of the Laws"), default=list, blank=True)
    reasons = models.TextField(_("reasons of the majority"), max_length=6000)
    dissent = models.TextField(_("dissent"), blank=True, max_length=4000)
    effect = models.CharField(_("score"), max_length=6, choices=ScoreEffect.choices, default=ScoreEffect.NONE)
    score_ns = models.CharField(_("adjusted score for North-South"), max_length=200, blank=True)
    score_ew = models.CharField(_("adjusted score for East-West"), max_length=200, blank=True)
    # Law 12C1(e): the side that added to its own damage, and the result it would have had without that.
    own_damage = models.CharField(
        _("side that added to its own damage"), max_length=2, choices=PartyChoice.choices, blank=True
    )
    score_normal = models.CharField(_("result without its own error"), max_length=200, blank=True)
    # As a ruling has them: contestant, amount, unit, law.
    penalties = models.JSONField(_("penalties"), default=list, blank=True)
    told_ns = models.CharField(_("how North-South were told"), max_length=10, choices=Told.choices, blank=True)
    told_ew = models.CharField(_("how East-West were told"), max_length=10, choices=Told.choices, blank=True)
    cancels_penalties = models.BooleanField(_("procedural penalties of the ruling are cancelled"), default=False)
    merit = models.CharField(_("merit"), max_length=8, choices=Merit.choices, blank=True)
    # What the regulations attach to an appeal without merit, as it was applied.
    sanction = models.CharField(_("sanction"), max_length=10, blank=True)
    deposit = models.CharField(_("deposit"), max_length=10, choices=DepositOutcome.choices, blank=True)
    # What it did: place and total of those at the table and of all whose place changed, before and after.
    ranking = models.JSONField(_("effect on the ranking"), default=list, blank=True)
    quorum = models.PositiveSmallIntegerField(_("quorum"), default=1)
    votes_cast = models.PositiveSmallIntegerField(_("votes"), default=1)
    votes_for = models.PositiveSmallIntegerField(_("in favour"), default=1)
    made_at = models.DateTimeField(_("published"))
    made_by = acting_user(verbose_name=_("published by"))
    supersedes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="superseded_by"
    )
    correction = models.CharField(_("why it was corrected"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        ordering = ["appeal", "number"]
        constraints = [
            models.UniqueConstraint(fields=["appeal", "number"], name="decision_number_once"),
            models.CheckConstraint(
                condition=Q(quorum__gte=1, votes_cast__gte=F("quorum"), votes_for__lte=F("votes_cast")),
                name="decision_has_a_quorum",
            ),
            models.CheckConstraint(
                condition=Q(supersedes__isnull=True) | ~Q(correction=""), name="decision_correction_has_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.appeal} · {self.get_stage_display()}"

    club = property(attrgetter("appeal.club"))

    @property
    def authority(self) -> Authority:
        """What adjusted scores and penalties of this decision are marked with."""
        return Authority.of("decision", self.pk)

    @property
    def by_body(self) -> bool:
        """Made by a committee, a panel or a referee, and not by a director or the federation."""
        return self.stage == DecisionStage.FIRST and self.body_kind != HearsChoice.DIRECTOR

    @property
    def decided_by(self) -> str:
        """Whose decision it is: the federation by its name, else the kind of those who heard it."""
        if self.stage == DecisionStage.FURTHER:
            return self.appeal.club.federation.name
        return str(self.get_body_kind_display())


class DecisionDraft(Versioned):
    """What whoever decides has written so far, as the form has it. It decides nothing, and goes with the decision."""

    PERSONAL = {"fields"}

    appeal = models.OneToOneField(Appeal, on_delete=models.CASCADE, related_name="draft", verbose_name=_("appeal"))
    fields = models.JSONField(_("as written"), default=dict, blank=True)
    saved_at = models.DateTimeField(_("saved"))
    saved_by = acting_user(verbose_name=_("saved by"))

    class Meta:
        verbose_name = _("draft of a decision")
        verbose_name_plural = _("drafts of decisions")
        ordering = ["appeal"]

    def __str__(self) -> str:
        return str(self.appeal)

    club = property(attrgetter("appeal.club"))


class PointOutcome(models.Model):
    decision = models.ForeignKey(
        Decision, on_delete=models.CASCADE, related_name="outcomes", verbose_name=_("decision")
    )
    point = models.ForeignKey(AppealPoint, on_delete=models.PROTECT, related_name="outcomes", verbose_name=_("point"))
    verdict = models.CharField(_("outcome"), max_length=12, choices=VerdictChoice.choices)
    words = models.CharField(_("in words"), max_length=1000, blank=True)

    class Meta:
        verbose_name = _("outcome of a point")
        verbose_name_plural = _("outcomes of points")
        ordering = ["decision", "point"]
        constraints = [models.UniqueConstraint(fields=["decision", "point"], name="outcome_once_per_point")]

    def __str__(self) -> str:
        return f"{self.point} · {self.get_verdict_display()}"

    club = property(attrgetter("decision.club"))


class FurtherState(models.TextChoices):
    ASKED = "asked", _("To be admitted")
    ADMITTED = "admitted", _("Admitted")
    REFUSED = "refused", _("Not admitted")
    DECIDED = "decided", _("Decided")


class FurtherAppeal(models.Model):
    """A case taken to the federation by a side (Law 93C1), or put to it by the director or the body (Law 93C2)."""

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="further", verbose_name=_("appeal"))
    federation = models.ForeignKey(
        Federation, on_delete=models.PROTECT, related_name="further_appeals", verbose_name=_("federation")
    )
    # Empty where the director in charge or the body has referred it.
    side = models.CharField(_("by"), max_length=2, choices=PartyChoice.choices, blank=True)
    grounds = models.TextField(_("why"), max_length=4000)
    state = models.CharField(_("state"), max_length=10, choices=FurtherState.choices, default=FurtherState.ASKED)
    asked_at = models.DateTimeField(_("asked"))
    asked_by = acting_user(verbose_name=_("asked by"))
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    # Empty where it needs nobody's, because the director or the body has referred it.
    concur_until = models.DateTimeField(_("concurrence until"), null=True, blank=True)
    answer = models.CharField(_("answer"), max_length=500, blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("further appeal")
        verbose_name_plural = _("further appeals")
        ordering = ["appeal", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["appeal"], condition=Q(state__in=["asked", "admitted"]), name="further_one_open"
            )
        ]

    def __str__(self) -> str:
        return f"{self.appeal} · {self.federation}"

    @property
    def is_open(self) -> bool:
        return self.state in (FurtherState.ASKED, FurtherState.ADMITTED)

    club = property(attrgetter("appeal.club"))
