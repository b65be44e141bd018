"""Making, changing, announcing and calling off events, and planning their sessions."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from events.forms.conditions import EventForm, NewEventForm, RemarksForm
from events.forms.entries import MomentForm, OptionalReasonForm, ReasonForm
from events.models import Event, Session
from events.models.sessions import SessionState
from events.selectors.events import event_contents
from events.services.events import add_event, cancel_event, change_event, publish_event, restore_event
from events.services.planning import move_session, plan_session, remove_session
from events.services.removing import bring_back_event, obstacles_to_removing, remove_event
from events.views.event_base import event_page, event_url, render_event
from events.wording import local_moment


@require_http_methods(["GET", "POST"])
@body_page("event.manage")
def new(request: Request, body: Club) -> HttpResponse:
    form = NewEventForm(posted(request), club=body)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            event = add_event(actor=request.actor, club=body, **form.changes())
            messages.success(request, _("Made. Look at it, then announce it."))
            return redirect(event_url(event))
    return render_body(request, body, "events/event_new.html", {"form": form}, status=status_of(form))


@require_http_methods(["GET", "POST"])
@event_page("event.manage")
def edit(request: Request, event: Event) -> HttpResponse:
    begun = event.sessions.filter(state__in=[SessionState.PLAYING, SessionState.FINISHED]).exists()
    stored = Event.objects.select_related("club__federation").get(pk=event.pk)
    form: Any = RemarksForm(posted(request), instance=stored)
    if not begun:
        form = EventForm(posted(request), instance=stored, club=event.club)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, row=event):
            change_event(actor=request.actor, event=event, version=form.cleaned_data["version"], **form.changes())
            messages.success(request, _("Saved."))
            return redirect(event_url(event))
    context = {"form": form, "begun": begun, "back": event_url(event)}
    return render_event(request, event, "events/event_edit.html", context, status=status_of(form))


@require_POST
@event_page("event.manage")
def publish(request: Request, event: Event) -> HttpResponse:
    with refusals_as_messages(request):
        publish_event(actor=request.actor, event=event)
        messages.success(request, _("Announced: everybody can read it now."))
    return redirect(event_url(event))


@require_POST
@event_page("event.manage")
def restore(request: Request, event: Event) -> HttpResponse:
    with refusals_as_messages(request):
        restore_event(actor=request.actor, event=event)
        messages.success(request, _("It is played after all."))
    return redirect(event_url(event))


@require_http_methods(["GET", "POST"])
@event_page("event.manage")
def cancel(request: Request, event: Event) -> HttpResponse:
    """A page of its own, so that nobody calls an evening off by a slip of the finger."""
    form = ReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            cancel_event(actor=request.actor, event=event, **form.cleaned_data)
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
        with refusals_on(form):
            remove_event(actor=request.actor, event=event, **form.cleaned_data)
            messages.success(request, _("“%(event)s” is removed. It can be brought back below.") % {"event": event})
            return redirect(body_url(event.club, "events"))
    obstacles = [sentence for error in obstacles_to_removing(event) for sentence in error.messages]
    context = {"form": form, "back": event_url(event), "holds": event_contents(event), "obstacles": obstacles}
    return render_event(request, event, "events/event_remove.html", context, status=status_of(form))


@require_POST
@event_page("event.manage", also_removed=True)
def bring_back(request: Request, event: Event) -> HttpResponse:
    with refusals_as_messages(request):
        bring_back_event(actor=request.actor, event=event)
        messages.success(request, _("“%(event)s” is back, as it was.") % {"event": event})
    return redirect(event_url(event))


@require_http_methods(["GET", "POST"])
@event_page("event.manage")
def plan(request: Request, event: Event) -> HttpResponse:
    form = MomentForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            session = plan_session(actor=request.actor, event=event, starts_at=form.cleaned_data["starts_at"])
            messages.success(request, _("Planned: %(when)s.") % {"when": local_moment(event.club, session.starts_at)})
            return redirect(event_url(event))
    context = {"form": form, "back": event_url(event)}
    return render_event(request, event, "events/session_plan.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
@event_page("event.manage")
def move(request: Request, event: Event, session_id: int) -> HttpResponse:
    session = _session(event, session_id)
    form = MomentForm(posted(request), initial={"starts_at": session.starts_at, "version": session.version})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, row=session):
            move_session(actor=request.actor, session=session, **form.cleaned_data)
            moment = form.cleaned_data["starts_at"]
            messages.success(request, _("Moved: %(when)s.") % {"when": local_moment(event.club, moment)})
            return redirect(event_url(event))
    context = {"form": form, "session": session, "back": event_url(event)}
    return render_event(request, event, "events/session_plan.html", context, status=status_of(form))


@require_POST
@event_page("event.manage")
def remove(request: Request, event: Event, session_id: int) -> HttpResponse:
    session = _session(event, session_id)
    with refusals_as_messages(request):
        remove_session(actor=request.actor, session=session)
        messages.success(request, _("Removed."))
    return redirect(event_url(event))


def _session(event: Event, session_id: int) -> Session:
    session = get_object_or_404(Session.objects.filter(event=event), pk=session_id)
    session.event = event
    return session
