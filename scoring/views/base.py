"""What the pages of the director's desk share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from clubs.views.bodies import Request
from core.refusals import collect_refusals
from events.models import Play, Section, Session
from events.selectors.seats import session_places
from events.views.base import session_page, session_url
from scoring.selectors.history import refuse_unplayed, session_plays

Act = Callable[..., Any]
Render = Callable[..., HttpResponse]


def act_on(render: Render) -> Callable[[Act], Callable[..., HttpResponseBase]]:
    """A posted act. It returns a sentence to tell, or an answer; what is refused is said on the page it came from."""

    def decorate(act: Act) -> Callable[..., HttpResponseBase]:
        @require_POST
        @session_page("session.run")
        @wraps(act)
        def view(request: Request, session: Session, **url_arguments: Any) -> HttpResponse:
            with collect_refusals() as errors:
                answer = act(request, session, **url_arguments)
                if isinstance(answer, HttpResponse):
                    return answer
                if answer:
                    messages.success(request, answer)
                return redirect(back_to(request, session))
            session.refresh_from_db()
            return render(request, session, errors=errors, **url_arguments)

        return view

    return decorate


def back_to(request: Request, session: Session) -> str:
    """The desk, at the part where the person was."""
    part = request.POST.get("part", "")
    return session_url(session, "session-desk") + (f"#{part}" if part.isalpha() else "")


def find_play(request: Request, session: Session, play_id: int) -> Play:
    """A play that this person may look at: not a board that they have yet to play themselves."""
    play = get_object_or_404(session_plays(session), pk=play_id)
    refuse_unplayed(request.actor, session, play.board)
    return play


def find_section(session: Session, section_id: int) -> Section:
    return get_object_or_404(session.sections.select_related("session__event__club__federation"), pk=section_id)


def place_titles(session: Session) -> dict[int, str]:
    """Number and name of each contestant of a session by its place, for a form to choose from."""
    places = list(session_places(session))
    several = len({place.section_id for place in places}) > 1
    return {place.pk: f"{place.section.letter if several else ''}{place.number} {place.contestant}" for place in places}
