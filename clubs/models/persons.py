"""Who is who: records that were made one, and people who were said to be two."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubs.models.bodies import Club, Federation
from clubs.models.keys import PlayerKey
from clubs.models.people import Player, Privacy


class PlayerMerge(models.Model):
    """Two records of one person made one; taken back it stays in the list.

    No row that names the merged record is rewritten, but for its memberships. `moved` says what went over and what the
    two records said before, so that both can be as they were.
    """

    PERSONAL = {"moved", "reason"}

    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merges", verbose_name=_("kept"))
    merged = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merged_by", verbose_name=_("merged"))
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    moved: models.JSONField[Any, Any] = models.JSONField(default=dict, editable=False)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    made_at = models.DateTimeField(_("merged on"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    taken_back_at = models.DateTimeField(_("taken back"), null=True, blank=True)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("taken back by"),
    )

    class Meta:
        verbose_name = _("merge of two players")
        verbose_name_plural = _("merges of players")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["merged"], condition=Q(taken_back_at__isnull=True), name="player_merged_once"
            ),
            models.CheckConstraint(condition=~Q(kept=F("merged")), name="player_merge_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.merged_id} → {self.kept_id}"

    @property
    def former_name(self) -> str:
        """As the merged record was called; nothing once the person was erased."""
        return str(self.moved.get("merged", {}).get("display_name", "")) or self.merged.display_name

    @property
    def body(self) -> Federation | Club | None:
        """For which body it was done."""
        return self.federation or self.club


class TwoPeople(models.Model):
    """Somebody looked: these two records are two people. They are not offered as duplicates again."""

    PERSONAL = {"reason"}

    first = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    said_at = models.DateTimeField(_("said"))
    said_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("pair of players who are two people")
        verbose_name_plural = _("pairs of players who are two people")
        ordering = ["-said_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="two_people_said_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="two_people_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} ≠ {self.second_id}"


class HomeClubChange(models.Model):
    """From a day on somebody's home club is another; the list of these is where they have been."""

    player = PlayerKey(Player, on_delete=models.PROTECT, related_name="home_club_changes", verbose_name=_("who"))
    from_club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("from")
    )
    to_club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("to")
    )
    day = models.DateField(_("from the day"))
    made_at = models.DateTimeField(_("entered"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )

    class Meta:
        verbose_name = _("change of the home club")
        verbose_name_plural = _("changes of home clubs")
        ordering = ["-day", "-pk"]
        constraints = [models.UniqueConstraint(fields=["player", "day"], name="home_club_changed_once_a_day")]

    def __str__(self) -> str:
        return f"{self.player} · {self.day}"


class Consent(models.Model):
    """What somebody has said about their name in public, when, and who entered it."""

    player = PlayerKey(Player, on_delete=models.CASCADE, related_name="consents", verbose_name=_("who"))
    privacy = models.CharField(_("name in public"), max_length=10, choices=Privacy.choices)
    said_at = models.DateTimeField(_("said"))
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("entered by")
    )

    class Meta:
        verbose_name = _("word about a name in public")
        verbose_name_plural = _("words about names in public")
        ordering = ["-said_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.player_id} · {self.privacy}"
