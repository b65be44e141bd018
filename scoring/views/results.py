"""A session's results for everybody: ranking, boards, scorecards, hands, and why each figure is what it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.actors import Actor
from clubs.views.bodies import Request, View
from events.models import Session
from events.models.conditions import Form
from events.models.sessions import State
from events.selectors.hand_records import STRAINS, Record, Suit, records_of
from events.selectors.tables import sees_names
from events.views.base import render_session, session_url
from events.views.room import room_page
from scoring.models import ScoringRun
from scoring.pending import Pending, pending_boards
from scoring.selectors.explaining import why_board, why_total
from scoring.selectors.result_lines import ResultBoard, ResultLine, RunLines
from scoring.selectors.result_names import Who, names_in
from scoring.selectors.results import FieldRankings, newest_runs, rankings_of
from scoring.selectors.results_nav import results_tabs
from scoring.selectors.results_sight import ResultsSight, results_sight
from scoring.selectors.scorecards import card_matches, card_rounds
from scoring.views.results_live import PARTS, is_live, is_stranger, live_tag, unchanged, with_tag


class Shown:
    """The results of a session as one reader may see them, read when they are asked for."""

    def __init__(self, actor: Actor, session: Session) -> None:
        self.actor, self.session = actor, session

    @cached_property
    def sight(self) -> ResultsSight:
        return results_sight(self.actor, self.session)

    @cached_property
    def names(self) -> dict[int, Who]:
        return names_in(self.session, open_names=sees_names(self.actor))

    @cached_property
    def pending(self) -> list[Pending]:
        return pending_boards(self.session)

    @cached_property
    def pending_boards(self) -> list[int]:
        """Boards that are waited for; not even the number of one that the reader has yet to play."""
        return sorted({one.board for one in self.pending if one.board is not None} - self.sight.hidden)

    @cached_property
    def fields(self) -> list[RunLines]:
        runs = newest_runs(self.session, full=True)
        return [RunLines(run, self.names, self.sight, self.pending) for _field, run in runs if run]

    def rankings(self, letter: str = "") -> list[FieldRankings]:
        return rankings_of(self.session, self.sight, self.names, letter=letter)

    def board(self, number: int) -> list[ResultBoard]:
        """A board in each field that has it; nothing of one that the reader may not see."""
        if not self.sight.sees_board(number):
            return []
        found = (lines.board(number) for lines in self.fields)
        return [board for board in found if board is not None and board.lines]

    @cached_property
    def boards(self) -> list[tuple[int, bool]]:
        """Every board of the session, and whether the reader may see it."""
        numbers = sorted({number for lines in self.fields for number in lines.numbers})
        return [(number, self.sight.sees_board(number)) for number in numbers]

    def lines_of(self, contestant: int) -> RunLines | None:
        """The field in which a contestant plays."""
        return next((lines for lines in self.fields if _plays_in(lines, contestant)), None)

    def line(self, play: int) -> tuple[ScoringRun, ResultLine] | None:
        for lines in self.fields:
            line = lines.line(play)
            if line is not None:
                return lines.run, line
        return None

    def record(self, number: int) -> Record | None:
        """The deal of a board, where it is unsealed for the reader."""
        return self.records.get(number)

    @cached_property
    def records(self) -> dict[int, Record]:
        found: dict[int, Record] = {}
        for board_set in dict.fromkeys(row.board_set for row in self.sight.sections if row.board_set):
            for record in records_of(self.actor, board_set):
                if not record.is_sealed and record.number not in self.sight.hidden:
                    found.setdefault(record.number, record)
        return found


def _plays_in(lines: RunLines, contestant: int) -> bool:
    who = lines.names.get(contestant)
    if who is None:
        return False
    return any(slot.section == who.section for slot in lines.sheet.slots.values())


# --- The frame -------------------------------------------------------------------------------------------------------
def results_page(view: Callable[..., HttpResponseBase]) -> View:
    """A page of results. A poll for its moving part is answered before anything else is looked up."""

    @room_page
    def page(request: Request, session: Session, **rest: Any) -> HttpResponseBase:
        return view(request, session, Shown(request.actor, session), **rest)

    @require_safe
    @wraps(view)
    def entrance(request: Request, slug: str, session_id: int, **rest: Any) -> HttpResponseBase:
        if not is_live(request):
            return page(request, slug=slug, session_id=session_id, **rest)
        tag = live_tag(request, slug, session_id)
        if same := unchanged(request, tag):
            return same
        stranger = is_stranger(request)
        if stranger and (kept := PARTS.get(request.get_full_path(), tag)) is not None:
            return with_tag(HttpResponse(kept), tag)
        response = page(request, slug=slug, session_id=session_id, **rest)
        if response.status_code == 200 and isinstance(response, HttpResponse):
            if stranger:
                PARTS.keep(request.get_full_path(), tag, response.content)
            with_tag(response, tag)
        return response

    return entrance


def render_results(
    request: Request, session: Session, shown: Shown, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A page in the frame of the results, or only its moving part: `NAME.html` has its `NAME_part.html`."""
    common = {
        "session": session,
        "event": session.event,
        "body": session.club,
        "sight": shown.sight,
        "is_playing": session.state == State.PLAYING,
        "is_team": session.event.form == Form.TEAMS,
        "pending": shown.pending_boards,
        "part": f"scoring/results_{template}_part.html",
    }
    if is_live(request):
        return render(request, common["part"], common | context)
    query = request.GET.copy()
    query["live"] = "1"
    common |= {
        "results_tabs": results_tabs(request, session, shown.sight),
        "live_url": f"{request.path}?{query.urlencode()}" if session.state == State.PLAYING else "",
    }
    return render_session(request, session, f"scoring/results_{template}.html", common | context, status=status)


