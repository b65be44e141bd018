"""The director's desk, live."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.views.bodies import Request
from core.conditional import make_etag, not_modified, with_etag
from core.posted import number_in
from core.refusals import status_of
from events.models import Session
from events.models.sessions import SessionState
from events.selectors.table_rounds import last_begun_round
from events.services.sessions import last_round
from events.views.base import render_session, session_page, session_url
from events.views.room import clock_context
from scoring.engine.suspects import Mistake, Suspicion
from scoring.forms.director import AnnouncementForm
from scoring.panels import desk_pages, desk_panels, panel_tags
from scoring.selectors.checks import sections_with_other_cards
from scoring.selectors.desk import SIGNS, CellState, Desk, desk_tag, session_desk
from scoring.selectors.official import count_open_corrections
from scoring.selectors.standings import session_standings

ALL = "all"


def _asked_round(request: Request, session: Session) -> int | str:
    if request.GET.get("round") == ALL:
        return ALL
    round_number = number_in(request.GET, "round")
    return round_number if round_number and round_number <= last_begun_round(session) else max(1, session.round)


def parts_context(request: Request, session: Session) -> dict[str, Any]:
    round_choice = _asked_round(request, session)
    number = max(1, session.round) if round_choice == ALL else int(round_choice)
    desk = session_desk(actor=request.actor, session=session, round_number=number)
    return {
        "desk": desk,
        "open_corrections": count_open_corrections(session, set(desk.hidden)),
        "asked": round_choice,
        "shown_round": number,
        "rounds_begun": range(1, last_begun_round(session) + 1),
        "grid": _grid(desk) if round_choice == ALL else None,
        "suspicions": [suspicion_words(desk, suspicion) for suspicion in desk.odd.suspicions],
        "fouled": [
            {"fouled": fouled, "section": next(s for s in desk.sections if s.pk == fouled.section)}
            for fouled in desk.odd.fouled
        ],
        "switched": [
            {
                "misseated": table,
                "table": desk.table_name(table.section, table.table),
                "keys": ",".join(map(str, table.keys)),
                "seen": desk.results_tag(table.keys),
            }
            for table in desk.switched
        ],
        "other_cards": sections_with_other_cards(desk.sections),
        "odd_count": len(desk.odd.suspicions) + len(desk.odd.fouled) + len(desk.switched),
        "standings": session_standings(session, desk.room),
        "several": len(desk.sections) > 1,
        "is_playing": session.state == SessionState.PLAYING,
        "last_round": last_round(session),
        "legend": [(SIGNS[state], state.label, state.value) for state in CellState],
        "now": request.actor.at,
        "panels": desk_panels(request.actor, session),
        "pages_above": desk_pages(),
    }


def _grid(desk: Desk) -> list[dict[str, Any]]:
    """Tables by rounds, every board a sign."""
    by_table: dict[tuple[int, int], dict[int, Any]] = {}
    begun = last_begun_round(desk.session)
    for number in range(1, begun + 1):
        table_rows = desk.rows if number == desk.round else desk.other_rows(number)
        for table_row in table_rows:
            by_table.setdefault((table_row.section, table_row.table.number), {})[number] = table_row
    return [
        {
            "name": next(iter(table_rows.values())).table.name,
            "rounds": [(n, table_rows.get(n)) for n in range(1, begun + 1)],
        }
        for table_rows in by_table.values()
    ]


def suspicion_words(desk: Desk, suspicion: Suspicion) -> dict[str, Any]:
    """What a suspicion says, and the acts that would put it right, the likeliest first."""
    table = desk.table_name(suspicion.section, suspicion.table) if suspicion.table is not None else ""
    where = {
        "table": table,
        "round": suspicion.round,
        "boards": ", ".join(str(part.board) for part in suspicion.evidence),
    }
    words = {
        Mistake.TURNED_BOARD: _("Table %(table)s, board %(boards)s: the other way round?"),
        Mistake.TURNED_TABLE: _("Table %(table)s, round %(round)s: did they sit the other way?"),
        Mistake.TURNED_ROUND: _("Round %(round)s: did everybody sit the other way (an arrow switch forgotten)?"),
        Mistake.EXCHANGED: _("Table %(table)s, boards %(boards)s: entered under each other’s numbers?"),
        Mistake.UNLIKELY: _("Table %(table)s, board %(boards)s: is that what happened?"),
    }
    acts = {
        Mistake.TURNED_BOARD: [("declarer", _("The other side declared")), ("turn", _("They sat the other way"))],
        Mistake.TURNED_TABLE: [("turn", _("They sat the other way"))],
        Mistake.TURNED_ROUND: [("turn", _("Everybody sat the other way"))],
        Mistake.EXCHANGED: [("exchange", _("Exchange the two boards"))],
        Mistake.UNLIKELY: [],
    }
    return {
        "suspicion": suspicion,
        "title": words[suspicion.mistake] % where,
        "acts": acts[suspicion.mistake],
        "times": _times(suspicion) if suspicion.gain else None,
        "evidence": suspicion.evidence[:6],
        "keys": ",".join(map(str, suspicion.keys)),
        "seen": desk.results_tag(suspicion.keys),
    }


def _times(suspicion: Suspicion) -> int:
    """How many times better it fits, for a person: rounded, and never more than a hundred."""
    return int(min(100, max(2, round(2.718281828 ** min(suspicion.gain, 4.7)))))


def render_desk(request: Request, session: Session, *, errors: Sequence[str] = (), **options: Any) -> HttpResponse:
    parts = parts_context(request, session)
    context = {
        **parts,
        **clock_context(session, parts["last_round"], request.actor.at),
        "errors": errors,
        "announcement": options.get("announcement") or AnnouncementForm(session=session),
        "live_url": f"{session_url(session, 'session-desk-live')}?round={parts['asked']}",
    }
    return render_session(request, session, "scoring/desk.html", context, status=status_of(errors))


@require_safe
@session_page("session.run")
def desk(request: Request, session: Session) -> HttpResponse:
    return render_desk(request, session)


@require_safe
@session_page("session.run")
def live(request: Request, session: Session) -> HttpResponse:
    """The moving parts of the desk; 304 while nothing has happened, for a handful of counters."""
    more = [request.actor.user_id, request.GET.get("round", ""), _("Desk"), count_open_corrections(session, set())]
    tag = desk_tag(session, request.actor.at, *more, *panel_tags(session))
    if unchanged := not_modified(request, make_etag(tag)):
        return unchanged
    context = parts_context(request, session) | {"session": session, "event": session.event, "body": session.club}
    return with_etag(render(request, "scoring/desk_parts.html", context), make_etag(tag))
