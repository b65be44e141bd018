"""A club's events: the list, and the announced page of one (Law 78D)."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.actors import Actor
from core.paging import page_of_newest
from core.permissions import may
from events.forms.entries import SearchForm
from events.models import Contestant, Event, Series
from events.models.conditions import Form
from events.models.contestants import Status
from events.models.sessions import SessionState
from events.selectors.conditions import condition_groups
from events.selectors.entries import closes_at, names_for, open_wishes, place_in_line, player_entry, title_for
from events.selectors.events import (
    BADGES,
    EventStanding,
    called_off_undated,
    event_contents,
    event_standing,
    events_in_order,
    listed_events,
    past_event_ids,
    removed_events,
    upcoming_events,
)
from events.selectors.seats import with_people
from events.selectors.series import upcoming_games
from events.services.entries import why_closed
from events.views.event_base import event_page, render_event

PAGE = 20
STATES = {
    SessionState.DRAFT: "info",
    SessionState.SEATING: "warn",
    SessionState.PLAYING: "good",
    SessionState.FINISHED: "quiet",
}


@require_safe
@body_page("club.view")
def events(request: Request, body: Club) -> HttpResponse:
    form = SearchForm(request.GET)
    words = form.cleaned_data.get("q", "") if form.is_valid() else ""
    actor = request.actor
    upcoming = upcoming_events(actor, body, words)
    coming = listed_events(upcoming, actor.at)
    page = page_of_newest(
        lambda count: past_event_ids(actor, body, words, upcoming, count), request.GET.get("page"), PAGE
    )
    past = events_in_order(page.object_list)
    if not page.has_next():
        past += called_off_undated(actor, body, words)
    at_desk, may_manage = may(actor, "session.run", body), may(actor, "event.manage", body)
    context = {
        "form": form,
        "words": words,
        "running": [listed for listed in coming if listed.standing == "running"],
        "coming": [listed for listed in coming if listed.standing != "running"],
        "past": listed_events(past, actor.at),
        "page": page,
        "anything": bool(words or coming or past),
        "games": upcoming_games(body, actor.at) if at_desk else [],
        "resting": Series.objects.filter(club=body, is_active=False) if may_manage else [],
        "may_manage": may_manage,
        "removed": removed_events(body) if may_manage else [],
    }
    return render_body(request, body, "events/events.html", context)


@require_safe
@event_page("event.view", also_removed=True)
def event(request: Request, event: Event) -> HttpResponse:
    actor = request.actor
    if event.removed_at:
        return render_event(request, event, "events/event_removed.html", {"holds": event_contents(event)})
    standing = event_standing(event, actor.at)
    context = {
        "standing": standing,
        "badge": BADGES[standing],
        "sessions": _sessions(actor, event),
        "conditions": condition_groups(event),
        "may_manage": may(actor, "event.manage", event),
        "may_run": may(actor, "session.run", event),
        "begun": event.sessions.filter(state__in=[SessionState.PLAYING, SessionState.FINISHED]).exists(),
        **entries_context(actor, event),
        **own_context(actor, event),
    }
    # Whoever is in sees it for ever; others are asked as long as it can still be played.
    asks = bool(event.published_at) and not event.cancelled_at and standing != EventStanding.PAST
    context["own_card"] = asks or context["entry"] is not None
    return render_event(request, event, "events/event.html", context)


def _sessions(actor: Actor, event: Event) -> list[dict[str, Any]]:
    sessions = event.sessions.order_by("number")
    opens = may(actor, "session.run", event)
    return [
        {
            "session": session,
            "badge": STATES[SessionState(session.state)],
            "url": body_url(event.club, "session", session_id=session.pk) if opens else "",
            "results": "" if session.is_open else body_url(event.club, "session-results", session_id=session.pk),
        }
        for session in sessions
    ]


def entries_context(actor: Actor, event: Event) -> dict[str, Any]:
    """Who is in and who waits, named as this person may see it."""
    entries = with_people(Contestant.objects.filter(event=event).exclude(status=Status.WITHDRAWN))
    contestants = list(entries.order_by("entered_at", "pk"))
    lines = [
        {
            "contestant": contestant,
            "title": title_for(actor, contestant),
            "people": names_for(actor, contestant) if contestant.name else "",
        }
        for contestant in contestants
    ]
    return {
        "entered": [line for line in lines if line["contestant"].status == Status.ENTERED],  # type: ignore[attr-defined]
        "waiting": [line for line in lines if line["contestant"].status == Status.WAITING],  # type: ignore[attr-defined]
    }


def own_context(actor: Actor, event: Event) -> dict[str, Any]:
    """What this person may do about entering."""
    entry = player_entry(event, actor.player)
    is_member = may(actor, "entry.make", event)
    return {
        "entry": entry,
        "place_in_line": place_in_line(entry) if entry and entry.status == Status.WAITING else 0,
        "is_member": is_member,
        "closed": why_closed(actor, event),
        "closes_at": closes_at(event),
        "has_partner_desk": event.form == Form.PAIRS,
        "wishes": open_wishes(event).count() if event.form == Form.PAIRS and is_member else 0,
    }