# --- Pages -----------------------------------------------------------------------------------------------------------
@results_page
def ranking(request: Request, session: Session, shown: Shown) -> HttpResponse:
    letters = [section.letter for section in shown.sight.sections]
    letter = request.GET.get("section", "")
    if letter and letter not in letters:
        raise Http404
    context = {
        "fields": shown.rankings(letter),
        "letter": letter,
        "letters": letters if len(letters) > 1 else [],
    }
    return render_results(request, session, shown, "ranking", context)


@results_page
def boards(request: Request, session: Session, shown: Shown) -> HttpResponse:
    """All boards; the first one that may be seen is a tap away."""
    return render_results(request, session, shown, "boards", {"boards": shown.boards})


@results_page
def board(request: Request, session: Session, shown: Shown, number: int) -> HttpResponse:
    numbers = dict(shown.boards)
    if number not in numbers and not is_live(request):
        raise Http404
    seen = [one for one, sees in shown.boards if sees]
    context = {
        "number": number,
        "found": shown.board(number),
        "boards": shown.boards,
        "record": shown.record(number) if shown.sight.sees_board(number) else None,
        "strains": [Suit.of(strain) for strain in STRAINS],
        "earlier": max((one for one in seen if one < number), default=None),
        "later": min((one for one in seen if one > number), default=None),
        "is_hidden": number in shown.sight.hidden,
        "alone": request.GET.get("alone") == "1",
    }
    if context["alone"]:
        return render(request, "scoring/results_board_alone.html", context | {"session": session, "body": session.club})
    return render_results(request, session, shown, "board", context)


@results_page
def cards(request: Request, session: Session, shown: Shown) -> HttpResponse:
    """One's own scorecard at once, else everybody's names."""
    own = [shown.names[pk] for pk in sorted(shown.sight.own) if pk in shown.names]
    if len(own) == 1 and shown.sight.sees_card(own[0].contestant) and "all" not in request.GET:
        return redirect(session_url(session, "session-results-card", contestant_id=own[0].contestant))
    everybody = sorted(shown.names.values(), key=lambda who: (who.letter, len(who.number), who.number))
    context = {"people": [who for who in everybody if shown.sight.sees_card(who.contestant)], "own": own}
    return render_results(request, session, shown, "cards", context)


@results_page
def card(request: Request, session: Session, shown: Shown, contestant_id: int) -> HttpResponse:
    who = shown.names.get(contestant_id)
    if who is None:
        raise Http404
    sees = shown.sight.sees_card(contestant_id)
    lines = shown.lines_of(contestant_id) if sees else None
    team = session.event.form == Form.TEAMS
    ranked = [
        (row, found)
        for found in shown.rankings()
        for ranking in found.rankings
        for row in ranking.rows
        if row.who.contestant == contestant_id
    ]
    rounds = card_rounds(lines, contestant_id) if lines and not team else []
    context = {
        "who": who,
        "sees": sees,
        "standing": ranked[0][0] if ranked else None,
        "unit": ranked[0][1].unit if ranked else "",
        "rounds": rounds,
        "has_signs": any(row.line.adjusted or row.line.pending for one in rounds for row in one.lines),
        "matches": card_matches(lines, contestant_id) if lines and team else [],
        "is_individual": session.event.form == Form.INDIVIDUAL,
    }
    return render_results(request, session, shown, "card", context)


@results_page
def hands(request: Request, session: Session, shown: Shown) -> HttpResponse:
    numbers = [number for number, _sees in shown.boards]
    context = {
        "records": [shown.records[number] for number in sorted(shown.records) if number in numbers],
        "waiting": len(set(numbers) - set(shown.records)),
        "strains": [Suit.of(strain) for strain in STRAINS],
    }
    return render_results(request, session, shown, "hands", context)


# --- Why -------------------------------------------------------------------------------------------------------------
@results_page
def why_place(request: Request, session: Session, shown: Shown, contestant_id: int) -> HttpResponse:
    who = shown.names.get(contestant_id)
    if who is None or not shown.sight.sees_ranking:
        raise Http404
    through = shown.sight.ranking_through
    for _field, run in newest_runs(session, full=True):
        why = why_total(run, contestant_id, shown.names, through=through) if run else None
        if why is not None:
            context = {"why": why, "who": who, "title": who.title, "number": who.number}
            return render_results(request, session, shown, "why", context)
    raise Http404


@results_page
def why_score(request: Request, session: Session, shown: Shown, play_id: int, side: str) -> HttpResponse:
    found = shown.line(play_id) if side in ("ns", "ew") else None
    why = why_board(found[0], found[1], side.upper()) if found else None
    if found is None or why is None:
        raise Http404
    line = found[1]
    asked = line.ns if side == "ns" else line.ew
    title = _("Board %(board)s, %(names)s") % {"board": line.board, "names": asked.titles}
    context = {"why": why, "line": line, "asked": asked, "title": title, "number": asked.numbers}
    return render_results(request, session, shown, "why", context)
