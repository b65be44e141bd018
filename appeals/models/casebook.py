"""Published cases: written by an editor, with names replaced, commented on later."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from appeals.models.appeals import Appeal, acting_user
from clubs.models.base import OnBody
from core.versioned import Versioned


class Topic(models.TextChoices):
    TEMPO = "tempo", _("Break in tempo")
    UI = "ui", _("Unauthorized information")
    MI = "mi", _("Misinformation")
    CLAIM = "claim", _("Claim or concession")
    REVOKE = "revoke", _("Revoke")
    PLAYED_CARD = "played-card", _("Played card")
    CALL = "call", _("Irregular call")
    LEAD = "lead", _("Lead out of turn")
    PSYCHE = "psyche", _("Psychic call or agreement")
    BOARD = "board", _("Fouled or wrong board")
    SCORE = "score", _("Score and tabulation")
    CONDUCT = "conduct", _("Conduct and penalties")
    PROCEDURE = "procedure", _("Procedure of the appeal")


class Case(OnBody, Versioned):
    """A case of the casebook of a club or a federation. Its address never changes once it is published."""

    appeal = models.ForeignKey(
        Appeal, on_delete=models.PROTECT, null=True, blank=True, related_name="cases", verbose_name=_("appeal")
    )
    year = models.PositiveSmallIntegerField(_("year"))
    number = models.PositiveSmallIntegerField(_("number"))
    subject = models.CharField(_("subject"), max_length=150)
    topic = models.CharField(_("topic"), max_length=12, choices=Topic.choices)
    law_refs = models.JSONField(_("paragraphs of the Laws"), default=list, blank=True)
    event = models.CharField(_("event"), max_length=150, blank=True)
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    dealer = models.CharField(_("dealer"), max_length=1, blank=True)
    vulnerable = models.CharField(_("vulnerable"), max_length=4, blank=True)
    deal = models.CharField(_("deal"), max_length=80, blank=True, help_text=_("As in PBN: N:AKQ.…"))
    auction = models.CharField(_("auction"), max_length=500, blank=True)
    explanations = models.TextField(_("explanations of calls"), blank=True, max_length=2000)
    contract = models.CharField(_("contract and result"), max_length=60, blank=True)
    lead = models.CharField(_("opening lead"), max_length=60, blank=True)
    facts = models.TextField(_("facts found at the table"), blank=True, max_length=6000)
    away = models.TextField(_("found away from the table, with the poll"), blank=True, max_length=4000)
    ruling = models.TextField(_("director’s ruling"), blank=True, max_length=4000)
    statements = models.TextField(_("statements of the sides"), blank=True, max_length=6000)
    decision = models.TextField(_("decision"), blank=True, max_length=6000)
    # The newest decision of the appeal that the text goes up to; unknown of a case that came from no appeal.
    decision_number = models.PositiveSmallIntegerField(_("goes up to decision"), null=True, blank=True)
    dissent = models.TextField(_("dissent"), blank=True, max_length=4000)
    deposit = models.CharField(_("deposit"), max_length=60, blank=True)
    # By seat, for readers who are to know how strong the players were and not who they are.
    masterpoints = models.CharField(
        _("masterpoints of the players"), max_length=80, blank=True, help_text=_("By seat: N 1250, E 80, S 12, W 340.")
    )
    # Who is called what: {"12": "North", …} by the player's id. Only editors see it.
    aliases = models.JSONField(_("names replaced"), default=dict, blank=True)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    made_at = models.DateTimeField(_("made"))
    edited_by = acting_user(verbose_name=_("editor"))

    TEXTS = (
        *("subject", "event", "explanations", "facts", "away", "ruling", "statements", "decision", "dissent"),
        *("deposit", "contract", "lead"),
    )

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering = ["-year", "number"]
        constraints = [
            models.CheckConstraint(condition=OnBody.exactly_one_body, name="case_on_one_body"),
            models.UniqueConstraint(
                fields=["federation", "year", "number"],
                condition=Q(federation__isnull=False),
                name="case_number_once_per_federation",
            ),
            models.UniqueConstraint(
                fields=["club", "year", "number"], condition=Q(club__isnull=False), name="case_number_once_per_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.year}/{self.number} {self.subject}"

    def get_absolute_url(self) -> str:
        kwargs = {"slug": self.body.slug, "year": self.year, "number": self.number}
        return reverse(f"{self.body.kind}-case", kwargs=kwargs)

    @property
    def is_published(self) -> bool:
        return self.published_at is not None


class Commentary(models.Model):
    """A named commentator on a published case, added later. One that is taken back stays on record."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="commentaries", verbose_name=_("case"))
    commentator = models.CharField(_("commentator"), max_length=120)
    text = models.TextField(_("commentary"), max_length=4000)
    added_at = models.DateTimeField(_("added"))
    added_by = acting_user(verbose_name=_("added by"))
    withdrawn_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        verbose_name = _("commentary")
        verbose_name_plural = _("commentaries")
        ordering = ["case", "added_at", "pk"]

    def __str__(self) -> str:
        return f"{self.case} · {self.commentator}"
