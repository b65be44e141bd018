"""A session's results for everybody: ranking, boards, scorecards, hands, and why each figure is what it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.views.bodies import Request, View
from core.conditional import not_modified, with_etag
from events.models import Session
from events.models.conditions import Form
from events.models.sessions import SessionState
from events.selectors.hand_records import STRAINS, Suit
from events.views.base import render_session, session_url
from events.views.room import room_page
from scoring.selectors.correction_time import too_late_sentence
from scoring.selectors.result_lines import Signs
from scoring.selectors.results_nav import results_tabs
from scoring.selectors.scorecards import card_matches, card_rounds
from scoring.selectors.shown_results import SessionResults
from scoring.views.results_live import PARTS, is_live, is_stranger, live_tag


# --- The frame -------------------------------------------------------------------------------------------------------
def results_page(view: Callable[..., HttpResponseBase]) -> View:
    """A page of results. A poll for its moving part is answered before anything else is looked up."""

    @room_page
    def page(request: Request, session: Session, **url_arguments: Any) -> HttpResponseBase:
        return view(request, session, SessionResults(request.actor, session), **url_arguments)

    @require_safe
    @wraps(view)
    def entrance(request: Request, slug: str, session_id: int, **url_arguments: Any) -> HttpResponseBase:
        # Read before anything that is shown: what happens meanwhile makes it old, never the other way round.
        tag = request.results_tag = live_tag(request, slug, session_id)  # type: ignore[attr-defined]
        if not is_live(request):
            return page(request, slug=slug, session_id=session_id, **url_arguments)
        if tag and (same := not_modified(request, tag)):
            return same
        stranger = is_stranger(request)
        if stranger and (cached := PARTS.get(request.get_full_path(), tag)) is not None:
            return with_etag(HttpResponse(cached), tag)
        response = page(request, slug=slug, session_id=session_id, **url_arguments)
        if response.status_code == 200 and isinstance(response, HttpResponse):
            if stranger:
                PARTS.keep(request.get_full_path(), tag, response.content)
            with_etag(response, tag)
        return response

    return entrance


def render_results(
    request: Request,
    session: Session,
    results: SessionResults,
    template: str,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    """A page in the frame of the results, or only its moving part: `NAME.html` has its `NAME_part.html`."""
    part = f"scoring/results_{template}_part.html"
    common: dict[str, Any] = {
        "session": session,
        "event": session.event,
        "body": session.club,
        "sight": results.sight,
        "is_playing": session.state == SessionState.PLAYING,
        "is_team": session.event.is_for_teams,
        "pending": results.pending_board_numbers,
        "part": part,
    }
    if is_live(request):
        return render(request, part, common | context)
    query = request.GET.copy()
    query["live"] = "1"
    common |= {
        "results_tabs": results_tabs(request, session, results.sight),
        "live_url": f"{request.path}?{query.urlencode()}" if session.state == SessionState.PLAYING else "",
        "live_tag": getattr(request, "results_tag", ""),
    }
    return render_session(request, session, f"scoring/results_{template}.html", common | context, status=status)


# --- Pages -----------------------------------------------------------------------------------------------------------
@results_page
def ranking(request: Request, session: Session, results: SessionResults) -> HttpResponse:
    letters = [section.letter for section in results.sight.sections]
    letter = request.GET.get("section", "")
    if letter and letter not in letters:
        raise Http404
    context = {"fields": results.rankings(letter), "letter": letter, "letters": letters if len(letters) > 1 else []}
    return render_results(request, session, results, "ranking", context)


@results_page
def boards(request: Request, session: Session, results: SessionResults) -> HttpResponse:
    """All boards; the first one that may be seen is a tap away."""
    return render_results(request, session, results, "boards", {"boards": results.boards})


@results_page
def board(request: Request, session: Session, results: SessionResults, number: int) -> HttpResponse:
    numbers = dict(results.boards)
    if number not in numbers and not is_live(request):
        raise Http404
    visible_numbers = [board_number for board_number, sees in results.boards if sees]
    boards_found = results.board(number)
    context = {
        "number": number,
        "boards_found": boards_found,
        "ruled": results.rulings_behind(line for found_board in boards_found for line in found_board.lines),
        "boards": results.boards,
        "record": results.record(number) if results.sight.sees_board(number) else None,
        "strains": [Suit.of(strain) for strain in STRAINS],
        "earlier": max((visible for visible in visible_numbers if visible < number), default=None),
        "later": min((visible for visible in visible_numbers if visible > number), default=None),
        "is_hidden": number in results.sight.hidden,
        "alone": request.GET.get("alone") == "1",
    }
    if context["alone"]:
        return render(request, "scoring/results_board_alone.html", context | {"session": session, "body": session.club})
    return render_results(request, session, results, "board", context)


@results_page
def cards(request: Request, session: Session, results: SessionResults) -> HttpResponse:
    """One's own scorecard at once, else everybody's names."""
    own = [results.names[pk] for pk in sorted(results.sight.own) if pk in results.names]
    if len(own) == 1 and results.sight.sees_card(own[0].contestant) and "all" not in request.GET:
        return redirect(session_url(session, "session-results-card", contestant_id=own[0].contestant))
    everybody = sorted(results.names.values(), key=lambda who: (who.letter, len(who.number), who.number))
    context = {"people": [who for who in everybody if results.sight.sees_card(who.contestant)], "own": own}
    return render_results(request, session, results, "cards", context)


@results_page
def card(request: Request, session: Session, results: SessionResults, contestant_id: int) -> HttpResponse:
    who = results.names.get(contestant_id)
    if who is None:
        raise Http404
    sees = results.sight.sees_card(contestant_id)
    lines = results.field_of_contestant(contestant_id) if sees else None
    team = session.event.is_for_teams
    ranked = [
        (line, field)
        for field in results.rankings()
        for ranking in field.rankings
        for line in ranking.rows
        if line.who.contestant == contestant_id
    ]
    rounds = card_rounds(lines, contestant_id) if lines and not team else []
    card_lines = [line for _board, line in lines.card(contestant_id)] if lines else []
    context = {
        "who": who,
        "sees": sees,
        "ruled": results.rulings_behind(card_lines),
        "standing": ranked[0][0] if ranked else None,
        "unit": ranked[0][1].unit if ranked else "",
        "board_unit": _(session.event.scoring_method.board_unit.value),
        "in_percent": session.event.scoring_method.in_percent,
        "rounds": rounds,
        "signs": Signs.of(card_line.line for card_round in rounds for card_line in card_round.lines),
        "matches": card_matches(lines, contestant_id) if lines and team else [],
        "is_individual": session.event.form == Form.INDIVIDUAL,
        "may_ask": contestant_id in results.sight.own and _may_ask(request, session),
    }
    return render_results(request, session, results, "card", context)


def _may_ask(request: Request, session: Session) -> bool:
    """Whether those who played here can still ask for a correction."""
    return session.is_over and not too_late_sentence(session, request.actor.at)


@results_page
def hands(request: Request, session: Session, results: SessionResults) -> HttpResponse:
    numbers = [number for number, _sees in results.boards]
    context = {
        "records": [results.records[number] for number in sorted(results.records) if number in numbers],
        "waiting": len(set(numbers) - set(results.records)),
        "strains": [Suit.of(strain) for strain in STRAINS],
    }
    return render_results(request, session, results, "hands", context)


# --- Why -------------------------------------------------------------------------------------------------------------
@results_page
def why_place(request: Request, session: Session, results: SessionResults, contestant_id: int) -> HttpResponse:
    why = results.why_place(contestant_id)
    if why is None:
        raise Http404
    who = results.names[contestant_id]
    context = {"why": why, "who": who, "title": who.title}
    return render_results(request, session, results, "why", context)


@results_page
def why_score(request: Request, session: Session, results: SessionResults, play_id: int, side: str) -> HttpResponse:
    explained = results.why_score(play_id, side)
    if explained is None:
        raise Http404
    line, why = explained
    side_of_line = line.ns if side == "ns" else line.ew
    title = _("Board %(board)s, %(names)s") % {"board": line.board, "names": side_of_line.titles}
    context = {"why": why, "line": line, "title": title, "ruled": results.rulings_behind([line])}
    return render_results(request, session, results, "why", context)
