from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from core.superseding import SupersededQuerySet
from core.versioned import Versioned


class BoardSource(models.TextChoices):
    DEALT = "dealt", _("Dealt here")
    IMPORTED = "imported", _("Imported from a file")


class BoardSet(Versioned):
    """Boards with their deals, for one session or for several that play the same (Law 6).

    Sealed until no table can still play a board: who may see what is `events.selectors.seal`'s question.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="board_sets", verbose_name=_("club"))
    name = models.CharField(_("name"), max_length=120)
    source = models.CharField(_("where from"), max_length=10, choices=BoardSource.choices)
    remarks = models.JSONField(_("remarks on the file"), default=list, blank=True)
    made_at = models.DateTimeField(_("made"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("set of boards")
        verbose_name_plural = _("sets of boards")
        ordering = ["-made_at", "-pk"]
        indexes = [models.Index(fields=["club", "made_at", "id"], name="board_set_by_day")]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        """How its jobs are named."""
        return f"boards:{self.pk}"


class Board(models.Model):
    """A board with its deal. One that is dealt again (Laws 6D, 86A) is superseded, never overwritten."""

    board_set = models.ForeignKey(BoardSet, on_delete=models.CASCADE, related_name="boards", verbose_name=_("set"))
    number = models.PositiveSmallIntegerField(_("number"))
    dealer = models.CharField(_("dealer"), max_length=1)
    vulnerable = models.CharField(_("vulnerable"), max_length=4)
    deal = models.CharField(_("deal"), max_length=80, help_text=_("As in PBN: N:AKQ.…"))
    # Tricks for each declarer and strain, and the par score, once the job has computed them.
    double_dummy = models.JSONField(_("double dummy"), null=True, blank=True)
    par = models.JSONField(_("par"), null=True, blank=True)
    made_at = models.DateTimeField(_("made"))
    superseded_at = models.DateTimeField(_("superseded"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    objects = SupersededQuerySet.as_manager()

    class Meta:
        verbose_name = _("board")
        verbose_name_plural = _("boards")
        ordering = ["board_set", "number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["board_set", "number"], condition=Q(superseded_at__isnull=True), name="board_one_current"
            )
        ]

    def __str__(self) -> str:
        return f"{self.board_set} · {self.number}"

    @property
    def club(self) -> Club:
        return self.board_set.club


class DealFile(models.Model):
    """Who may take the file of a sealed set to the dealing machine: this person alone, who then knows the deals."""

    board_set = models.ForeignKey(BoardSet, on_delete=models.CASCADE, related_name="deal_files", verbose_name=_("set"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="deal_files", verbose_name=_("for")
    )
    named_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    named_at = models.DateTimeField(_("named"))
    taken_at = models.DateTimeField(_("taken"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("file for the dealing machine")
        verbose_name_plural = _("files for the dealing machine")
        ordering = ["board_set", "named_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["board_set", "user"], condition=Q(withdrawn_at__isnull=True), name="deal_file_one_for_each"
            )
        ]

    def __str__(self) -> str:
        return f"{self.board_set} · {self.user}"

    @property
    def club(self) -> Club:
        return self.board_set.club


class SealOpening(models.Model):
    """Somebody with the right looked at sealed deals: from then on they cannot play them (Law 16D)."""

    board_set = models.ForeignKey(BoardSet, on_delete=models.CASCADE, related_name="openings", verbose_name=_("set"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    opened_at = models.DateTimeField(_("opened"))
    reason = models.CharField(_("reason"), max_length=200)

    class Meta:
        verbose_name = _("opening of a seal")
        verbose_name_plural = _("openings of seals")
        ordering = ["board_set", "opened_at"]

    def __str__(self) -> str:
        return f"{self.board_set} · {self.user}"

    @property
    def club(self) -> Club:
        return self.board_set.club


class BoardRelease(models.Model):
    """A board that the director has opened to everybody before its last round is over."""

    board_set = models.ForeignKey(BoardSet, on_delete=models.CASCADE, related_name="releases", verbose_name=_("set"))
    number = models.PositiveSmallIntegerField(_("board"))
    released_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    released_at = models.DateTimeField(_("opened"))
    withdrawn_at = models.DateTimeField(_("sealed again"), null=True, blank=True)

    class Meta:
        verbose_name = _("board opened early")
        verbose_name_plural = _("boards opened early")
        ordering = ["board_set", "number", "released_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["board_set", "number"], condition=Q(withdrawn_at__isnull=True), name="board_release_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.board_set} · {self.number}"

    @property
    def club(self) -> Club:
        return self.board_set.club
