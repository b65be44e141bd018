"""What hangs on the wall: the projector's page, the clock's state, the seating list, the movement."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.formats import date_format, time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.views import printing
from clubs.views.bodies import Request, View
from core.conditional import conditional_response
from core.permissions import may
from events.models import Session
from events.models.sessions import SessionState
from events.selectors.clock import ClockState, clock_state, millis
from events.selectors.screens import Screen
from events.selectors.tables import Room, sees_names, session_room
from events.views.base import session_page, session_url

PER_PAGE = 8
# Nobody counts down to tomorrow: as long as that the hour is said, and no seconds.
LONG_BEFORE = 3600


def room_page(view: Callable[..., HttpResponseBase]) -> View:
    """A page for everybody in the room. What is only planned, for an event that is not announced, is not there."""

    @session_page("club.view")
    @wraps(view)
    def page(request: Request, session: Session, **kwargs: Any) -> HttpResponseBase:
        is_public = session.event.published_at is not None or session.state != SessionState.DRAFT
        if not is_public and not may(request.actor, "session.run", session):
            raise Http404
        return view(request, session, **kwargs)

    return page


def room_for(request: Request, session: Session) -> Room:
    return session_room(session, open_names=sees_names(request.actor, session))


def clock_context(session: Session, rounds: int, now: datetime, url: str = "") -> dict[str, Any]:
    """What the clock on a page needs to run by itself, and what it shows until then."""
    state = clock_state(session)
    words = phase_words(session, rounds, now)
    look = clock_appearance(state, now)
    return {
        "clock": state,
        "face": state.face(now),
        "look": look,
        "is_long_before": look == "before" and state.face(now).seconds_left > LONG_BEFORE,
        "clock_says": words[look],
        "clock_data": json.dumps(state.as_data()),
        "clock_json_words": json.dumps(words),
        "clock_now": millis(now),
        "clock_url": url or session_url(session, "session-clock-state"),
        "rounds": rounds,
    }


def clock_appearance(state: ClockState, now: datetime) -> str:
    """The name of what is to be seen; the page's script finds the same."""
    face = state.face(now)
    if state.phase in ("finished", "unset"):
        return state.phase
    if face.over:
        return f"{state.phase}-over"
    if face.paused:
        return "paused"
    return "warning" if face.warning else state.phase


def phase_words(session: Session, rounds: int, now: datetime) -> dict[str, str]:
    """What to say in each phase. Words as well as colours: not everybody sees red."""
    coming = {"round": session.round + 1}
    last = session.round >= rounds
    starts = localtime(session.starts_at)
    is_today = starts.date() == localtime(now).date()
    if is_today:
        begins = _("Play begins at %(time)s") % {"time": time_format(starts, "TIME_FORMAT")}
    else:
        begins = _("Play begins on %(time)s") % {"time": date_format(starts, "SHORT_DATETIME_FORMAT")}
    moving = _("This was the last round") if last else _("Move for round %(round)s") % coming
    moved = _("This was the last round") if last else _("Round %(round)s begins in a moment") % coming
    return {
        "before": begins,
        "before-over": _("Play begins in a moment"),
        "playing": _("Playing"),
        "warning": _("Little time left"),
        "playing-over": _("Time is up"),
        "moving": moving,
        "moving-over": moved,
        "break": _("Break"),
        "break-over": _("The break is over"),
        "paused": _("The clock is stopped"),
        "finished": _("The session is finished"),
        "unset": "",
    }


def papers(request: HttpRequest, kind: str, slug: str, session_id: int) -> HttpResponseBase:
    """All there is to print of the session."""
    return printing.papers(request, kind=kind, slug=slug, source="session", pk=session_id)


@require_safe
@room_page
def state(request: Request, session: Session) -> HttpResponse:
    return clock_answer(request, session, request.actor.at)


def clock_answer(request: HttpRequest, session: Session, now: datetime) -> HttpResponse:
    """The clock for pages that count down by themselves: cheap to ask, and 304 while nobody touches it."""
    answer = JsonResponse(clock_state(session).as_data())
    answer["X-Now"] = str(millis(now))
    return conditional_response(request, answer)


@require_safe
@room_page
def projector(request: Request, session: Session) -> HttpResponse:
    room = room_for(request, session)
    clock = clock_context(session, room.rounds, request.actor.at)
    screen = Screen(room, clock["clock"].phase)
    tables = screen.tables if screen.layout == "seats" else []
    context = {
        "session": session,
        "event": session.event,
        "body": session.club,
        "screen": screen,
        "several": len(room.sections) > 1,
        "pages": [tables[at : at + PER_PAGE] for at in range(0, len(tables), PER_PAGE)],
        **clock,
    }
    parts = render_to_string("events/room_parts.html", context, request)
    # The time is not part of it: it runs on by itself.
    return conditional_response(request, render(request, "events/room.html", context | {"parts": parts}), basis=parts)
