"""An event over its sessions: the overall ranking, who qualifies, and the way back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.views.bodies import Request
from core.permissions import may
from core.posted import number_in
from core.refusals import refusals_as_messages, refusals_on, status_of
from events.models import Event, Session
from events.models.sessions import SessionState
from events.views.event_base import event_page, event_url, posted_text, render_event
from scoring.forms.teams import QualifyForm
from scoring.selectors.event_results import EventResultLine, EventResults, visible_event_results
from scoring.selectors.match_steps import total_steps
from scoring.selectors.matches import session_matches
from scoring.services.stages import qualify_for, take_back_qualifying

PAGE = "event-results"


@require_safe
@event_page("event.view")
def results(request: Request, event: Event) -> HttpResponse:
    return render_results(request, event)


def render_results(request: Request, event: Event, form: QualifyForm | None = None) -> HttpResponse:
    event_results = visible_event_results(request.actor, event)
    sessions = [session for stage in event_results.stages for session in stage.sessions]
    is_team = event.is_for_teams
    may_manage = may(request.actor, "event.manage", event)
    targets = _targets(event) if may_manage else []
    context = {
        "results": event_results,
        "why": _why(request, event_results),
        "is_team": is_team,
        "match_sessions": sessions if event.has_matches else [],
        "cross": session_matches(request.actor, sessions[-1]) if event.has_matches and sessions else None,
        "cross_session": sessions[-1] if sessions else None,
        "is_knockout": event.movement_traits.is_knockout,
        "qualify_form": form or (QualifyForm(sessions=targets) if targets else None),
        "seated_stage": _seated(event) if may_manage else None,
        "may_run": may(request.actor, "session.run", event),
    }
    return render_event(request, event, "scoring/event_results.html", context, status=status_of(form))


def _why(request: Request, event_results: EventResults) -> dict[str, Any] | None:
    """One line explained, where the address asks for it."""
    contestant = number_in(request.GET, "why")
    lines: list[EventResultLine] = [
        line for stage in event_results.stages for ranking in stage.rankings for line in ranking.lines
    ]
    line = next((line for line in reversed(lines) if line.contestant.pk == contestant), None)
    if line is None:
        return None
    sees_all = may(request.actor, "session.run", event_results.event)
    played = [cell.session for cell in line.cells if cell.total and (cell.session.is_over or sees_all)]
    return {"line": line, "steps": total_steps(line, sees_all=sees_all), "sessions": played}


def _targets(event: Event) -> list[Session]:
    """Sessions that could be the next stage: planned, empty, and after one that is over."""
    sessions = list(event.sessions.order_by("number"))
    over = [session for session in sessions if session.is_over]
    if not over:
        return []
    later = [session for session in sessions if session.number > over[-1].number and session.is_open]
    return [session for session in later if not session.places.exists()][:1]


def _seated(event: Event) -> Session | None:
    later_stages = event.sessions.filter(
        stage__gt=1, state__in=[SessionState.DRAFT, SessionState.SEATING], places__isnull=False
    )
    return later_stages.order_by("number").first()


@require_POST
@event_page("event.manage")
def qualify(request: Request, event: Event) -> HttpResponse:
    form = QualifyForm(request.POST, sessions=_targets(event))
    if form.is_valid():
        data = form.cleaned_data
        session: Session = data.pop("session")
        session.event = event
        with refusals_on(form):
            qualify_for(actor=request.actor, session=session, **data)
            messages.success(request, _("They are seated in session %(number)s.") % {"number": session.number})
            return redirect(event_url(event, PAGE))
    return render_results(request, event, form)


@require_POST
@event_page("event.manage")
def take_back(request: Request, event: Event) -> HttpResponse:
    sessions = event.sessions.select_related("event__club__federation")
    session = get_object_or_404(sessions, pk=number_in(request.POST, "session"))
    with refusals_as_messages(request):
        take_back_qualifying(actor=request.actor, session=session, reason=posted_text(request, "reason", 300))
        messages.success(request, _("Nobody is seated for the next stage any more."))
    return redirect(event_url(event, PAGE))
