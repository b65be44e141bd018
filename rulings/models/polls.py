"""A poll of peers (Law 16B1(b)): what they would call with one hand and the auction, and nothing else told."""

from __future__ import annotations

from operator import attrgetter

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from clubs.models.keys import PlayerKey
from core.versioned import Versioned
from events.models import Session
from rulings.models.rulings import Ruling, SeatChoice


class Vulnerable(models.TextChoices):
    NONE = "None", _("Nobody vulnerable")
    NS = "NS", _("North-South vulnerable")
    EW = "EW", _("East-West vulnerable")
    ALL = "All", _("Everybody vulnerable")


class Poll(Versioned):
    """One hand, the auction up to the decision, a question. Frozen when the ruling that it is for is given.

    The hand is a copy: what the polled have seen stays on record, whatever happens to the board.
    """

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="polls", verbose_name=_("session"))
    ruling = models.ForeignKey(
        Ruling, on_delete=models.SET_NULL, null=True, blank=True, related_name="polls", verbose_name=_("ruling")
    )
    # The play in question: its four players are never asked. Empty where the case is about no board of the session.
    section = models.ForeignKey(
        "events.Section", on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("section")
    )
    round = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    table = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)

    seat = models.CharField(_("whose hand"), max_length=1, choices=SeatChoice.choices)
    hand = models.CharField(_("hand"), max_length=20)
    dealer = models.CharField(_("dealer"), max_length=1, choices=SeatChoice.choices)
    vulnerable = models.CharField(_("vulnerable"), max_length=4, choices=Vulnerable.choices)
    # As `rulings.laws.auction` reads it, without hesitations: the polled must not learn of them.
    auction = models.CharField(_("auction up to the decision"), max_length=300, blank=True)
    methods = models.TextField(_("what the calls mean"), max_length=1000, blank=True)
    question = models.CharField(_("question"), max_length=200)

    # The regulation's test at the time (Law 16B1(b)).
    considering = models.PositiveSmallIntegerField(
        _("percent of peers who consider it"), default=20, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    choosing = models.PositiveSmallIntegerField(
        _("peers who choose it"), default=1, validators=[MinValueValidator(1), MaxValueValidator(20)]
    )

    opened_at = models.DateTimeField(_("opened"))
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("poll")
        verbose_name_plural = _("polls")
        ordering = ["-opened_at", "-pk"]
        indexes = [models.Index(fields=["session", "opened_at"], name="poll_by_session")]

    def __str__(self) -> str:
        return f"{self.pk} · {self.get_seat_display()} · {self.question}"

    @property
    def club(self) -> Club:
        return self.session.club

    @property
    def is_open(self) -> bool:
        return self.closed_at is None


class PollSource(models.TextChoices):
    LINK = "link", _("By a link of their own")
    SHARED = "shared", _("By the shared link")
    DIRECTOR = "director", _("Told to the director")


class PollAnswer(models.Model):
    """Somebody who was asked, and what they said. An answer that does not count stays, with the reason."""

    PERSONAL = {"name", "remark"}

    poll = models.ForeignKey(Poll, on_delete=models.PROTECT, related_name="answers", verbose_name=_("poll"))
    player = PlayerKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="poll_answers", verbose_name=_("player")
    )
    name = models.CharField(_("name"), max_length=120, blank=True)
    source = models.CharField(_("how asked"), max_length=10, choices=PollSource.choices)
    # The browser that answered by the shared link, so that it changes its answer instead of giving another.
    device = models.CharField(_("device"), max_length=40, blank=True)
    asked_at = models.DateTimeField(_("asked"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    # Calls as `rulings.laws.auction.Call` writes them: P, X, XX, 3NT.
    chosen = models.CharField(_("call chosen"), max_length=4, blank=True)
    considered = models.JSONField(_("other calls seriously considered"), default=list, blank=True)
    remark = models.CharField(_("remark"), max_length=500, blank=True)
    is_peer = models.BooleanField(_("counts as a peer"), default=True)
    why_not = models.CharField(_("why it does not count"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("answer to a poll")
        verbose_name_plural = _("answers to polls")
        ordering = ["poll", "asked_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["poll", "player"], condition=Q(player__isnull=False), name="poll_asks_a_player_once"
            ),
            models.UniqueConstraint(fields=["poll", "device"], condition=~Q(device=""), name="poll_once_per_device"),
            models.CheckConstraint(condition=Q(is_peer=True) | ~Q(why_not=""), name="poll_discount_has_a_reason"),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True, chosen="") | (Q(answered_at__isnull=False) & ~Q(chosen="")),
                name="poll_answered_with_a_call",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.poll_id} · {self.who}"

    @property
    def who(self) -> str:
        return self.player.display_name if self.player else self.name

    club = property(attrgetter("poll.club"))
