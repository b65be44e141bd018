"""One board as it travelled: where its cards may have changed, and which tables had which form of it (Law 87)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.views.bodies import Request
from core.posted import number_in
from core.refusals import status_of
from events.models import Play, Section, Session
from events.selectors.seats import session_sections
from events.views.base import render_session, session_page, session_url
from scoring.models import BoardForms, BoardResult
from scoring.selectors.fouled import FIRST, LETTERS, Forms, board_forms
from scoring.selectors.history import refuse_unplayed, session_plays
from scoring.selectors.suspicions import FouledBoard, fouled_board, marked_boards, results_to_compare
from scoring.services import fouled
from scoring.views.base import act_on
from scoring.views.travellers import numbers_in, side_labels

LIKELY = 0.5


@dataclass(frozen=True)
class BoardLine:
    """A table that has, or will have, the board. Its result is there once the round has begun."""

    play: Play
    sides: tuple[str, str]
    result: BoardResult | None
    form: str

    @property
    def field(self) -> str:
        return f"form_{self.play.round}_{self.play.table}"


def _section(session: Session, section_id: int) -> Section:
    section = next((candidate for candidate in session_sections(session) if candidate.pk == section_id), None)
    if section is None:
        raise Http404
    return section


def _plays(session: Session, section: Section, number: int) -> list[Play]:
    plays = list(session_plays(session).filter(section=section, board=number).order_by("round", "table"))
    if not plays:
        raise Http404
    return plays


def render_board(
    request: Request,
    session: Session,
    section_id: int,
    number: int,
    *,
    errors: Sequence[str] = (),
) -> HttpResponse:
    section = _section(session, section_id)
    refuse_unplayed(request.actor, session, number)
    plays = _plays(session, section, number)
    results = _results(plays)
    suspected = fouled_board(results_to_compare(results.values(), {section.pk: section}, marked_boards([section])))
    forms = board_forms([section], [number])
    decided = next(iter(forms.decisions), None)
    numbers = numbers_in(section)
    typed = request.POST if errors else {}
    proposed = _proposed(plays, suspected, forms, decided)
    lines = [BoardLine(play, side_labels(play, numbers), results.get(play.pk), proposed[play.pk]) for play in plays]
    lines = [_as_typed(line, typed) for line in lines]
    context = {
        "section": section,
        "number": number,
        "lines": lines,
        "suspected": suspected,
        "is_likely": _is_likely(suspected),
        "decided": decided,
        "letters": LETTERS,
        "is_open": bool(errors or (decided and decided.forms)) or _is_likely(suspected),
        "reason": typed.get("reason", ""),
        "errors": errors,
        "several": session.sections.count() > 1,
    }
    return render_session(request, session, "scoring/board.html", context, status=status_of(errors))


def _is_likely(suspected: FouledBoard | None) -> bool:
    return suspected is not None and suspected.foul.likelihood >= LIKELY


def _results(plays: list[Play]) -> dict[int, BoardResult]:
    by_id = {play.pk: play for play in plays}
    results = {}
    for result in BoardResult.objects.current().filter(play__in=by_id):
        result.play = by_id[result.play_id]
        results[result.play_id] = result
    return results


def _proposed(
    plays: list[Play], suspected: FouledBoard | None, forms: Forms, decided: BoardForms | None
) -> dict[int, str]:
    """What the director said before; else what the finder would say, also of tables to come: the cards stay so."""
    if decided is not None or suspected is None or not _is_likely(suspected):
        return {play.pk: forms.letter(play) for play in plays}
    first = (suspected.after[0].round, suspected.after[0].table)
    return {play.pk: LETTERS[1] if (play.round, play.table) >= first else FIRST for play in plays}


def _as_typed(line: BoardLine, typed: Any) -> BoardLine:
    form = typed.get(line.field, line.form)
    return BoardLine(line.play, line.sides, line.result, form)


@require_safe
@session_page("session.run")
def board(request: Request, session: Session, section_id: int, number: int) -> HttpResponse:
    return render_board(request, session, section_id, number)


@act_on(render_board)
def set_forms(request: Request, session: Session, section_id: int, number: int) -> HttpResponse:
    """Score the forms apart, or say that the board was one and the same."""
    section = _section(session, section_id)
    refuse_unplayed(request.actor, session, number)
    is_one_form = request.POST.get("act") == "one"
    forms = {} if is_one_form else _posted(request, _plays(session, section, number))
    if not is_one_form and not any(form != FIRST for form in forms.values()):
        raise ValidationError(_("Say which tables had the board in another form: choose B there."))
    fouled.set_forms(
        actor=request.actor,
        section=section,
        board=number,
        forms=forms,
        reason=request.POST.get("reason", ""),
        seen=number_in(request.POST, "seen"),
    )
    if is_one_form:
        messages.success(request, _("Board %(board)s is scored as one.") % {"board": number})
    else:
        messages.success(request, _("The forms of board %(board)s are scored apart.") % {"board": number})
    return redirect(session_url(session, "session-board-results", section_id=section.pk, number=number))


def _posted(request: Request, plays: list[Play]) -> dict[tuple[int, int], str]:
    return {(play.round, play.table): request.POST.get(f"form_{play.round}_{play.table}", FIRST)[:1] for play in plays}
