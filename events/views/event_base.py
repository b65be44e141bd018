"""What all pages of an event share: finding it, checking the right, its address."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from clubs.models import Club
from clubs.views.bodies import Request, View, body_page, render_body
from clubs.views.office import body_url
from core.errors import Forbidden
from core.permissions import may
from events.models import Event
from events.selectors.events import with_dates


def find_event(request: Request, club: Club, event_id: int) -> Event:
    """One that is not for this person's eyes is not there."""
    events = with_dates(Event.objects.select_related("club__federation", "series"))
    event = events.filter(pk=event_id, club=club).first()
    if event is None or not may(request.actor, "event.view", event):
        raise Http404
    event.club = club
    return event


def event_page(*acts: str, also_removed: bool = False) -> Callable[[View], View]:
    """A view of an event of a club, for whoever may do one of these acts with it.

    Of a removed event there is its own page alone, for who may bring it back; all others lead there.
    """

    def decorate(view: View) -> View:
        @body_page("club.view")
        @wraps(view)
        def page(request: Request, body: Club, event_id: int, **kwargs: Any) -> HttpResponseBase:
            event = find_event(request, body, event_id)
            if event.removed_at and not also_removed:
                messages.error(request, _("“%(event)s” has been removed. Bring it back first.") % {"event": event})
                return redirect(event_url(event))
            if not any(may(request.actor, act, event) for act in acts):
                if request.actor.user is None:
                    return redirect_to_login(request.get_full_path())
                raise Forbidden
            return view(request, event, **kwargs)

        return page

    return decorate


def event_url(event: Event, page: str = "event", **more: object) -> str:
    return body_url(event.club, page, event_id=event.pk, **more)


def render_event(
    request: Request, event: Event, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    return render_body(request, event.club, template, {"event": event} | context, status=status)


def posted_text(request: Request, name: str, most: int, default: str = "") -> str:
    """What stands in a field that no form reads; a sign that no database keeps is left out."""
    return request.POST.get(name, default).replace("\x00", "")[:most]
