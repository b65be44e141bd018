"""Feeds at stable addresses: rankings for programs and spreadsheets, the club's games, what is new in its results.

The calendar, the news and the ranking in a frame say what a stranger may read, whoever asks, and set no cookie; the
ranking and the hands say what the reader may see. Nothing is in them that the pages would not show.
"""

from __future__ import annotations

from csp.decorators import csp_replace
from django.http import Http404, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from clubs.models import Club
from clubs.views.bodies import Request, body_page
from core.qr import full_address
from core.sheets import csv_answer
from events.models import Session
from events.views.base import session_page, session_url
from exchange.selectors.feeds import (
    RANKING_COLUMNS,
    STRANGER,
    atom_feed,
    club_calendar,
    new_results,
    open_deals,
    ranking_rows,
)
from scoring.interchange import deals
from scoring.selectors.shown_results import SessionResults


@require_safe
@session_page("club.view")
def ranking(request: Request, session: Session, format: str) -> HttpResponseBase:
    """The ranking as the reader may see it: JSON or CSV."""
    rows = ranking_rows(request.actor, session)
    if format == "csv":
        heads = [str(label) for label in RANKING_COLUMNS.values()]
        lines = ([row[name] for name in RANKING_COLUMNS] for row in rows)
        return csv_answer([heads, *lines], f"ranking-{session.pk}.csv")
    if format != "json":
        raise Http404
    page = full_address(session_url(session, "session-results"))
    data = {"event": session.event.name, "starts_at": session.starts_at, "page": page, "ranking": rows}
    return JsonResponse(data, json_dumps_params={"ensure_ascii": False})


@require_safe
@session_page("club.view")
def hands(request: Request, session: Session) -> HttpResponse:
    """The deals that the reader may see, as PBN; none of a board that is sealed."""
    boards = open_deals(request.actor, session)
    if not boards:
        raise Http404
    answer = HttpResponse(deals.write(boards, "pbn"), content_type="application/x-pbn")
    answer["Content-Disposition"] = f'attachment; filename="hands-{session.pk}.pbn"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_safe
@body_page("club.view")
def calendar(request: Request, body: Club) -> HttpResponse:
    """The club's games as iCalendar (RFC 5545): what is announced, as everybody may read it."""
    return HttpResponse(club_calendar(body, at=request.actor.at), content_type="text/calendar; charset=utf-8")


@require_safe
@body_page("club.view")
def results_feed(request: Request, body: Club) -> HttpResponse:
    """The newest results as Atom (RFC 4287)."""
    return HttpResponse(atom_feed(body, new_results(body)), content_type="application/atom+xml; charset=utf-8")


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@session_page("club.view")
def embedded(request: Request, session: Session) -> HttpResponse:
    """The ranking alone, for the frame of another site: as a stranger reads it, and without a cookie."""
    results = SessionResults(STRANGER, session)
    context = {"session": session, "event": session.event, "body": session.club, "rankings": results.rankings()}
    context["page"] = full_address(session_url(session, "session-results"))
    return HttpResponse(render_to_string("exchange/embedded.html", context))
