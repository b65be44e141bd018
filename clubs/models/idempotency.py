from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class IdempotencyKey(models.Model):
    """A request to the API that its sender may send again: what was asked, and what was answered."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(_("key"), max_length=255)
    # Of method, address, version seen and body: the same key for something else is a mistake of the sender.
    fingerprint = models.CharField(max_length=64)
    # Empty while the request is being answered, in a transaction that nobody else sees.
    status = models.PositiveSmallIntegerField(_("status"), null=True)
    location = models.CharField(max_length=500, blank=True)
    body = models.TextField(blank=True)
    # False where the answer holds a secret: that it was done is remembered, what was answered is not.
    keeps_answer = models.BooleanField(default=True)
    expires_at = models.DateTimeField(_("expires"), db_index=True)

    class Meta:
        verbose_name = _("idempotency key")
        verbose_name_plural = _("idempotency keys")
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once_a_user")]

    def __str__(self) -> str:
        return self.key
