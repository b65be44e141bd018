"""What the Director decided, and every version of it."""

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
from events.models import Play, Section, Session
from scoring.models import BoardResult, DirectorCall
from scoring.score_authority import Authority


class RulingState(models.TextChoices):
    DRAFT = "draft", _("In preparation")
    GIVEN = "given", _("Given")
    AMENDED = "amended", _("Amended")
    WITHDRAWN = "withdrawn", _("Withdrawn")


#: The states in which a ruling stands.
STANDING = (RulingState.GIVEN, RulingState.AMENDED)
#: What a ruling says about the score of a board.
SCORE_FIELDS = ("score_ns", "score_ew", "own_damage", "score_normal")


class Basis(models.TextChoices):
    AGREED = "agreed", _("The players agree on the facts (Law 84)")
    FOUND = "found", _("The Director has found the facts (Law 85)")


class SideChoice(models.TextChoices):
    NS = "NS", _("North-South")
    EW = "EW", _("East-West")
    BOTH = "both", _("Both sides")


#: One of the two sides, not both.
ONE_SIDE = [(side.value, side.label) for side in (SideChoice.NS, SideChoice.EW)]


class SeatChoice(models.TextChoices):
    NORTH = "N", _("North")
    EAST = "E", _("East")
    SOUTH = "S", _("South")
    WEST = "W", _("West")


class Told(models.TextChoices):
    TABLE = "table", _("At the table")
    AWAY = "away", _("In person, away from the table")
    DEVICE = "device", _("By a message")
    PHONE = "phone", _("By telephone")


