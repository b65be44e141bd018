"""The assistant: find the irregularity, one question a page, then what to say and who chooses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.views.bodies import Request
from core.errors import field_error
from core.permissions import may
from core.posted import number_in
from core.refusals import collect_refusals, status_of
from events.models import Session
from events.selectors.seats import session_sections
from events.selectors.tables import session_room
from events.views.base import render_session, session_url
from rulings.case_places import Where
from rulings.laws.library import library
from rulings.laws.model import Phase
from rulings.laws.restrictions import RESTRICTING
from rulings.models import Ruling
from rulings.models.rulings import SeatChoice
from rulings.selectors.assistant import menu, ruling_assistant, suggested_repairs
from rulings.selectors.directors import session_directors
from rulings.selectors.page import others_on, ruling_spot
from rulings.selectors.precedents import similar_rulings
from rulings.selectors.reach import director_reach
from rulings.selectors.restrictions import due_reminders, open_score_debts, table_restrictions
from rulings.selectors.trick_transfer import SIDES, plan_trick_transfer
from rulings.services import cases, giving
from rulings.services.trick_transfer import prescribed_tricks
from rulings.views.base import find_case, redirect_saved, ruling_page, ruling_url
from scoring.forms.director import find_table
from scoring.forms.table import reason_code
from scoring.models import DirectorCall
from scoring.selectors.history import session_plays

#: The parts of the menu that fit what was chosen at the table when the director was called.
PHASES_CALLED_FOR = {
    "irregularity": (Phase.AUCTION, Phase.CLARIFY, Phase.PLAY),
    "score": (Phase.AFTER,),
    "seats": (Phase.SETUP,),
    "board": (Phase.SETUP, Phase.SCORE),
}


@dataclass(frozen=True)
class AssistantPosition:
    """Where the director stands, as far as the address says it."""

    call: DirectorCall | None
    table: str
    board: str
    round: int


def _requested_position(request: Request, session: Session) -> AssistantPosition:
    data = request.POST if request.method == "POST" else request.GET
    several = len(session_sections(session)) > 1
    number = number_in(data, "round")
    if key := number_in(data, "call"):
        calls = DirectorCall.objects.filter(section__session=session)
        call = get_object_or_404(calls.select_related("section__session__event__club__federation"), pk=key)
        board = data.get("board", "") or str(call.board or "")
        return AssistantPosition(
            call, f"{call.section.letter if several else ''}{call.table}", board, number or call.round
        )
    if key := number_in(data, "play"):
        play = get_object_or_404(session_plays(session), pk=key)
        return AssistantPosition(
            None, f"{play.section.letter if several else ''}{play.table}", str(play.board), play.round
        )
    return AssistantPosition(None, data.get("table", "")[:6], data.get("board", "")[:4], number or session.round)


@require_http_methods(["GET", "HEAD", "POST"])
@ruling_page("ruling.make")
def new(request: Request, session: Session) -> HttpResponse:
    """What happened, and where."""
    position = _requested_position(request, session)
    errors: list[str] = []
    if request.method == "POST" and "find" not in request.POST:
        with collect_refusals() as errors:
            ruling = _open(request, session, position)
            return redirect(ruling_url(ruling, "ruling-assistant" if ruling.tree else "ruling-write"))
    data = request.POST if request.method == "POST" else request.GET
    query = data.get("q", "")[:60] if "q" in data else _called_for(position)
    context = {
        "opened": PHASES_CALLED_FOR.get(reason_code(position.call.reason), ()) if position.call else (),
        "asked": position,
        "query": query,
        "menu": menu(query),
        "everything": menu(),
        "errors": errors,
        "round": position.round,
    }
    return render_session(request, session, "rulings/new.html", context, status=status_of(errors))


def _called_for(position: AssistantPosition) -> str:
    """What somebody wrote at the table, where the menu knows it."""
    reason = position.call.reason[:60] if position.call else ""
    return reason if reason and not reason_code(reason) and menu(reason) else ""


def _open(request: Request, session: Session, position: AssistantPosition) -> Ruling:
    tree = request.POST.get("tree", "")
    if tree and tree not in library().trees:
        raise ValidationError(_("Choose what happened from the list."), code="no_tree")
    return cases.open_ruling(
        actor=request.actor, session=session, where=_where(request, session, position), tree=tree, call=position.call
    )


def _where(request: Request, session: Session, position: AssistantPosition) -> Where:
    if not position.table.strip():
        return Where()
    section, table = find_table(session, position.table)
    board = position.board.strip()
    if board and not board.isdecimal():
        raise field_error("board", _("Write the number of the board."), "bad_board")
    return Where(section, position.round, table, int(board) if board else None)


@require_http_methods(["GET", "HEAD", "POST"])
@ruling_page("ruling.make")
def assistant(request: Request, session: Session, ruling_id: int) -> HttpResponse:
    ruling, _reach = find_case(request, session, ruling_id)
    if not ruling.is_draft or not ruling.tree:
        return redirect(ruling_url(ruling, "ruling" if not ruling.is_draft else "ruling-write"))
    errors: list[str] = []
    if request.method == "POST":
        with collect_refusals() as errors:
            return _act(request, ruling)
        ruling.refresh_from_db()
    return render_assistant(request, ruling, errors)


def _act(request: Request, ruling: Ruling) -> HttpResponse:
    act, actor, version = request.POST.get("act", ""), request.actor, number_in(request.POST, "version")
    if act == "back":
        cases.take_back(actor=actor, ruling=ruling, version=version)
    elif act == "change":
        cases.take_back(actor=actor, ruling=ruling, question=request.POST.get("question", ""), version=version)
    elif act == "discard":
        cases.discard(actor=actor, ruling=ruling, version=version)
        messages.success(request, _("Thrown away; nothing was ruled."))
        return redirect(session_url(ruling.session, "session-rulings"))
    elif act == "give" or act.startswith("give-"):
        return _give(request, ruling, version, tricks_to=act.removeprefix("give").removeprefix("-"))
    else:
        cases.answer(
            actor=actor,
            ruling=ruling,
            question=request.POST.get("question", ""),
            answer=request.POST.get("answer", ""),
            version=version,
        )
    return redirect(ruling_url(ruling, "ruling-assistant"))


def _give(request: Request, ruling: Ruling, version: int | None, *, tricks_to: str) -> HttpResponse:
    """Ruled at the table: both sides have heard it."""
    restricted = {kind: _who(request, kind) for kind in RESTRICTING}
    told_fields = {
        "told_ns_at": request.actor.at,
        "told_ew_at": request.actor.at,
        "told_ns_how": "table",
        "told_ew_how": "table",
    }
    given = giving.give(
        actor=request.actor,
        ruling=ruling,
        version=version,
        seen=request.POST.get("seen"),
        who=restricted,
        tricks_to=tricks_to if tricks_to in SIDES else "",
        waived=bool(request.POST.get("waived")),
        appeal_told=bool(request.POST.get("appeal_told")),
        **told_fields,
    )
    if open_score_debts(given.session).filter(ruling=given).exists():
        messages.warning(request, _("Ruled, but no score has been given yet: it is owed."))
    else:
        messages.success(request, _("Ruled. What holds at the table stays on your screen."))
    return redirect_saved(request, ruling_url(given))


def _who(request: Request, kind: str) -> dict[str, Any]:
    """Whom a restriction is about, which card or suit, and whether declarer left the lead free."""
    seat = request.POST.get(f"seat_{kind}", "")
    return {
        "seat": seat if seat in SeatChoice.values else "",
        "detail": request.POST.get(f"detail_{kind}", "").strip()[:60],
        "free": bool(request.POST.get(f"free_{kind}")),
    }


def _place(ruling: Ruling) -> tuple[int | None, int | None]:
    return ruling.section_id, ruling.table


def render_assistant(request: Request, ruling: Ruling, errors: list[str]) -> HttpResponse:
    session = ruling.session
    reach = director_reach(request.actor, session)
    place = (ruling.section_id, ruling.table)
    assistant = ruling_assistant(ruling)
    tricks = prescribed_tricks(ruling) if assistant.is_over else 0
    context = {
        "ruling": ruling,
        "spot": ruling_spot(session_room(session, open_names=True), ruling),
        "assistant": assistant,
        "transfer": plan_trick_transfer(ruling, tricks) if tricks else None,
        "repairs": suggested_repairs(request.actor, ruling),
        "others": others_on(ruling),
        "seen": giving.other_rulings_fingerprint(ruling),
        "seats": SeatChoice.choices,
        "errors": errors,
        # Another table's matters are on the page of all rulings: here one would be taken for the other.
        "restrictions": [
            restriction for restriction in table_restrictions(session, reach) if _place(restriction.ruling) == place
        ],
        "reminders": [reminder for reminder in due_reminders(session, reach) if _place(reminder.ruling) == place],
        "directors": [
            director for director in session_directors(session, at=request.actor.at) if director != request.actor.user
        ],
        "opinions": ruling.opinions.select_related("asked__player"),
        "similar": similar_rulings(ruling.tree, ruling.law_refs, actor=request.actor, leave_out=ruling.pk),
        "at_desk": may(request.actor, "session.run", session),
    }
    return render_session(request, session, "rulings/assistant.html", context, status=status_of(errors))
