"""Whom a name in files means at a club, as somebody has said before."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player


class KnownName(models.Model):
    """An answer that is given again by itself: this name is that person, or nobody of ours."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="known_names", verbose_name=_("club"))
    name_key = models.CharField(_("name"), max_length=200)
    # Empty: the name stays as files have it.
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("player")
    )
    said_at = models.DateTimeField(_("said"))
    said_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("known name")
        verbose_name_plural = _("known names")
        ordering = ["club", "name_key"]
        constraints = [models.UniqueConstraint(fields=["club", "name_key"], name="known_name_once")]

    def __str__(self) -> str:
        return self.name_key
