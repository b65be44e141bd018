"""Making, changing, announcing and calling off events, and planning their sessions."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import carried_out, page_of, posted, status_of
from core.errors import Conflict
from core.forms import add_errors
from events.forms.conditions import EventForm, NewEventForm, RemarksForm
from events.forms.entries import MomentForm, OptionalReasonForm, ReasonForm
from events.models import Event, Session
from events.models.sessions import State
from events.selectors.events import contents_of
from events.services.events import add_event, cancel_event, change_event, publish_event, restore_event
from events.services.planning import move_session, plan_session, remove_session
from events.services.removing import bring_back_event, obstacles_to_removing, remove_event
from events.views.event_base import attempt, event_page, event_url, render_event
from events.wording import when


@require_http_methods(["GET", "POST"])
@body_page("event.manage")
def new(request: Request, body: Club) -> HttpResponse:
    form = NewEventForm(posted(request), club=body)
    if request.method == "POST" and form.is_valid():
        try:
            event = add_event(actor=request.actor, club=body, **form.changes())
        except ValidationError as error:
            form.show(error)
        else:
            messages.success(request, _("Made. Look at it, then announce it."))
            return redirect(event_url(event))
    return render_body(request, body, "events/event_new.html", {"form": form}, status=status_of(form))


@require_http_methods(["GET", "POST"])
@event_page("event.manage")
def edit(request: Request, event: Event) -> HttpResponse:
    begun = event.sessions.filter(state__in=[State.PLAYING, State.FINISHED]).exists()
    stored = Event.objects.select_related("club__federation").get(pk=event.pk)
    form: Any = RemarksForm(posted(request), instance=stored)
    if not begun:
        form = EventForm(posted(request), instance=stored, club=event.club)
    if request.method == "POST" and form.is_valid() and _save(request, event, form):
        messages.success(request, _("Saved."))
        return redirect(event_url(event))
    context = {"form": form, "begun": begun, "back": event_url(event)}
    return render_event(request, event, "events/event_edit.html", context, status=status_of(form))


def _save(request: Request, event: Event, form: Any) -> bool:
    try:
        change_event(actor=request.actor, event=event, version=form.cleaned_data["version"], **form.changes())
    except Conflict as conflict:
        form.show_conflict(Event.objects.get(pk=event.pk), conflict.message)
    except ValidationError as error:
        form.show(error)
    return not form.errors


@require_POST
@event_page("event.manage")
def publish(request: Request, event: Event) -> HttpResponse:
    def act() -> str:
        publish_event(actor=request.actor, event=event)
        return _("Announced: everybody can read it now.")

    return attempt(request, event_url(event), act)


@require_POST
@event_page("event.manage")
def restore(request: Request, event: Event) -> HttpResponse:
    def act() -> str:
        restore_event(actor=request.actor, event=event)
        return _("It is played after all.")

    return attempt(request, event_url(event), act)


@require_http_methods(["GET", "POST"])
@event_page("event.manage")
def cancel(request: Request, event: Event) -> HttpResponse:
    """A page of its own, so that nobody calls an evening off by a slip of the finger."""
    form = ReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            cancel_event(actor=request.actor, event=event, **form.cleaned_data)
        except ValidationError as error:
            add_errors(form, error)
        else:
            messages.success(request, _("Cancelled."))
            return redirect(event_url(event))
    context = {"form": form, "back": event_url(event)}
    return render_event(request, event, "events/event_cancel.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
@event_page("event.manage")
def remove_all(request: Request, event: Event) -> HttpResponse:
    """Says what goes with it, or why it cannot go; offers cancelling, which those who have entered can read of."""
    form = OptionalReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            remove_event(actor=request.actor, event=event, **form.cleaned_data)
        except ValidationError as error:
            add_errors(form, error)
        else:
            messages.success(request, _("“%(event)s” is removed. It can be brought back below.") % {"event": event})
            return redirect(page_of(event.club, "events"))
    obstacles = [sentence for error in obstacles_to_removing(event) for sentence in error.messages]
    context = {"form": form, "back": event_url(event), "holds": contents_of(event), "obstacles": obstacles}
    return render_event(request, event, "events/event_remove.html", context, status=status_of(form))


@require_POST
@event_page("event.manage", also_removed=True)
def bring_back(request: Request, event: Event) -> HttpResponse:
    def act() -> str:
        bring_back_event(actor=request.actor, event=event)
        return _("“%(event)s” is back, as it was.") % {"event": event}

    return attempt(request, event_url(event), act)


@require_http_methods(["GET", "POST"])
@event_page("event.manage")
def plan(request: Request, event: Event) -> HttpResponse:
    form = MomentForm(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            session = plan_session(actor=request.actor, event=event, starts_at=form.cleaned_data["starts_at"])
        except ValidationError as error:
            add_errors(form, error)
        else:
            messages.success(request, _("Planned: %(when)s.") % {"when": when(event.club, session.starts_at)})
            return redirect(event_url(event))
    context = {"form": form, "back": event_url(event)}
    return render_event(request, event, "events/session_plan.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
@event_page("event.manage")
def move(request: Request, event: Event, session_id: int) -> HttpResponse:
    session = _session(event, session_id)
    form = MomentForm(posted(request), initial={"starts_at": session.starts_at, "version": session.version})
    if request.method == "POST" and form.is_valid():

        def act() -> None:
            move_session(actor=request.actor, session=session, **form.cleaned_data)

        if carried_out(request, form, act, version=session.version):
            moment = form.cleaned_data["starts_at"]
            messages.success(request, _("Moved: %(when)s.") % {"when": when(event.club, moment)})
            return redirect(event_url(event))
    context = {"form": form, "session": session, "back": event_url(event)}
    return render_event(request, event, "events/session_plan.html", context, status=status_of(form))


@require_POST
@event_page("event.manage")
def remove(request: Request, event: Event, session_id: int) -> HttpResponse:
    session = _session(event, session_id)

    def act() -> str:
        remove_session(actor=request.actor, session=session)
        return _("Removed.")

    return attempt(request, event_url(event), act)


def _session(event: Event, session_id: int) -> Session:
    session = get_object_or_404(Session.objects.filter(event=event), pk=session_id)
    session.event = event
    return session
