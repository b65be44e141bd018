from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models.base import OnBody
from core.superseding import SupersededQuerySet


class RegulationSetting(OnBody):
    """One regulation as one body lays it down; a later one supersedes it, nothing is overwritten."""

    key = models.CharField(_("regulation"), max_length=60)
    value = models.JSONField(_("value"))
    locked = models.BooleanField(_("binding below"), default=False, help_text=_("Bodies below may not override it."))
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    set_at = models.DateTimeField(_("laid down"))
    superseded_at = models.DateTimeField(_("superseded"), null=True, blank=True)

    objects = SupersededQuerySet.as_manager()

    class Meta:
        verbose_name = _("regulation")
        verbose_name_plural = _("regulations")
        ordering = ["key", "-set_at"]
        constraints = [
            models.CheckConstraint(condition=OnBody.exactly_one_body, name="regulation_on_one_body"),
            models.UniqueConstraint(
                fields=["key", "club"],
                condition=Q(superseded_at__isnull=True, club__isnull=False),
                name="regulation_one_current_per_club",
            ),
            models.UniqueConstraint(
                fields=["key", "federation"],
                condition=Q(superseded_at__isnull=True, federation__isnull=False),
                name="regulation_one_current_per_federation",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} · {self.body}"
