"""What all pages of a federation or club share: finding it, checking the right, its tabs, language and time zone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from clubs.middleware import speak_for
from clubs.models import Federation
from clubs.models.bodies import Body
from clubs.selectors.navigation import body_tabs
from clubs.selectors.visible import visible_clubs
from core.actors import Actor
from core.errors import Forbidden
from core.permissions import may

View = Callable[..., HttpResponseBase]


class Request(HttpRequest):
    """A request as our middleware leaves it."""

    actor: Actor


def find_body(actor: Actor, kind: str, slug: str) -> Body:
    """The body at this address; one that is not for this actor's eyes is not there."""
    rows: Any = visible_clubs(actor).select_related("federation") if kind == "club" else Federation.objects.all()
    body: Body | None = rows.filter(slug=slug).first()
    if body is None:
        raise Http404
    return body


def body_page(act: str) -> Callable[[View], View]:
    """A view of a body: `act` is what one must be allowed to do there (`.change` means club.change or its like)."""

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: Request, kind: str, slug: str, **arguments: Any) -> HttpResponseBase:
            actor = request.actor
            body = find_body(actor, kind, slug)
            speak_for(request, language=body.language, zone=body.timezone)
            if not may(actor, f"{kind}{act}" if act.startswith(".") else act, body):
                if actor.user is None:
                    return redirect_to_login(request.get_full_path())
                raise Forbidden
            return view(request, body, **arguments)

        return page

    return decorate


def render_body(
    request: Request, body: Body, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    tabs = body_tabs(request, request.actor, body)
    return render(request, template, {"body": body, "tabs": tabs, **context}, status=status)
