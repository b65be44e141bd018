from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from clubs.models.keys import NamesPlayer, PlayerKey
from events.models.sessions import Session


class Settled(models.TextChoices):
    CASH = "cash", _("Paid in cash")
    CARD = "card", _("Paid by card or transfer")
    FREE = "free", _("Plays free")


class TableMoney(NamesPlayer):
    """That a player has paid for a session or a part of it, or plays free. What is not here is still open.

    A payment `settles` what is owed where it is all of it, or where the rest was let off; after a part payment the rest
    is open.
    """

    PERSONAL = {"reason"}

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="money", verbose_name=_("session"))
    player = PlayerKey(Player, on_delete=models.PROTECT, related_name="money", verbose_name=_("player"))
    how = models.CharField(_("how"), max_length=10, choices=Settled.choices)
    amount = models.DecimalField(_("amount"), max_digits=8, decimal_places=2)
    settles = models.BooleanField(_("nothing is open after it"), default=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    taken_at = models.DateTimeField(_("when"))
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("table money")
        verbose_name_plural = _("table money")
        ordering = ["session", "taken_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "player"],
                condition=Q(withdrawn_at__isnull=True, settles=True),
                name="money_settled_once_per_session",
            ),
            models.CheckConstraint(condition=Q(amount__gte=0), name="money_not_negative"),
            models.CheckConstraint(condition=~Q(how="free") | Q(amount=0), name="money_free_is_nothing"),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.amount}"

    @property
    def club(self) -> Club:
        return self.session.club
