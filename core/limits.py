"""How often something is done in a minute, and by whom: counted in the cache, so that all processes count together."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from core.actors import Actor, client_address

logger = logging.getLogger(__name__)
READING = ("GET", "HEAD", "OPTIONS")
# Longer than the minute that is counted in.
KEPT_SECONDS = 120
RETRY_SECONDS = 60
View = TypeVar("View", bound=Callable[..., HttpResponse])


def is_too_often(kind: str, who: str, most: int, minute: int, times: int = 1) -> bool:
    """Count so many more, and say whether that is beyond `most` in this minute."""
    return is_beyond(kind, who, _count(_key(kind, who, minute), times), most, times)


def was_too_often(kind: str, who: str, most: int, minute: int) -> bool:
    """The same without counting: nothing is kept of whoever was never counted."""
    return int(cache.get(_key(kind, who, minute)) or 0) > most


def _key(kind: str, who: str, minute: int) -> str:
    return f"often-{kind}:{who}:{minute}"


def is_beyond(kind: str, who: str, count: int, most: int, times: int = 1) -> bool:
    """In the log once a minute for each, so that nobody fills the disk either."""
    if count - times <= most < count:
        logger.warning("limits: too many requests", extra={"kind": kind, "who": who, "most": most})
    return count > most


def _count(key: str, times: int) -> int:
    """Most of the time the counter is there: one question to the cache, not two."""
    try:
        return int(cache.incr(key, times) or 0)
    except ValueError:
        return times if cache.add(key, times, KEPT_SECONDS) else times + 1


def limits_itself(view: View) -> View:
    """A view that counts in its own way what is sent to it; kept by `functools.wraps`."""
    view.limits_itself = True  # type: ignore[attr-defined]
    return view


class FormLimitMiddleware:
    """Nobody sends forms faster than a room full of people would: counted by person, strangers by address.

    The API has limits of its own, and so have the tables' devices: hundreds of them may share one address.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Callable[..., Any], *_: Any) -> HttpResponse | None:
        if request.method in READING or hasattr(view, "cls") or hasattr(view, "limits_itself"):
            return None
        actor: Actor = request.actor  # type: ignore[attr-defined]
        who = f"user-{actor.user_id}" if actor.user_id else client_address(request)
        minute = int(actor.at.timestamp() // 60)
        return too_many_forms(request) if is_too_often("forms", who, settings.FORM_POSTS, minute) else None


def too_many_forms(request: HttpRequest) -> HttpResponse:
    """To people as a page, to scripts as their sentence."""
    headers = {"Retry-After": str(RETRY_SECONDS)}
    if "text/html" in request.headers.get("Accept", "text/html"):
        answer = render(request, "too_many_forms.html", status=429)
        answer["Retry-After"] = headers["Retry-After"]
    else:
        sentence = _("Too much was sent in one minute. This was not saved: wait a minute, then send it again.")
        answer = JsonResponse({"sentence": sentence}, status=429, headers=headers)
    # Django would write a line for each, and whoever sends thousands would fill the log.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer
