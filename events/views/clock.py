"""The director's hand on the clock, on a phone or with a few keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.views.bodies import Request
from core.posted import number_in
from core.refusals import collect_refusals, refusals_on, status_of
from events.forms.room import LengthsForm, MinutesForm
from events.models import Clock, Session
from events.models.sessions import SessionState
from events.selectors.claims import open_seat_claims
from events.services import clock as clocks
from events.services.sessions import call_round
from events.views.base import render_session, session_page, session_url
from events.views.room import clock_context, room_for

Turn = Callable[[Request, Session, int | None], Any]


def _minutes(request: Request) -> int:
    form = MinutesForm(request.POST)
    if not form.is_valid():
        raise ValidationError([str(message) for field_errors in form.errors.values() for message in field_errors])
    return int(form.cleaned_data["minutes"])


def _turn_by(service: Callable[..., Any], **fixed: int) -> Turn:
    return lambda request, session, version: service(actor=request.actor, session=session, version=version, **fixed)


def _turn_for_minutes(service: Callable[..., Any]) -> Turn:
    return lambda request, session, version: service(
        actor=request.actor, session=session, version=version, minutes=_minutes(request)
    )


def _next(request: Request, session: Session, version: int | None) -> None:
    call_round(actor=request.actor, session=session, version=number_in(request.POST, "session_version"))


TURNS: dict[str, Turn] = {
    "pause": _turn_by(clocks.pause),
    "resume": _turn_by(clocks.resume),
    "more": _turn_by(clocks.add_time, minutes=1),
    "less": _turn_by(clocks.add_time, minutes=-1),
    "move": _turn_by(clocks.call_move),
    "next": _next,
    "break": _turn_for_minutes(clocks.begin_break),
    "play-on": _turn_for_minutes(clocks.play_on),
    "restart": lambda request, session, version: clocks.start_clock(actor=request.actor, session=session),
}


@require_safe
@session_page("session.run")
def control(request: Request, session: Session) -> HttpResponse:
    return _render(request, session)


@require_POST
@session_page("session.run")
def turn(request: Request, session: Session) -> HttpResponse:
    act = TURNS.get(request.POST.get("act", ""))
    with collect_refusals() as errors:
        if act is None:
            raise ValidationError(_("Choose one of the buttons."))
        act(request, session, number_in(request.POST, "version"))
        return redirect(session_url(session, "session-clock"))
    return _render(request, _reread(session), errors=errors)


@require_POST
@session_page("session.run")
def lengths(request: Request, session: Session) -> HttpResponse:
    form = LengthsForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            clocks.set_clock(
                actor=request.actor, session=session, version=form.cleaned_data["version"], **form.seconds()
            )
            messages.success(request, _("The clock is set. A round in play keeps its time."))
            return redirect(session_url(session, "session-clock"))
    return _render(request, _reread(session), form=form)


def _reread(session: Session) -> Session:
    return Session.objects.select_related("event__club__federation", "clock").get(pk=session.pk)


def _render(
    request: Request, session: Session, *, errors: list[str] | None = None, form: LengthsForm | None = None
) -> HttpResponse:
    room = room_for(request, session)
    clock: Clock | None = getattr(session, "clock", None)
    context = {
        "errors": errors or [],
        "form": form or LengthsForm.showing(clock, clocks.usual_lengths(session)),
        "is_playing": session.state == SessionState.PLAYING,
        "is_last": session.round >= room.rounds,
        "next_round": session.round + 1,
        "claims": len(open_seat_claims(session)),
        "room_url": session_url(session, "session-room"),
        **clock_context(session, room.rounds, request.actor.at),
    }
    return render_session(request, session, "events/clock.html", context, status=status_of(errors, form))
