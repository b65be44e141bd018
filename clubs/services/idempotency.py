"""Requests that may be sent again: carried out once, answered alike every time.

The row and what the request does are one transaction. Whoever sends the same at the same moment waits for the row
until the first is through, and then finds either its answer or nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from clubs.models import IdempotencyKey, User

# Programs try again within minutes; what was answered may hold names and is not kept longer than a day.
KEPT_FOR = timedelta(hours=24)


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
    rows = IdempotencyKey.objects.select_for_update()
    wanted = {"fingerprint": fingerprint, "expires_at": at + KEPT_FOR}
    row, is_new = rows.get_or_create(user=user, key=key, defaults=wanted)
    if not is_new and row.expires_at <= at:
        row.delete()
        row, is_new = rows.get_or_create(user=user, key=key, defaults=wanted)
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
