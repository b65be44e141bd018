from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from events.models.contestants import Contestant
from events.models.sessions import Section


class PlayState(models.TextChoices):
    DUE = "due", _("To be played")
    DONE = "done", _("Played")
    DROPPED = "dropped", _("Not to be played")


class Play(models.Model):
    """A slot: this board, at this table, in this round, between these contestants. Results hang on it.

    `south` and `west` are the partners in an individual contest; elsewhere they are empty.
    """

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="plays", verbose_name=_("section"))
    round = models.PositiveSmallIntegerField(_("round"))
    table = models.PositiveSmallIntegerField(_("table"))
    board = models.PositiveSmallIntegerField(_("board"))
    north = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="+", verbose_name=_("North-South"))
    east = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="+", verbose_name=_("East-West"))
    south = models.ForeignKey(
        Contestant, on_delete=models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("South")
    )
    west = models.ForeignKey(
        Contestant, on_delete=models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("West")
    )
    state = models.CharField(_("state"), max_length=10, choices=PlayState.choices, default=PlayState.DUE)

    class Meta:
        verbose_name = _("play")
        verbose_name_plural = _("plays")
        ordering = ["section", "round", "table", "board"]
        constraints = [
            models.UniqueConstraint(fields=["section", "round", "table", "board"], name="play_once"),
            models.CheckConstraint(
                condition=Q(south__isnull=True, west__isnull=True) | Q(south__isnull=False, west__isnull=False),
                name="play_two_or_four_seats",
            ),
        ]
        indexes = [
            models.Index(fields=["section", "board", "state"], name="play_by_board"),
            # A table's devices ask about it every two seconds.
            models.Index(fields=["section", "table"], name="play_by_table"),
        ]

    def __str__(self) -> str:
        return f"{self.section.letter}{self.table} · {self.round} · {self.board}"

    @property
    def club(self) -> Club:
        return self.section.club

    @property
    def contestant_ids(self) -> tuple[int, ...]:
        """Those at the table, North first and clockwise where there are four."""
        if self.south_id is None or self.west_id is None:
            return (self.north_id, self.east_id)
        return (self.north_id, self.east_id, self.south_id, self.west_id)


class TableRound(models.Model):
    """Where tables go on by themselves: the round that a table plays, ahead of the session's."""

    section = models.ForeignKey(
        Section, on_delete=models.CASCADE, related_name="table_rounds", verbose_name=_("section")
    )
    table = models.PositiveSmallIntegerField(_("table"))
    round = models.PositiveSmallIntegerField(_("round"))
    begun_at = models.DateTimeField(_("begun"))

    class Meta:
        verbose_name = _("round of a table")
        verbose_name_plural = _("rounds of tables")
        ordering = ["section", "table"]
        constraints = [models.UniqueConstraint(fields=["section", "table"], name="table_round_once")]

    def __str__(self) -> str:
        return f"{self.section.letter}{self.table} · {self.round}"

    @property
    def club(self) -> Club:
        return self.section.club
