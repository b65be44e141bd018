"""The name of a session that holds in every installation."""

from __future__ import annotations

from uuid import uuid4

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from events.models import Session


class SessionIdentity(models.Model):
    """A session by a UUID: given when it first leaves, kept where it arrives."""

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, related_name="identity", verbose_name=_("session")
    )
    uuid = models.UUIDField(_("UUID"), default=uuid4, unique=True)
    # It came from another installation, or from a copy that was removed here.
    arrived_at = models.DateTimeField(_("arrived"), null=True, blank=True)

    class Meta:
        verbose_name = _("identity of a session")
        verbose_name_plural = _("identities of sessions")
        ordering = ["session"]

    def __str__(self) -> str:
        return str(self.uuid)

    @property
    def club(self) -> Club:
        return self.session.club
