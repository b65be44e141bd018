from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from clubs.models.keys import PlayerKey
from events.models.contestants import Entrant
from events.models.sessions import Section


class SeatClaim(models.Model):
    """At a table somebody keyed in a number where another name stands. It changes nothing until the desk has looked."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="claims", verbose_name=_("section"))
    table = models.PositiveSmallIntegerField(_("table"))
    round = models.PositiveSmallIntegerField(_("round"))
    seat = models.CharField(_("seat"), max_length=1)
    entrant = models.ForeignKey(
        Entrant, on_delete=models.CASCADE, related_name="claims", verbose_name=_("who is expected")
    )
    player = PlayerKey(
        Player, on_delete=models.PROTECT, related_name="claims", verbose_name=_("who is said to sit there")
    )
    made_at = models.DateTimeField(_("made"))
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    accepted = models.BooleanField(_("accepted"), default=False)

    class Meta:
        verbose_name = _("word from a table")
        verbose_name_plural = _("words from the tables")
        ordering = ["section", "made_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entrant", "player"], condition=Q(settled_at__isnull=True), name="seat_claim_one_open"
            ),
            models.CheckConstraint(
                condition=Q(accepted=False) | Q(settled_at__isnull=False), name="seat_claim_accepted_is_settled"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section.letter}{self.table} · {self.seat}"

    @property
    def club(self) -> Club:
        return self.section.club
