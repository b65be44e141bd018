"""What the pages of rulings share: finding the session and the ruling, and saying what was refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from clubs.models import Club
from clubs.views.bodies import Request, View, body_page
from core.errors import Forbidden
from core.permissions import may
from core.refusals import refusals_as_messages
from events.models import Session
from events.views.base import find_session, session_url
from rulings.models import Ruling
from rulings.selectors.reach import Reach, director_reach
from rulings.selectors.visible import visible_rulings


def ruling_page(*acts: str) -> Callable[[View], View]:
    """A page of a session for whoever has one of these rights there; deputies hold no role in the club."""

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: Request, body: Club, session_id: int, **arguments: Any) -> HttpResponseBase:
            if request.actor.user is None:
                return redirect_to_login(request.get_full_path())
            session = find_session(body, session_id)
            if not any(may(request.actor, act, session) for act in acts):
                raise Forbidden
            return view(request, session, **arguments)

        return body_page("club.view")(page)

    return decorate


def acting(act: Callable[..., Any]) -> Callable[..., HttpResponseBase]:
    """A posted act of somebody who rules. What is refused is said where they came from."""

    @require_POST
    @ruling_page("ruling.make")
    @wraps(act)
    def view(request: Request, session: Session, **arguments: Any) -> HttpResponse:
        with refusals_as_messages(request):
            message = act(request, session, **arguments)
            if isinstance(message, HttpResponse):
                return message
            if message:
                messages.success(request, message)
        return redirect(back_to(request, session))

    return view


def back_to(request: Request, session: Session) -> str:
    """The desk or the rulings: where the person was."""
    if request.POST.get("then") == "desk" and may(request.actor, "session.run", session):
        return session_url(session, "session-desk")
    return session_url(session, "session-rulings")


def find_ruling(request: Request, session: Session, ruling_id: int, reach: Reach | None = None) -> Ruling:
    """A ruling that this person may read; any other is not there."""
    return get_object_or_404(visible_rulings(request.actor, session, reach), pk=ruling_id)


def find_case(request: Request, session: Session, ruling_id: int) -> tuple[Ruling, Reach]:
    """A ruling that this person may work on."""
    reach = director_reach(request.actor, session)
    ruling = find_ruling(request, session, ruling_id, reach)
    reach.require(ruling.section_id, ruling.round, ruling.table, ruling.board)
    return ruling, reach


def ruling_url(ruling: Ruling, page: str = "ruling") -> str:
    return session_url(ruling.session, page, ruling_id=ruling.pk)


def redirect_saved(request: Request, address: str) -> HttpResponse:
    """On to `address`, which tells the browser that what it kept of the form has arrived (static/tenace/drafts.js)."""
    draft = request.POST.get("draft", "")
    return redirect(f"{address}?{urlencode({'saved': draft[:40]})}" if draft else address)
