"""What the pages about a session's rulings share: the right is asked for on the session itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http.response import HttpResponseBase

from clubs.models import Club
from clubs.views.bodies import Request, View, body_page
from core.actors import system
from core.errors import Forbidden
from core.permissions import may
from events.selectors.naming import NameAnswer, TypedName, match_typed_names
from events.views.base import find_session
from events.views.desk import NameField


def on_session(*acts: str) -> Callable[[View], View]:
    """A page of a session for whoever has one of these rights there; being named for it needs no role in the club."""

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: Request, body: Club, session_id: int, **rest: Any) -> HttpResponseBase:
            if request.actor.user is None:
                return redirect_to_login(request.get_full_path())
            session = find_session(body, session_id)
            if not any(may(request.actor, act, session) for act in acts):
                raise Forbidden
            return view(request, session, **rest)

        return body_page("club.view")(page)

    return decorate


def typed_names(request: Request, club: Club, labels: list[Any]) -> list[NameField]:
    """Fields for people: a few letters or a number. The page has asked for the right already."""
    typed = [
        TypedName(request.POST.get(f"player_{at}", "")[:120], request.POST.get(f"pick_{at}", "")[:20])
        for at in range(1, len(labels) + 1)
    ]
    answers = [NameAnswer() for _one in typed]
    if request.method == "POST":
        answers = match_typed_names(actor=system(request.actor.at), club=club, typed=typed)
    return [
        NameField(at, one, answer, label)
        for at, (one, answer, label) in enumerate(zip(typed, answers, labels, strict=True), start=1)
    ]
