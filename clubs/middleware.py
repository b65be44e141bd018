"""Who is asking, and in which language and time zone they are answered."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from allauth.usersessions.middleware import UserSessionsMiddleware
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.functional import SimpleLazyObject

from core import actors
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
        response: HttpResponse = self.get_response(request) if self.was_seen(request) else super().__call__(request)
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
