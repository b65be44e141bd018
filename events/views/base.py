"""What all pages of a session share: finding it, checking the right, its own tabs."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse

from clubs.models import Club
from clubs.views.bodies import Request, View, body_page, render_body
from core.errors import Forbidden
from core.permissions import may
from events.models import Session
from events.selectors.navigation import session_links


def find_session(club: Club, session_id: int) -> Session:
    sessions = Session.objects.filter(event__removed_at=None).select_related("event__club__federation", "event__series")
    return get_object_or_404(sessions, pk=session_id, event__club=club)


def session_page(act: str) -> Callable[[View], View]:
    """A view of a session of a club: `act` is what one must be allowed to do with the session."""

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: Request, body: Club, session_id: int, **kwargs: Any) -> HttpResponseBase:
            session = find_session(body, session_id)
            if not may(request.actor, act, session):
                raise Forbidden
            return view(request, session, **kwargs)

        # Whoever is not signed in is asked to, before anything is looked up for them.
        return body_page("club.view" if act == "club.view" else act)(page)

    return decorate


def session_url(session: Session, page: str = "session", **more: object) -> str:
    return reverse(f"club-{page}", kwargs={"slug": session.club.slug, "session_id": session.pk, **more})


def render_session(
    request: Request, session: Session, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    common = {
        "session": session,
        "event": session.event,
        "session_tabs": session_links(request, request.actor, session),
    }
    return render_body(request, session.club, template, common | context, status=status)
