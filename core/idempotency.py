"""Requests that may be sent again: carried out once, answered alike every time.

The row and what the request does are one transaction. Whoever sends the same at the same moment waits for the row
until the first is through, and then finds either its answer or nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.locks import lock

if TYPE_CHECKING:
    from clubs.models import User

# Programs try again within minutes; what was answered may hold names and is not kept longer than a day.
KEPT_FOR = timedelta(hours=24)


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
        app_label = "clubs"
        verbose_name = _("idempotency key")
        verbose_name_plural = _("idempotency keys")
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once_a_user")]

    def __str__(self) -> str:
        return self.key


class KeyReused(Exception):
    """The key was used for another request."""


class AnsweredBefore(Exception):
    """The request was carried out already; `row` has the answer."""

    def __init__(self, row: IdempotencyKey) -> None:
        self.row = row


def claim_key(*, user: User, key: str, fingerprint: str, at: datetime) -> IdempotencyKey:
    """The row of a request that is to be carried out now; call it in the transaction that does so.

    Raises `AnsweredBefore` where that was done, `KeyReused` where the key stands for something else.
    """
    rows = lock(IdempotencyKey.objects)
    fields = {"fingerprint": fingerprint, "expires_at": at + KEPT_FOR}
    row, is_new = rows.get_or_create(user=user, key=key, defaults=fields)
    if not is_new and row.expires_at <= at:
        row.delete()
        row, is_new = rows.get_or_create(user=user, key=key, defaults=fields)
    if is_new:
        return row
    if row.fingerprint != fingerprint:
        raise KeyReused
    raise AnsweredBefore(row)


def keep_answer(*, row: IdempotencyKey, status: int, location: str, body: str, keeps_answer: bool) -> None:
    row.status, row.keeps_answer = status, keeps_answer
    if keeps_answer:
        row.location, row.body = location, body
    row.save()


def forget_expired_keys(at: datetime) -> int:
    expired = IdempotencyKey.objects.filter(expires_at__lte=at)
    return expired.delete()[0] if expired.exists() else 0
