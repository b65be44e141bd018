"""What somebody is told about a case: in the application and by mail, with what to do and until when."""

from __future__ import annotations

from operator import attrgetter

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from appeals.models.appeals import Appeal


class NoticeState(models.TextChoices):
    WAITING = "waiting", _("To be mailed")
    SENDING = "sending", _("Handed over")
    SENT = "sent", _("Mailed")
    FAILED = "failed", _("The mail came back")
    IN_APP = "in-app", _("Not mailed: no confirmed address")


class Notice(models.Model):
    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="notices", verbose_name=_("appeal"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="appeal_notices", verbose_name=_("for")
    )
    # A key of appeals.wording.NOTICES: the sentences are made when it is read, in the reader's language.
    kind = models.CharField(_("about"), max_length=30)
    gaps = models.JSONField(default=dict, blank=True)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    made_at = models.DateTimeField(_("made"))
    read_at = models.DateTimeField(_("read"), null=True, blank=True)
    state = models.CharField(_("mail"), max_length=10, choices=NoticeState.choices, default=NoticeState.WAITING)
    error = models.CharField(_("error"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-made_at", "-pk"]
        indexes = [
            models.Index(fields=["user"], condition=Q(read_at__isnull=True), name="notice_unread"),
            models.Index(fields=["user", "made_at", "id"], name="notice_by_time"),
            models.Index(fields=["appeal"], condition=Q(state="waiting"), name="notice_to_mail"),
        ]

    def __str__(self) -> str:
        return f"{self.appeal} · {self.kind}"

    club = property(attrgetter("appeal.club"))
