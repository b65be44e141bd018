"""Who adjudicates: a body made for a case, its members, challenges to them; and the pool that they come from."""

from __future__ import annotations

from operator import attrgetter

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from appeals.models.appeals import Appeal, HearsChoice, acting_user
from clubs.models import Player
from clubs.models.base import OnBody
from clubs.models.keys import PlayerKey
from core.versioned import Versioned


class AdjudicatingBody(models.Model):
    """A committee, a referee or a panel of directors, made for one case."""

    appeal = models.OneToOneField(
        Appeal, on_delete=models.CASCADE, related_name="adjudicators", verbose_name=_("appeal")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=HearsChoice.choices)
    quorum = models.PositiveSmallIntegerField(_("quorum"))
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("adjudicating body")
        verbose_name_plural = _("adjudicating bodies")
        ordering = ["appeal"]
        constraints = [models.CheckConstraint(condition=Q(quorum__gte=1), name="body_has_a_quorum")]

    def __str__(self) -> str:
        return f"{self.appeal} · {self.get_kind_display()}"

    club = property(attrgetter("appeal.club"))


class MemberRole(models.TextChoices):
    CHAIR = "chair", _("Chair")
    MEMBER = "member", _("Member")
    SCRIBE = "scribe", _("Scribe")


class MemberState(models.TextChoices):
    INVITED = "invited", _("Invited")
    ACCEPTED = "accepted", _("Has accepted")
    DECLINED = "declined", _("Has declined")
    RELEASED = "released", _("Released")


#: Those who sit, or are asked to.
SITTING = (MemberState.INVITED, MemberState.ACCEPTED)


class BodyMember(models.Model):
    """Somebody invited to a body. A scribe writes and does not vote."""

    body = models.ForeignKey(AdjudicatingBody, on_delete=models.CASCADE, related_name="members", verbose_name=_("body"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="appeal_seats", verbose_name=_("who")
    )
    role = models.CharField(_("as"), max_length=10, choices=MemberRole.choices, default=MemberRole.MEMBER)
    state = models.CharField(_("state"), max_length=10, choices=MemberState.choices, default=MemberState.INVITED)
    # What the check has found that does not keep them out, and why they sit all the same.
    remarks = models.JSONField(_("remarks of the check"), default=list, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    token = models.CharField(max_length=40, unique=True, editable=False)
    invited_at = models.DateTimeField(_("invited"))
    invited_by = acting_user(verbose_name=_("invited by"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("member of an adjudicating body")
        verbose_name_plural = _("members of adjudicating bodies")
        ordering = ["body", "role", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["body", "user"], condition=Q(state__in=["invited", "accepted"]), name="member_seated_once"
            ),
            models.UniqueConstraint(
                fields=["body"],
                condition=Q(role="chair", state__in=["invited", "accepted"]),
                name="member_one_chair",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.body} · {self.user}"

    club = property(attrgetter("body.club"))

    @property
    def name(self) -> str:
        player = getattr(self.user, "player", None)
        return player.display_name if player else str(self.user)


class ChallengeState(models.TextChoices):
    OPEN = "open", _("To be decided")
    UPHELD = "upheld", _("Upheld: the member is released")
    REJECTED = "rejected", _("Rejected")


class Challenge(models.Model):
    """A party objects to a member; somebody decides on it, with a reason."""

    member = models.ForeignKey(
        BodyMember, on_delete=models.CASCADE, related_name="challenges", verbose_name=_("member")
    )
    side = models.CharField(_("made by"), max_length=2)
    reason = models.CharField(_("reason"), max_length=500)
    state = models.CharField(_("state"), max_length=10, choices=ChallengeState.choices, default=ChallengeState.OPEN)
    made_at = models.DateTimeField(_("made"))
    made_by = acting_user(verbose_name=_("entered by"))
    answer = models.CharField(_("reason of the decision"), max_length=500, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    decided_by = acting_user(verbose_name=_("decided by"))

    class Meta:
        verbose_name = _("challenge to a member")
        verbose_name_plural = _("challenges to members")
        ordering = ["member", "made_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["member", "side"], name="challenge_once_per_side"),
            models.CheckConstraint(
                condition=Q(state="open", decided_at__isnull=True) | (~Q(state="open") & Q(decided_at__isnull=False)),
                name="challenge_decided_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} · {self.get_state_display()}"

    club = property(attrgetter("member.club"))


class PoolMember(OnBody, Versioned):
    """Somebody who can be asked to sit, for a club or for all clubs of a federation; and when not."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="appeal_pools", verbose_name=_("who")
    )
    may_chair = models.BooleanField(_("may take the chair"), default=False)
    away_from = models.DateField(_("away from"), null=True, blank=True)
    away_until = models.DateField(_("away until"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)
    added_at = models.DateTimeField(_("added"))
    left_at = models.DateTimeField(_("left"), null=True, blank=True)

    class Meta:
        verbose_name = _("member of the pool")
        verbose_name_plural = _("members of the pool")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=OnBody.exactly_one_body, name="pool_on_one_body"),
            models.CheckConstraint(
                condition=Q(away_until__isnull=True) | Q(away_from__isnull=True) | Q(away_until__gte=F("away_from")),
                name="pool_back_after_leaving",
            ),
            models.UniqueConstraint(
                fields=["user", "club"],
                condition=Q(left_at__isnull=True, club__isnull=False),
                name="pool_once_per_club",
            ),
            models.UniqueConstraint(
                fields=["user", "federation"],
                condition=Q(left_at__isnull=True, federation__isnull=False),
                name="pool_once_per_federation",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.body}"


class TieKind(models.TextChoices):
    FAMILY = "family", _("Family")
    HOUSEHOLD = "group", _("Same group")
    WORK = "work", _("Work or business")
    OTHER = "other", _("Something else that others should know")


class DeclaredTie(models.Model):
    """What somebody of the pool has declared about themselves and a player."""

    PERSONAL = {"kind", "player"}

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="declared_ties", verbose_name=_("who")
    )
    player = PlayerKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("with"))
    kind = models.CharField(_("kind"), max_length=10, choices=TieKind.choices)
    declared_at = models.DateTimeField(_("declared"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("declared tie")
        verbose_name_plural = _("declared ties")
        ordering = ["user", "declared_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "player", "kind"], condition=Q(ended_at__isnull=True), name="tie_declared_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} · {self.get_kind_display()}"
