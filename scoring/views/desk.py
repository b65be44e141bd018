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
from scoring.selectors.checks import other_cards_lie
from scoring.selectors.desk import SIGNS, CellState, Desk, desk_tag, session_desk
from scoring.selectors.official import asked_for
from scoring.selectors.standings import session_standings

ALL = "all"


def _asked_round(request: Request, session: Session) -> int | str:
    if request.GET.get("round") == ALL:
        return ALL
    asked = number_in(request.GET, "round")
    return asked if asked and asked <= last_begun_round(session) else max(1, session.round)


def parts_context(request: Request, session: Session) -> dict[str, Any]:
    asked = _asked_round(request, session)
    number = max(1, session.round) if asked == ALL else int(asked)
    desk = session_desk(actor=request.actor, session=session, round_number=number)
    return {
        "desk": desk,
        "asked_for": asked_for(session, set(desk.hidden)),
        "asked": asked,
        "shown_round": number,
        "rounds_begun": range(1, last_begun_round(session) + 1),
        "grid": _grid(desk) if asked == ALL else None,
        "suspicions": [suspicion_words(desk, one) for one in desk.odd.suspicions],
        "fouled": [
            {"one": one, "section": next(s for s in desk.sections if s.pk == one.section)} for one in desk.odd.fouled
        ],
        "switched": [
            {
                "one": one,
                "table": desk.name_of(one.section, one.table),
                "keys": ",".join(map(str, one.keys)),
                "seen": desk.seen(one.keys),
            }
            for one in desk.switched
        ],
        "other_cards": other_cards_lie(desk.sections),
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
    shown: dict[tuple[int, int], dict[int, Any]] = {}
    begun = last_begun_round(desk.session)
    for number in range(1, begun + 1):
        rows = desk.rows if number == desk.round else desk.other_rows(number)
        for row in rows:
            shown.setdefault((row.section, row.table.number), {})[number] = row
    return [
        {"name": next(iter(rows.values())).table.name, "rounds": [(n, rows.get(n)) for n in range(1, begun + 1)]}
        for rows in shown.values()
    ]


def suspicion_words(desk: Desk, one: Suspicion) -> dict[str, Any]:
    """What a suspicion says, and the acts that would put it right, the likeliest first."""
    table = desk.name_of(one.section, one.table) if one.table is not None else ""
    where = {"table": table, "round": one.round, "boards": ", ".join(str(part.board) for part in one.evidence)}
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
        "one": one,
        "title": words[one.mistake] % where,
        "acts": acts[one.mistake],
        "times": _times(one) if one.gain else None,
        "evidence": one.evidence[:6],
        "keys": ",".join(map(str, one.keys)),
        "seen": desk.seen(one.keys),
    }


def _times(one: Suspicion) -> int:
    """How many times better it fits, for a person: rounded, and never more than a hundred."""
    return int(min(100, max(2, round(2.718281828 ** min(one.gain, 4.7)))))


def render_desk(request: Request, session: Session, *, errors: Sequence[str] = (), **rest: Any) -> HttpResponse:
    parts = parts_context(request, session)
    context = {
        **parts,
        **clock_context(session, parts["last_round"], request.actor.at),
        "errors": errors,
        "announcement": rest.get("announcement") or AnnouncementForm(session=session),
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
    more = [request.actor.user_id, request.GET.get("round", ""), _("Desk"), asked_for(session, set())]
    tag = desk_tag(session, request.actor.at, *more, *panel_tags(session))
    if unchanged := not_modified(request, make_etag(tag)):
        return unchanged
    context = parts_context(request, session) | {"session": session, "event": session.event, "body": session.club}
    return with_etag(render(request, "scoring/desk_parts.html", context), make_etag(tag))
