"""Who calls the API: a person with a session, or a program with a token; `request.actor` says which."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from clubs.accounts import AuthenticationBackend
from clubs.models import ApiToken, User
from clubs.services.tokens import find_token, note_use
from core import actors
from core.api.problems import CHALLENGE

SHAPE = re.compile(r"tn_[0-9a-f]{8}\.[A-Za-z0-9_-]{20,100}")


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer tn_xxxxxxxx.secret`"""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = _usable(text.strip())
        actor = actors.of_request(request._request, user=token.user, token=token)
        note_use(token, actor.at)
        _speak(token.user.language)
        _act_as(request, actor)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


class SessionAuthentication(authentication.SessionAuthentication):
    """The cookie of a signed-in browser; what changes something also needs the CSRF token."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        credentials = super().authenticate(request)
        if credentials:
            _act_as(request, actors.of_request(request._request, user=credentials[0]))
        return credentials

    def enforce_csrf(self, request: Request) -> None:
        # The actor comes first, so that somebody signed in is told 403 and not to sign in.
        _act_as(request, actors.of_request(request._request))
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            sentence = _("The CSRF token is missing or wrong. Send the cookie's value as “X-CSRFToken”.")
            raise exceptions.PermissionDenied(sentence) from None


def _usable(text: str) -> ApiToken:
    """The token, or a sentence that says why it does not open the door and what to do."""
    token = find_token(text) if SHAPE.fullmatch(text) else None
    if token is None:
        raise _refusal("token_unknown", _("This token is not known here. Copy it again, or make a new one."))
    if token.revoked_at is not None:
        raise _refusal("token_revoked", _("This token has been revoked. Make a new one in your account."))
    if not token.is_usable(timezone.now()):
        raise _refusal("token_expired", _("This token has expired. Make a new one in your account."))
    if not AuthenticationBackend().user_can_authenticate(token.user):
        sentence = _("The account of this token may not sign in. Ask whoever runs this installation.")
        raise _refusal("account_closed", sentence)
    return token


def _refusal(code: str, sentence: str) -> exceptions.AuthenticationFailed:
    return exceptions.AuthenticationFailed(sentence, code=code)


def _act_as(request: Request, actor: actors.Actor) -> None:
    request.actor = actor  # type: ignore[attr-defined]
    request._request.actor = actor  # type: ignore[attr-defined]


def _speak(language: str) -> None:
    """The middleware could not know the token's user; it still resets the language afterwards."""
    if language in dict(settings.LANGUAGES):
        translation.activate(language)
