"""Keys for programs."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.hooks import RunningThing
from clubs.models import ApiToken, User
from clubs.selectors.running import running_things_of
from core import transaction
from core.actors import Actor
from core.audit import Deed, record, record_all
from core.bodies import Body
from core.locks import lock, lock_row
from core.permissions import SCOPES, require

LONGEST = timedelta(days=366)


@transaction.atomic
def make_token(
    *,
    actor: Actor,
    name: str,
    scopes: Iterable[str],
    expires_at: datetime,
    sign_in: str = "",
    ends_with: str = "",
) -> tuple[ApiToken, str]:
    """A new token and its secret, which is shown once and kept only as a digest.

    `sign_in`: the key of the sign-in with which it ends. `ends_with`: that of a session of play.
    """
    require(actor, "token.make")
    chosen = sorted(set(scopes))
    if not chosen or set(chosen) - set(SCOPES):
        raise ValidationError({"scopes": _("Choose at least one of: %(scopes)s.") % {"scopes": ", ".join(SCOPES)}})
    if not actor.at < expires_at <= actor.at + LONGEST:
        raise ValidationError({"expires_at": _("Choose a day within the next year.")})
    running = _running_thing(actor, ends_with) if ends_with else None
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
        ends_with=running.key if running else "",
        ends_with_name=running.name if running else "",
    )
    token.full_clean()
    token.save()
    bound = {"ends_with": token.ends_with} if running else {}
    record(actor=actor, act="token.make", body=None, target=token, after={"scopes": chosen, **bound})
    return token, f"{prefix}.{secret}"


def _running_thing(actor: Actor, key: str) -> RunningThing:
    for thing in running_things_of(actor):
        if thing.key == key:
            return thing
    sentence = _("This is not running, or not yours to run. Choose one of the list, or none.")
    raise ValidationError({"ends_with": sentence})


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
    return _end(actor, None, ApiToken.objects.filter(user=user))


@transaction.atomic
def end_tokens_of(*, actor: Actor, key: str, body: Body) -> int:
    """What runs is over, and the keys that were made for it stop, also if it should go on later. Says how many."""
    return _end(actor, body, ApiToken.objects.filter(ends_with=key))


def _end(actor: Actor, body: Body | None, tokens: QuerySet[ApiToken]) -> int:
    rows = lock(tokens).filter(revoked_at=None, expires_at__gt=actor.at)
    ended = list(rows.order_by("pk"))
    if not ended:
        return 0
    ApiToken.objects.filter(pk__in=[token.pk for token in ended]).update(revoked_at=actor.at)
    record_all(actor=actor, body=body, deeds=[Deed("token.revoke", token) for token in ended])
    return len(ended)


def find_token(text: str) -> ApiToken | None:
    """The token that `prefix.secret` belongs to, whether or not it may still be used."""
    prefix, _dot, secret = text.partition(".")
    token = ApiToken.objects.select_related("user__player").filter(prefix=prefix).first()
    if token is None or not hmac.compare_digest(token.digest, _digest(secret)):
        return None
    return token


def note_use(token: ApiToken, at: datetime) -> None:
    """Remember the last use, to the minute: a write a request would cost more than it tells.

    Where nothing can be written, whoever only reads is served all the same.
    """
    if token.last_used_at is None or at - token.last_used_at > timedelta(minutes=1):
        with suppress(DatabaseError), transaction.atomic():
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=at)


def _digest(secret: str) -> str:
    # The secret is 256 random bits: a plain hash of it cannot be guessed, so no slow hash is needed.
    return hashlib.sha256(secret.encode()).hexdigest()
