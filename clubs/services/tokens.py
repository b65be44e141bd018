"""Keys for programs."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import ApiToken, User
from core import transaction
from core.actors import Actor
from core.audit import Deed, record, record_all
from core.locks import lock, lock_row
from core.permissions import SCOPES, require

LONGEST = timedelta(days=366)


@transaction.atomic
def make_token(
    *, actor: Actor, name: str, scopes: Iterable[str], expires_at: datetime, sign_in: str = ""
) -> tuple[ApiToken, str]:
    """A new token and its secret, which is shown once and kept only as a digest.

    `sign_in`: the key of the sign-in with which it ends.
    """
    require(actor, "token.make")
    chosen = sorted(set(scopes))
    if not chosen or set(chosen) - set(SCOPES):
        raise ValidationError({"scopes": _("Choose at least one of: %(scopes)s.") % {"scopes": ", ".join(SCOPES)}})
    if not actor.at < expires_at <= actor.at + LONGEST:
        raise ValidationError({"expires_at": _("Choose a day within the next year.")})
    prefix, secret = f"tn_{secrets.token_hex(4)}", secrets.token_urlsafe(32)
    token = ApiToken(
        user=actor.user,
        name=name,
        prefix=prefix,
        digest=_digest(secret),
        scopes=chosen,
        created_at=actor.at,
        expires_at=expires_at,
        sign_in=sign_in,
    )
    token.full_clean()
    token.save()
    record(actor=actor, act="token.make", body=None, target=token, after={"scopes": chosen})
    return token, f"{prefix}.{secret}"


@transaction.atomic
def revoke_token(*, actor: Actor, token: ApiToken) -> ApiToken:
    require(actor, "token.revoke", token)
    token = lock_row(token)
    if token.revoked_at is None:
        token.revoked_at = actor.at
        token.save(update_fields=["revoked_at"])
        record(actor=actor, act="token.revoke", body=None, target=token)
    return token


@transaction.atomic
def end_tokens(*, actor: Actor, user: User) -> int:
    """With a new password, for whoever asked for it: programs that had a key of the old days stop. Says how many."""
    rows = lock(ApiToken.objects).filter(user=user, revoked_at=None, expires_at__gt=actor.at)
    ended = list(rows.order_by("pk"))
    ApiToken.objects.filter(pk__in=[token.pk for token in ended]).update(revoked_at=actor.at)
    record_all(actor=actor, body=None, deeds=[Deed("token.revoke", token) for token in ended])
    return len(ended)


def find_token(text: str) -> ApiToken | None:
    """The token that `prefix.secret` belongs to, whether or not it may still be used."""
    prefix, _dot, secret = text.partition(".")
    token = ApiToken.objects.select_related("user__player").filter(prefix=prefix).first()
    if token is None or not hmac.compare_digest(token.digest, _digest(secret)):
        return None
    return token


def note_use(token: ApiToken, at: datetime) -> None:
    """Remember the last use, to the minute: a write a request would cost more than it tells."""
    if token.last_used_at is None or at - token.last_used_at > timedelta(minutes=1):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=at)


def _digest(secret: str) -> str:
    # The secret is 256 random bits: a plain hash of it cannot be guessed, so no slow hash is needed.
    return hashlib.sha256(secret.encode()).hexdigest()
