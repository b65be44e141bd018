"""The pages everybody may open: the first page, clubs, federations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from clubs.middleware import speak_for
from clubs.models import Club, Federation
from clubs.models.bodies import Level
from clubs.selectors.bodies import child_federations, federation_at, line_above, search_clubs
from clubs.selectors.home import concerns, home_parts, own_bodies, roles_on
from clubs.selectors.joining import own_join_requests, perhaps_oneself
from clubs.selectors.navigation import body_tabs
from clubs.views.bodies import Request, find_body
from core.actors import Actor
from core.conditional import not_modified, with_etag
from core.release import fingerprint

PER_PAGE = 24


@require_safe
def home(request: Request) -> HttpResponse:
    actor = request.actor
    if actor.user is None:
        return render(request, "pages/welcome.html")
    own = own_bodies(request, actor)
    needs = concerns(actor, [place.body for place in own])
    perhaps = perhaps_oneself(actor) if not actor.member_of else []
    context = {
        "own": own,
        "concerns": needs,
        "parts": home_parts(actor),
        "asked_to_join": own_join_requests(actor),
        "perhaps": perhaps,
    }
    return render(request, "pages/home.html", context)


@require_safe
def clubs(request: Request) -> HttpResponse:
    context = _club_list(request)
    if not context["query"]:
        context["federations"] = Federation.objects.filter(level=Level.NATIONAL).order_by("name")
    return render(request, "pages/clubs.html", context)


def _club_list(request: Request, federation: Federation | None = None) -> dict[str, Any]:
    """What the list of clubs needs, here and on a federation's page; htmx asks for the list alone."""
    query = request.GET.get("q", "").strip()[:100]
    matching = search_clubs(actor=request.actor, words=query, under=federation)
    page: Page[Club] = Paginator(matching, PER_PAGE).get_page(request.GET.get("page"))
    return {"query": query, "page": page, "action": request.path}


@require_safe
def club(request: Request, slug: str) -> HttpResponse:
    body = find_body(request.actor, "club", slug)
    assert isinstance(body, Club)
    return answer_club(request, body)


def answer_club(
    request: Request, body: Club, *, changes: str = "", more: Callable[[], dict[str, Any]] = dict
) -> HttpResponse:
    """A club's page, or that it has not changed. `more` is what else is shown, `changes` what that depends on."""
    speak_for(request, language=body.language, zone=body.timezone)
    etag = _etag(request, body, changes)
    if etag and (unchanged := not_modified(request, etag)):
        return unchanged
    context = _club_context(request, request.actor, body) | more()
    response = render(request, "pages/club.html", context)
    if etag:
        return with_etag(response, etag)
    patch_cache_control(response, no_cache=True, private=True)
    return response


def _club_context(request: Request, actor: Actor, body: Club) -> dict[str, Any]:
    return {
        "body": body,
        "tabs": body_tabs(request, actor, body),
        "roles": roles_on(actor, body),
        "is_member": body.pk in actor.member_of,
        "times": [line.strip() for line in body.playing_times.splitlines() if line.strip()],
    }


def _etag(request: Request, body: Club, changes: str) -> str | None:
    """What a stranger sees changes only with these; whoever has a session or a message waiting sees more."""
    if settings.SESSION_COOKIE_NAME in request.COOKIES or "messages" in request.COOKIES:
        return None
    versions = f"{body.pk}.{body.version}.{body.federation_id}.{body.federation.version}.{changes}"
    return f'"{versions}-{translation.get_language()}-{int(settings.DEMO)}-{fingerprint()}"'


@require_safe
def federation(request: Request, slug: str) -> HttpResponse:
    actor = request.actor
    body = federation_at(slug)
    if body is None:
        raise Http404
    speak_for(request, language=body.language, zone=body.timezone)
    context = {
        "body": body,
        "tabs": body_tabs(request, actor, body),
        "roles": roles_on(actor, body),
        "above": line_above(body),
        "children": child_federations(body),
        **_club_list(request, federation=body),
    }
    return render(request, "pages/federation.html", context)
