"""On paper, should the machine die: the state of play, and slips to go on with."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from clubs.views.bodies import Request
from core.posted import whole_number
from events.models import Session
from events.services.sessions import last_round
from events.views.base import render_session, session_page
from scoring.selectors.desk import session_desk
from scoring.selectors.standings import session_standings


@require_safe
@session_page("session.run")
def state_of_play(request: Request, session: Session) -> HttpResponse:
    """Who sits where, the results so far, what is missing."""
    desk = session_desk(actor=request.actor, session=session)
    begun = max(1, session.round)
    rounds: list[dict[str, Any]] = []
    for number in range(1, begun + 1):
        table_rows = list(desk.rows) if number == desk.round else desk.other_rows(number)
        missing = [(table_row.table.name, cell) for table_row in table_rows for cell in table_row.cells if cell.is_open]
        rounds.append({"number": number, "rows": table_rows, "missing": missing})
    context = {
        "rounds": rounds,
        "to_come": [
            {"number": number, "tables": desk.room.tables(number)} for number in range(begun + 1, desk.room.rounds + 1)
        ],
        "standings": session_standings(session, desk.room),
        "last_round": last_round(session),
        "now": request.actor.at,
        "hidden": sorted(desk.hidden),
    }
    return render_session(request, session, "scoring/state_of_play.html", context)


@require_safe
@session_page("session.run")
def slips(request: Request, session: Session) -> HttpResponse:
    """A pick-up slip for each table and round, from the round being played on."""
    desk = session_desk(actor=request.actor, session=session)
    first = max(1, session.round)
    round_text = request.GET.get("round", "")
    rounds = range(first, desk.room.rounds + 1)
    if (number := whole_number(round_text, digits=2)) is not None:
        rounds = range(number, number + 1)
    tables = [table for number in rounds for table in desk.room.tables(number)]
    context = {"slips": tables, "rounds": range(1, desk.room.rounds + 1), "round_text": round_text, "first": first}
    return render_session(request, session, "scoring/slips.html", context)
