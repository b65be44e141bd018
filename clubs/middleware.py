"""Who is asking, and in which language and time zone they are answered."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from allauth.mfa.models import Authenticator
from allauth.usersessions.middleware import UserSessionsMiddleware
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from clubs.models import Role
from core import actors
from core.api import problems
from core.text_direction import IN_BYTES, isolate_html

Respond = Callable[[HttpRequest], HttpResponse]
SEEN_FOR_SECONDS = 300
MOST_SEEN = 4096


class ActivityMiddleware(UserSessionsMiddleware):
    """Notes where a person is signed in and when they were last there: to five minutes, so that reading writes nothing.

    A page that follows the game asks every two seconds; a row written each time would queue up with the scores.
    """

    def __init__(self, get_response: Respond) -> None:
        super().__init__(get_response)
        self.seen: dict[tuple[str, ...], float] = {}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not self.was_seen(request) and request.session.session_key and request.user.is_authenticated:
            # Where nothing can be written, whoever only reads is served all the same.
            with suppress(DatabaseError):
                UserSession.objects.create_from_request(request)
        response: HttpResponse = self.get_response(request)
        return response

    def was_seen(self, request: HttpRequest) -> bool:
        """From this device at this address, in this process."""
        device = request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_USER_AGENT", "")
        device_key, now = (request.session.session_key or "", *device), monotonic()
        if now - self.seen.get(device_key, -SEEN_FOR_SECONDS) < SEEN_FOR_SECONDS:
            return True
        if len(self.seen) >= MOST_SEEN:
            self.seen.clear()
        self.seen[device_key] = now
        return False


class ActorMiddleware:
    """Every request has an `actor`; views and services ask it, never the user."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.actor = SimpleLazyObject(lambda: actors.of_request(request))  # type: ignore[attr-defined]
        return self.get_response(request)


class PrivatePageMiddleware:
    """What is shown to somebody who is signed in stays in no cache and on no disk, unless a page says otherwise."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not response.has_header("Cache-Control") and request.user.is_authenticated:
            response["Cache-Control"] = "private, no-store"
        return response


class SecondStepMiddleware:
    """Operators and officers of federations get no further than to set up their second step."""

    # Where it is set up, and what people at a table see whoever is signed in on their phone. Not the page of tokens:
    # whoever has the password alone would make one and need no step any more.
    SIGNING_IN = ("2fa", "login", "logout", "reauthenticate", "confirm-email", "password", "inactive")
    OPEN = (*(f"/account/{page}/" for page in SIGNING_IN), "/t/", "/language/", "/media/", "/health/")

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.SECOND_STEP_REQUIRED or request.path.startswith(self.OPEN) or not lacks_second_step(request):
            return self.get_response(request)
        if request.path.startswith("/api/"):
            return problems.as_http(request, problems.SECOND_STEP)
        sentence = _("Your office needs a second step to sign in: set it up now, it takes a minute.")
        messages.warning(request, sentence)
        return redirect("mfa_activate_totp")


def lacks_second_step(request: HttpRequest) -> bool:
    actor: actors.Actor = request.actor  # type: ignore[attr-defined]
    if actor.user is None:
        return False
    must = actor.user.is_superuser or any(grant.role == Role.OFFICER for grant in actor.grants)
    return must and not Authenticator.objects.filter(user=actor.user, type=Authenticator.Type.TOTP).exists()


class LanguageMiddleware:
    """The user's language, else the one picked in this browser, else the club's, else what the browser asks for."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = chosen_language(request)
        request.language_is_chosen = bool(language)  # type: ignore[attr-defined]
        with translation.override(language or translation.get_language_from_request(request)):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language() or "en")
        timezone.deactivate()
        return response


def chosen_language(request: HttpRequest) -> str:
    """What the person picked, if anything: in their account, or in this browser."""
    language = getattr(request.user, "language", "") or request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return language if language in dict(settings.LANGUAGES) else ""


def speak_for(request: HttpRequest, *, language: str, zone: str) -> None:
    """On a body's pages: its language where the person picked none, and its time zone for everyone."""
    timezone.activate(zone)
    if language in dict(settings.LANGUAGES) and not getattr(request, "language_is_chosen", False):
        translation.activate(language)


class TextDirectionMiddleware:
    """Names of another script are isolated in every page, so that they do not reorder the numbers beside them."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.streaming or not response.get("Content-Type", "").startswith("text/html"):
            return response
        page_is_rtl = translation.get_language_bidi()
        # Most pages have no such letter, and cost no more than looking for one.
        if page_is_rtl or IN_BYTES.search(response.content):
            response.content = isolate_html(response.content.decode(), page_is_rtl=page_is_rtl).encode()
        return response
