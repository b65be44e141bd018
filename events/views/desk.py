"""The desk of a session: who is here, the movement, start."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from clubs.views.bodies import Request
from core.refusals import status_of
from events.forms.desk import MovementForm
from events.models import Session
from events.models.sessions import SessionState
from events.selectors.claims import open_seat_claims
from events.selectors.desk import section_views, unseated_contestants, waiting_singles
from events.selectors.naming import suggestions
from events.selectors.readiness import drawn_by_results, start_obstacles, start_remarks, still_playing
from events.selectors.seats import session_sections
from events.services.sessions import last_round
from events.views.base import render_session, session_page
from events.views.name_fields import empty_fields


def desk_context(session: Session, at: datetime) -> dict[str, Any]:
    open_ = session.is_open
    playing_on = still_playing(session)
    elsewhere = {busy.obstacle: busy.session for busy in playing_on}
    return {
        "playing_on": playing_on,
        "sections": section_views(session, with_options=open_),
        "obstacles": [(obstacle, elsewhere.get(obstacle)) for obstacle in start_obstacles(session)] if open_ else [],
        "remarks": start_remarks(session) if not session.is_over else [],
        "waiting_entries": unseated_contestants(session) if not session.is_over else [],
        "claims": len(open_seat_claims(session)) if not session.is_over else 0,
        "singles": waiting_singles(session) if not session.is_over else [],
        "last_round": last_round(session),
        "name_fields": empty_fields(session.event.size),
        "movement_form": MovementForm(form=session.event.form),
        "is_open": open_,
        "is_playing": session.state == SessionState.PLAYING,
        "was_due": session.starts_at <= at,
        "drawn_by_results": open_ and any(drawn_by_results(section) for section in session_sections(session)),
    }


def render_desk(request: Request, session: Session, *, errors: Sequence[str] = (), **more: Any) -> HttpResponse:
    """The desk, with what a service or a form refused said at its head and everything typed still there."""
    context = desk_context(session, request.actor.at) | {"errors": errors} | more
    return render_session(request, session, "events/desk.html", context, status=status_of(errors))


@require_safe
@session_page("session.run")
def desk(request: Request, session: Session) -> HttpResponse:
    return render_desk(request, session)


@require_safe
@session_page("session.run")
def find(request: Request, session: Session) -> JsonResponse:
    """Who may be meant, while somebody types."""
    return JsonResponse(suggestions(actor=request.actor, club=session.club, words=request.GET.get("q", "")[:100]))
