"""Programs elsewhere that are told what happens to a club's results, and what they were told."""

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from core.sealing import seal, unseal
from core.versioned import Versioned


class News(models.TextChoices):
    PUBLISHED = "results.published", _("Official score published")
    CORRECTED = "results.corrected", _("Official score corrected")
    FINAL = "results.final", _("Official score final")
    DECIDED = "appeal.decided", _("Appeal decided")


class Webhook(Versioned):
    """An address of another program. One that is stopped keeps its log."""

    PERSONAL = {"sealed_secret"}

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks", verbose_name=_("club"))
    url = models.URLField(_("address"), max_length=500)
    news = models.JSONField(_("what it is told"), default=list)
    # Sealed with the installation's secret key: a copy of the database alone does not give it away.
    sealed_secret = models.TextField(_("secret"), editable=False)
    made_at = models.DateTimeField(_("made"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    stopped_at = models.DateTimeField(_("stopped"), null=True, blank=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["club", "made_at", "pk"]

    def __str__(self) -> str:
        return self.url

    @property
    def secret(self) -> str:
        return unseal(self.sealed_secret, "webhook") or ""

    @secret.setter
    def secret(self, secret: str) -> None:
        self.sealed_secret = seal(secret, "webhook")


class DeliveryState(models.TextChoices):
    WAITING = "waiting", _("On its way")
    SENT = "sent", _("Received")
    FAILED = "failed", _("Given up")


class Delivery(models.Model):
    """One message to a program: what was sent, and what came of it."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries", verbose_name=_("webhook"))
    uuid = models.UUIDField(default=uuid4, unique=True, editable=False)
    news = models.CharField(_("what"), max_length=20, choices=[*News.choices, ("ping", _("Trial"))])
    body = models.TextField(_("message"))
    made_at = models.DateTimeField(_("made"))
    state = models.CharField(_("state"), max_length=10, choices=DeliveryState.choices, default=DeliveryState.WAITING)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    answer = models.CharField(_("answer"), max_length=300, blank=True)
    tried_at = models.DateTimeField(_("last tried"), null=True, blank=True)

    class Meta:
        verbose_name = _("delivery to a webhook")
        verbose_name_plural = _("deliveries to webhooks")
        ordering = ["-made_at", "-pk"]
        indexes = [models.Index(fields=["webhook", "-made_at"], name="delivery_by_webhook")]

    def __str__(self) -> str:
        return f"{self.news} · {self.uuid}"

    @property
    def club(self) -> Club:
        return self.webhook.club
