from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubs.models.base import OnBody


class Role(models.TextChoices):
    OFFICER = "officer", _("Federation officer")
    SECRETARY = "secretary", _("Club secretary")
    DIRECTOR = "director", _("Director")
    SCORER = "scorer", _("Scorer")
    APPEALS_CHAIR = "appeals_chair", _("Appeals chair")
    APPEALS_MEMBER = "appeals_member", _("Appeals member")
    RECORDER = "recorder", _("Recorder")
    MEMBER = "member", _("Member")


class RoleGrantQuerySet(models.QuerySet["RoleGrant"]):
    def in_force(self, at: datetime) -> RoleGrantQuerySet:
        return self.filter(Q(ends_at__isnull=True) | Q(ends_at__gt=at), revoked_at__isnull=True, starts_at__lte=at)

    def open(self) -> RoleGrantQuerySet:
        """Not revoked: in force now, later, or until lately."""
        return self.filter(revoked_at__isnull=True)


class RoleGrant(OnBody):
    """A role given to a user on a federation or a club, for a time, by somebody."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="role_grants")
    role = models.CharField(_("role"), max_length=20, choices=Role.choices)
    starts_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("until"), null=True, blank=True)
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    granted_at = models.DateTimeField(_("granted"))
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    objects = RoleGrantQuerySet.as_manager()

    class Meta:
        verbose_name = _("role")
        verbose_name_plural = _("roles")
        ordering = ["role", "granted_at"]
        constraints = [
            models.CheckConstraint(condition=OnBody.exactly_one_body, name="role_on_one_body"),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")),
                name="role_ends_after_it_starts",
            ),
            models.UniqueConstraint(
                fields=["user", "role", "club"],
                condition=Q(revoked_at__isnull=True, club__isnull=False),
                name="role_once_per_club",
            ),
            models.UniqueConstraint(
                fields=["user", "role", "federation"],
                condition=Q(revoked_at__isnull=True, federation__isnull=False),
                name="role_once_per_federation",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_role_display()}: {self.user}"
