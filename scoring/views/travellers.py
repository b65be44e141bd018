"""Travellers and pick-up slips typed from the keyboard."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubs.views.bodies import Request
from core.posted import number_in, whole_number
from core.refusals import collect_refusals
from events.models import Play, Section, Session
from events.models.plays import PlayState
from events.selectors.officials import begun_at_own_table, hidden_boards
from events.selectors.seats import session_sections
from events.selectors.table_rounds import last_begun_round
from events.views.base import render_session, session_page, session_url
from scoring.models import BoardResult, ScoreAdjustment
from scoring.models.results import AdjustmentKind
from scoring.selectors.history import refuse_unplayed, session_plays
from scoring.selectors.official import missing_results
from scoring.selectors.own_plays import play_sides
from scoring.services.typing import TravellerEntry, TravellerEntryAnswer, save_lines, typed_text

GO = re.compile(
    r"(?:(?P<t>[tT])\s*)?(?P<letter>[A-Za-z]{0,3}?)\s*(?P<number>\d{1,3})(?:\s*[rR/]\s*(?P<round>\d{1,2}))?"
)


@dataclass(frozen=True)
class TravellerSheet:
    """A board's traveller, or a table's slip: what is to be typed together."""

    section: Section
    board: int | None
    table: int | None
    round: int | None
    plays: tuple[Play, ...]

    @property
    def query(self) -> str:
        parts = {"section": self.section.letter, "board": self.board, "table": self.table, "round": self.round}
        return urlencode({name: value for name, value in parts.items() if value is not None})


@dataclass(frozen=True)
class TypedLine:
    play: Play
    ns: str
    ew: str
    text: str
    seen: int
    current: str = ""
    error: str = ""
    wrong_way: bool = False
    # The artificial score that stands there; 0 for none.
    given: int = 0


@require_http_methods(["GET", "HEAD", "POST"])
@session_page("session.run")
def travellers(request: Request, session: Session) -> HttpResponse:
    sheet = None
    with collect_refusals() as errors:
        if go := request.GET.get("go", "").strip():
            return redirect(f"{session_url(session, 'session-travellers')}?{_parse_go(session, go).query}")
        sheet = _sheet(request, session)
    if errors:
        return _render(request, session, None, errors=errors, go=request.GET.get("go", ""))
    if sheet is not None:
        # What was played at the own table may be typed by whoever played it.
        own = {play.pk for play in begun_at_own_table(request.actor, session)}
        refuse_unplayed(request.actor, session, *(play.board for play in sheet.plays if play.pk not in own))
    if request.method == "POST" and sheet is not None:
        return _save(request, session, sheet)
    return _render(request, session, sheet)


def _save(request: Request, session: Session, sheet: TravellerSheet) -> HttpResponse:
    lines = [
        TravellerEntry(
            play,
            request.POST.get(f"line_{play.pk}", "")[:60],
            _seen(request, play),
            True if request.POST.get(f"turned_{play.pk}") else None,
            number_in(request.POST, f"given_{play.pk}"),
        )
        for play in sheet.plays
    ]
    reason = request.POST.get("reason", "")[:200]
    source = _("From the traveller") if sheet.board else _("From the slip")
    answers = save_lines(
        actor=request.actor, lines=lines, reason=reason, numbers=numbers_in(sheet.section), source=source
    )
    saved = sum(answer.saved for answer in answers)
    if any(answer.error for answer in answers):
        return _render(request, session, sheet, answers=answers, reason=reason)
    if saved:
        sentence = ngettext("%(count)s result saved.", "%(count)s results saved.", saved) % {"count": saved}
        messages.success(request, sentence)
    following = _next_sheet(session, sheet)
    if following is None and session.is_over:
        if not missing_results(session):
            messages.success(request, _("All results are in. Look at the score, then publish it."))
            return redirect(session_url(session, "session-official-desk"))
        following = _first_missing(session)
    query = (following or sheet).query
    return redirect(f"{session_url(session, 'session-travellers')}?{query}")


def _seen(request: Request, play: Play) -> int:
    return number_in(request.POST, f"seen_{play.pk}") or 0


def numbers_in(section: Section) -> dict[int, int]:
    return dict(section.places.values_list("contestant_id", "number"))


def _parse_go(session: Session, text: str) -> TravellerSheet:
    """`12`: board 12; `B12` in section B; `t3`: table 3 in this round; `t3 r2`: in round 2."""
    match = GO.fullmatch(text)
    if match is None:
        sentence = _(
            "“%(text)s” is neither a board nor a table. Write 12 for board 12, t3 for table 3, t3 r2 in round 2."
        )
        raise ValidationError(sentence % {"text": text[:20]})
    number = int(match["number"])
    round_number = int(match["round"]) if match["round"] else max(1, session.round)
    where = (None, number, round_number) if match["t"] or match["round"] else (number, None, None)
    return _find_sheet(session, match["letter"].upper(), *where)


def _sheet(request: Request, session: Session) -> TravellerSheet | None:
    numbers = [request.GET.get(name, "") for name in ("board", "table", "round")]
    if not any(numbers):
        return None
    board, table, round_number = (whole_number(text, digits=3) for text in numbers)
    return _find_sheet(session, request.GET.get("section", "").upper()[:3], board, table, round_number)


def _find_sheet(
    session: Session, letter: str, board: int | None, table: int | None, round_number: int | None
) -> TravellerSheet:
    sections = {section.letter.upper(): section for section in session_sections(session)}
    section = sections.get(letter) if letter else next(iter(sections.values()), None)
    if section is None:
        raise ValidationError(_("There is no section %(letter)s.") % {"letter": letter})
    plays = session_plays(session).filter(section=section, round__lte=last_begun_round(session))
    if board is not None:
        sheet_plays = _as_on_paper(list(plays.filter(board=board)), numbers_in(section))
    else:
        sheet_plays = tuple(
            plays.filter(table=table or 0, round=round_number or max(1, session.round)).order_by("board")
        )
    if not sheet_plays:
        raise ValidationError(_("Nothing has been played there yet. Look at the number again."))
    return TravellerSheet(section, board, table, round_number, sheet_plays)


def _as_on_paper(plays: list[Play], numbers: dict[int, int]) -> tuple[Play, ...]:
    """A board's lines: of one that everybody plays in the same round, as its slips are collected, table after table;
    else as on its traveller, with a line for each pair that sat North-South."""
    if len({play.round for play in plays}) == 1:
        return tuple(sorted(plays, key=lambda play: play.table))
    return tuple(sorted(plays, key=lambda play: (numbers.get(play.north_id, 0), play.round)))


def _next_sheet(session: Session, sheet: TravellerSheet) -> TravellerSheet | None:
    """The next board, or the next table of the round; after a section's last board the next section, after a round's
    last table the next round."""
    begun = Play.objects.filter(section__session=session, round__lte=last_begun_round(session)).order_by()
    if sheet.board is not None:
        boards = sorted(begun.values_list("section__letter", "board").distinct())
        later = [later_board for later_board in boards if later_board > (sheet.section.letter, sheet.board)]
        return _find_sheet(session, later[0][0].upper(), later[0][1], None, None) if later else None
    tables = sorted(begun.values_list("round", "section__letter", "table").distinct())
    here = (sheet.round or 0, sheet.section.letter, sheet.table or 0)
    after = [later_table for later_table in tables if later_table > here]
    return _find_sheet(session, after[0][1].upper(), None, after[0][2], after[0][0]) if after else None


def _first_missing(session: Session) -> TravellerSheet | None:
    """The first board that has been played and has no result somewhere."""
    plays = Play.objects.in_bulk([missing.play for missing in missing_results(session)])
    where = [(play.section.letter, play.board) for play in plays.values()]
    return _find_sheet(session, min(where)[0].upper(), min(where)[1], None, None) if where else None


def _render(
    request: Request,
    session: Session,
    sheet: TravellerSheet | None,
    *,
    answers: list[TravellerEntryAnswer] | None = None,
    errors: list[str] | None = None,
    go: str = "",
    reason: str = "",
) -> HttpResponse:
    lines = _lines(sheet, answers or []) if sheet else []
    hidden = hidden_boards(request.actor, session)
    context = {
        "sheet": sheet,
        "lines": lines,
        "focus": next((line.play.pk for line in lines if line.error), None)
        or next((line.play.pk for line in lines if not line.text), None),
        "errors": errors or [],
        "go": go,
        "reason": reason,
        "boards": _boards(session, hidden),
        "hidden": len(hidden),
        "own_tables": _own_tables(request, session) if hidden else [],
        "several": session.sections.count() > 1,
        "has_errors": any(line.error for line in lines),
    }
    status = 422 if errors or context["has_errors"] else 200
    return render_session(request, session, "scoring/travellers.html", context, status=status)


def _lines(sheet: TravellerSheet, answers: list[TravellerEntryAnswer]) -> list[TypedLine]:
    numbers = numbers_in(sheet.section)
    keys = [play.pk for play in sheet.plays]
    current_results = BoardResult.objects.current().filter(play__in=keys)
    results = {result.play_id: result for result in current_results}
    adjustments = ScoreAdjustment.objects.current().filter(play__in=keys, kind=AdjustmentKind.ARTIFICIAL)
    artificial = {adjustment.play_id: adjustment for adjustment in adjustments}
    answered = {answer.line.play.pk: answer for answer in answers}
    lines = []
    for play in sheet.plays:
        result, answer = results.get(play.pk), answered.get(play.pk)
        current = typed_text(result, artificial.get(play.pk))
        text = answer.line.text if answer and answer.error else current
        sides = side_labels(play, numbers)
        version = result.version if result else 0
        adjustment = artificial[play.pk].pk if play.pk in artificial else 0
        if answer and answer.error and not answer.stale:
            # What somebody else entered meanwhile has not been told yet.
            version, adjustment = answer.line.seen, answer.line.seen_adjustment or 0
        error, wrong_way = (answer.error, answer.wrong_way) if answer else ("", False)
        lines.append(TypedLine(play, *sides, text, version, current, error, wrong_way, adjustment))
    return lines


def side_labels(play: Play, numbers: dict[int, int]) -> tuple[str, str]:
    ns, ew = ("+".join(str(numbers.get(contestant, "")) for contestant in side) for side in play_sides(play))
    return ns, ew


def _own_tables(request: Request, session: Session) -> list[dict[str, Any]]:
    """The tables at which a director who plays has sat, the newest round first."""
    plays = begun_at_own_table(request.actor, session)
    tables = plays.order_by("-round").values_list("section__letter", "table", "round").distinct()
    return [{"section": letter, "table": table, "round": number} for letter, table, number in tables]


def _boards(session: Session, hidden: set[int]) -> list[dict[str, Any]]:
    """Every board that has been on a table, with how many of its results are missing."""
    plays = Play.objects.filter(section__session=session, round__lte=last_begun_round(session)).order_by()
    plays = plays.exclude(state=PlayState.DROPPED)
    with_score = {
        *BoardResult.objects.current().filter(play__section__session=session).values_list("play_id", flat=True),
        *ScoreAdjustment.objects.current().filter(play__section__session=session).values_list("play_id", flat=True),
    }
    counts_by_board: dict[tuple[str, int], list[int]] = {}
    for pk, letter, board in plays.values_list("pk", "section__letter", "board"):
        counts = counts_by_board.setdefault((letter, board), [0, 0])
        counts[0] += 1
        counts[1] += pk not in with_score
    return [
        {"section": letter, "board": board, "plays": plays_, "missing": missing}
        for (letter, board), (plays_, missing) in sorted(counts_by_board.items())
        if board not in hidden
    ]
