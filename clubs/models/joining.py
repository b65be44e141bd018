from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models.bodies import Club
from clubs.models.people import Membership, Player
from core.versioned import Versioned


class JoinState(models.TextChoices):
    OPEN = "open", _("Waiting for an answer")
    JOINED = "joined", _("Joined to a member")
    ADDED = "added", _("Added as a new member")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    SEPARATED = "separated", _("Separated again")


class JoinRequest(Versioned):
    """Somebody with an account says to a club: I am a member of yours.

    Once joined, `player` is the member's record that the account now has, and `merge` says what came over from the
    record which the account had before, so that the two can be separated again.
    """

    PERSONAL = {"number", "federation_number", "played_as", "note", "reason"}

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="join_requests", verbose_name=_("account")
    )
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="join_requests", verbose_name=_("club"))
    number = models.CharField(_("member number"), max_length=20, blank=True)
    federation_number = models.CharField(_("federation number"), max_length=20, blank=True)
    played_as = models.CharField(
        _("name as a visitor"),
        max_length=120,
        blank=True,
        help_text=_("If you have played here as a visitor: the name that stands on the results."),
    )
    note = models.CharField(_("a word to the secretary"), max_length=200, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=JoinState.choices, default=JoinState.OPEN)
    asked_at = models.DateTimeField(_("asked"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("answered by"),
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("player")
    )
    merge = models.ForeignKey(
        "clubs.PlayerMerge", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    # Of joinings from before records were merged: which rows were rewritten then.
    moved = models.JSONField(default=dict, editable=False)

    class Meta:
        verbose_name = _("request to be joined to a member")
        verbose_name_plural = _("requests to be joined to a member")
        ordering = ["asked_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "club"], condition=Q(state="open"), name="join_request_one_open")
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.club}"


class MemberInvitation(models.Model):
    """The club has asked a member to sign in: whoever has the code is that member, once.

    The code itself is kept nowhere; `digest` recognizes it.
    """

    PERSONAL = {"digest", "sent_to"}

    membership = models.ForeignKey(
        Membership, on_delete=models.CASCADE, related_name="invitations", verbose_name=_("member")
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    sent_to = models.EmailField(_("sent to"), blank=True)
    made_at = models.DateTimeField(_("made"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("made by")
    )
    expires_at = models.DateTimeField(_("expires"))
    used_at = models.DateTimeField(_("used"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    merge = models.ForeignKey("clubs.PlayerMerge", on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("invitation of a member")
        verbose_name_plural = _("invitations of members")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["membership"],
                condition=Q(used_at__isnull=True, withdrawn_at__isnull=True),
                name="member_invited_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.membership_id} · {self.made_at:%Y-%m-%d}"

    def is_open(self, at: datetime) -> bool:
        return self.used_at is None and self.withdrawn_at is None and self.expires_at > at