class Ruling(Versioned):
    """A ruling as it stands now; `versions` keeps everything that it has been since it was given.

    What it gives is in `scoring`: adjusted scores and penalties whose authority is `authority`.
    """

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="rulings", verbose_name=_("session"))
    section = models.ForeignKey(
        Section, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings", verbose_name=_("section")
    )
    round = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    table = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    # The board at the table; empty where the ruling is about none, or about all.
    play = models.ForeignKey(
        Play, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings", verbose_name=_("play")
    )
    call = models.ForeignKey(
        DirectorCall, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings", verbose_name=_("call")
    )
    # The ruling whose next stage this is: a choice made later, a lead restriction that falls due.
    follows = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="followed_by", verbose_name=_("follows")
    )
    director = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="rulings",
        verbose_name=_("director"),
    )
    # A playing director, at whose own table the deputy has ruled (Law 81).
    deputy_for = PlayerKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("deputy for")
    )
    state = models.CharField(_("state"), max_length=10, choices=RulingState.choices, default=RulingState.DRAFT)
    opened_at = models.DateTimeField(_("opened"))
    given_at = models.DateTimeField(_("given"), null=True, blank=True)

    # The case.
    tree = models.CharField(_("irregularity"), max_length=10, blank=True)
    # Question and answer in the order in which they were given.
    answers = models.JSONField(_("answers"), default=list, blank=True)
    outcome_ids = models.JSONField(_("outcomes"), default=list, blank=True)
    law_refs = models.JSONField(_("paragraphs of the Laws"), default=list, blank=True)
    title = models.CharField(_("subject"), max_length=150, blank=True)
    offending = models.CharField(_("offending side"), max_length=4, choices=SideChoice.choices, blank=True)
    offender = models.CharField(_("offender"), max_length=1, choices=SeatChoice.choices, blank=True)
    facts = models.TextField(_("facts"), blank=True, max_length=4000)
    basis = models.CharField(_("basis"), max_length=10, choices=Basis.choices, blank=True)
    # As rulings.laws.auction reads it: `!` marks an alert, `~` a hesitation, `E:1H` a call out of turn.
    auction = models.CharField(_("auction"), max_length=500, blank=True)
    played = models.TextField(_("play as far as known"), blank=True, max_length=2000)
    explanations = models.TextField(_("explanations of calls"), blank=True, max_length=2000)

    # The decision.
    decision = models.TextField(_("ruling"), blank=True, max_length=2000)
    reasons = models.TextField(_("reasons"), blank=True, max_length=4000)
    consultation = models.TextField(_("consultation"), blank=True, max_length=2000)
    decision_ns = models.CharField(_("decision for North-South"), max_length=300, blank=True)
    decision_ew = models.CharField(_("decision for East-West"), max_length=300, blank=True)
    # The adjusted score as the director writes it: `60 4S= N, 40 4S-1 N`, `4S= N`, `60`. Empty: none.
    score_ns = models.CharField(_("adjusted score for North-South"), max_length=200, blank=True)
    score_ew = models.CharField(_("adjusted score for East-West"), max_length=200, blank=True)
    # The side that was not at fault and added to its own damage, and what it would have had without that (Law 12C1(e)).
    own_damage = models.CharField(_("side that added to its own damage"), max_length=2, choices=ONE_SIDE, blank=True)
    score_normal = models.CharField(_("normal result after the infraction"), max_length=200, blank=True)
    # Tricks that the Laws transfer: how many, to which side, and when the result came to count them.
    tricks = models.PositiveSmallIntegerField(_("tricks transferred"), default=0)
    tricks_to = models.CharField(_("tricks go to"), max_length=2, choices=ONE_SIDE, blank=True)
    tricks_counted_at = models.DateTimeField(_("tricks counted"), null=True, blank=True)
    # The result that was changed by it; empty where the table had counted them.
    tricks_result = models.ForeignKey(
        BoardResult, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("result")
    )
    # [{"contestant": 12, "amount": "25", "unit": "percent of a top", "law": "90A"}, …]
    penalties = models.JSONField(_("penalties"), default=list, blank=True)
    waived = models.BooleanField(_("rectification waived (Law 81C5)"), default=False)
    waiver_reason = models.CharField(_("who asked for the waiver, and why"), max_length=300, blank=True)
    directors_error = models.BooleanField(
        _("a Director's error: both sides are treated as non-offending (Law 82C)"), default=False
    )

    # Who was told.
    told_ns_at = models.DateTimeField(_("North-South told"), null=True, blank=True)
    told_ns_how = models.CharField(_("how North-South were told"), max_length=10, choices=Told.choices, blank=True)
    told_ew_at = models.DateTimeField(_("East-West told"), null=True, blank=True)
    told_ew_how = models.CharField(_("how East-West were told"), max_length=10, choices=Told.choices, blank=True)
    appeal_told = models.BooleanField(_("told of the right to appeal (Law 83)"), default=False)
    # For directors only.
    notes = models.TextField(_("private notes"), blank=True, max_length=4000)

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["-opened_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="draft", given_at__isnull=True) | (~Q(state="draft") & Q(given_at__isnull=False)),
                name="ruling_given_when_given",
            )
        ]
        indexes = [
            models.Index(fields=["session", "state"], name="ruling_by_state"),
            models.Index(fields=["tree"], name="ruling_by_tree"),
            models.Index(fields=["director", "opened_at"], name="ruling_by_director"),
            models.Index(fields=["director"], condition=Q(state=RulingState.DRAFT), name="ruling_draft_by_director"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} · {self.title}" if self.title else str(self.pk)

    def get_absolute_url(self) -> str:
        kwargs = {"slug": self.club.slug, "session_id": self.session_id, "ruling_id": self.pk}
        return reverse("club-ruling", kwargs=kwargs)

    @property
    def club(self) -> Club:
        return self.session.club

    @property
    def authority(self) -> Authority:
        """What adjusted scores and penalties of this ruling are marked with."""
        return Authority.of("ruling", self.pk)

    @property
    def is_draft(self) -> bool:
        return self.state == RulingState.DRAFT

    @property
    def stands(self) -> bool:
        return self.state in STANDING

    @property
    def gives_score(self) -> bool:
        return bool(self.score_ns)


class RulingVersion(models.Model):
    """A ruling as it was given, amended or withdrawn. Written once, never changed."""

    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="versions", verbose_name=_("ruling"))
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=10, choices=RulingState.choices)
    # The whole ruling as plain data, as `rulings.services.versions` writes it.
    content = models.JSONField(_("content"))
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    made_at = models.DateTimeField(_("made"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("version of a ruling")
        verbose_name_plural = _("versions of rulings")
        ordering = ["ruling", "number"]
        constraints = [models.UniqueConstraint(fields=["ruling", "number"], name="ruling_version_once")]

    def __str__(self) -> str:
        return f"{self.ruling_id} · {self.number}"

    club = property(attrgetter("ruling.club"))


class Opinion(models.Model):
    """One director asks another before ruling."""

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="opinions", verbose_name=_("ruling"))
    asked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("asked")
    )
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    question = models.CharField(_("question"), max_length=500, blank=True)
    asked_at = models.DateTimeField(_("asked at"))
    answer = models.CharField(_("answer"), max_length=1000, blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("opinion")
        verbose_name_plural = _("opinions")
        ordering = ["ruling", "asked_at", "pk"]

    def __str__(self) -> str:
        return f"{self.ruling_id} · {self.asked}"

    club = property(attrgetter("ruling.club"))
