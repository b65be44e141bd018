"""Who wants results by mail, and which mails there are."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from events.models import Contestant
from scoring.models.official import Publication


class MailWish(models.Model):
    """What somebody wants to be sent. No row: never asked, and so nothing is sent."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_wish", verbose_name=_("user")
    )
    results = models.BooleanField(_("results with the own scorecard"), default=False)
    changed_at = models.DateTimeField(_("changed"))

    class Meta:
        verbose_name = _("wish for mail")
        verbose_name_plural = _("wishes for mail")

    def __str__(self) -> str:
        return str(self.user)


class MailState(models.TextChoices):
    WAITING = "waiting", _("To be sent")
    # Handed to the mail server, whose answer is not known: it is not sent again.
    SENDING = "sending", _("Being sent")
    SENT = "sent", _("Sent")
    FAILED = "failed", _("Refused by the mail server")
    SKIPPED = "skipped", _("No longer wanted")


class ResultsMail(models.Model):
    """One publication for one person: sent once or not at all, never twice."""

    publication = models.ForeignKey(
        Publication, on_delete=models.CASCADE, related_name="mails", verbose_name=_("publication")
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="results_mails")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(_("state"), max_length=10, choices=MailState.choices, default=MailState.WAITING)
    changed_at = models.DateTimeField(_("changed"))
    error = models.CharField(_("error"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("results by mail")
        verbose_name_plural = _("results by mail")
        ordering = ["publication", "pk"]
        constraints = [models.UniqueConstraint(fields=["publication", "user"], name="results_mail_once")]

    def __str__(self) -> str:
        return f"{self.publication} · {self.user}"

    @property
    def club(self) -> Club:
        return self.publication.club
