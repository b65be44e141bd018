"""One set of boards: its hand record, its seal, its files. What may be seen of it, `events.selectors.seal` says."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.errors import Forbidden
from core.permissions import may
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from events.forms.boards import ReasonForm, RedealForm
from events.models import Board, BoardSet, Play
from events.models.plays import PlayState
from events.selectors.boards import as_deal, board_ranges, latest_analysis_job
from events.selectors.hand_records import SEATS, STRAINS, Suit, visible_hand_records, visible_remarks
from events.selectors.seal import Sight, board_set_sight, current_boards, still_plays
from events.services.analysis import ask_for_analysis
from events.services.boards import redeal
from events.services.seals import open_seal, release_boards, withdraw_releases
from events.views.board_sets import seal_badge
from events.wording import movement_refusal
from scoring.engine.errors import ScoringError
from scoring.interchange import deals as files


def find_set(request: Request, club: Club, set_id: int) -> tuple[BoardSet, Sight, bool]:
    """The set as this person may see it, and whether they keep the club's boards. For others a set is there once
    some of it is open."""
    row = get_object_or_404(
        BoardSet.objects.select_related("club__federation", "made_by__player"), pk=set_id, club=club
    )
    sight = board_set_sight(request.actor, row)
    keeps = may(request.actor, "deal.make", row)
    if not keeps and not sight.seen:
        raise Http404
    return row, sight, keeps


@require_safe
@body_page("club.view")
def board_set(request: Request, body: Club, set_id: int) -> HttpResponse:
    row, sight, keeps = find_set(request, body, set_id)
    records = visible_hand_records(request.actor, row, sight=sight, played=_played(row) if keeps else None)
    job = latest_analysis_job(row) if keeps else None
    lacking = any(not record.is_sealed and not record.tricks for record in records)
    context = {
        "row": row,
        "sight": sight,
        "records": records if keeps else [record for record in records if not record.is_sealed],
        "keeps": keeps,
        "badge": seal_badge(sight.seal),
        "strains": [Suit.of(strain) for strain in STRAINS],
        "seats": list(SEATS.values()),
        "formats": [(name, name.upper(), _page(row, "export-boards", notation=name)) for name in files.FORMATS],
        "remarks": visible_remarks(row, sight) if keeps else [],
        "job": job,
        "at_work": job is not None and not job.is_over,
        "may_analyse": keeps and (lacking or (job is not None and job.state == "failed")),
        "redeal_url": _page(row, "board-set"),
        **(_office(request, row, sight) if keeps else {}),
    }
    return render_body(request, body, "events/board_set.html", context)


def _office(request: Request, row: BoardSet, sight: Sight) -> dict[str, Any]:
    """What those who keep the boards also see: where they are used, who looked, what was dealt again."""
    return {
        "sections": sight.seal.sections,
        "waiting_for": sight.seal.waiting_for,
        "openings": row.openings.select_related("user__player").order_by("opened_at"),
        "superseded": row.boards.filter(superseded_at__isnull=False).order_by("superseded_at").defer("deal"),
        "ready": board_ranges(sight.seal.ready_to_release),
        "released": board_ranges(row.releases.filter(withdrawn_at=None).values_list("number", flat=True)),
        "may_open": bool(sight.seal.sealed) and not sight.has_opened and may(request.actor, "deal.open", row),
    }


@require_http_methods(["GET", "POST"])
@body_page("deal.open")
def open_boards(request: Request, body: Club, set_id: int) -> HttpResponse:
    """A page of its own with its warning: nobody looks at sealed deals by a slip of the finger."""
    row, sight, _keeps = find_set(request, body, set_id)
    player = request.actor.player
    plays = player is not None and still_plays(player, row)
    form = ReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            open_seal(actor=request.actor, board_set=row, reason=form.cleaned_data["reason"])
            messages.success(request, _("The seal is open for you. It is written in the audit."))
            return redirect(_page(row, "board-set"))
    context = {
        "row": row,
        "form": form,
        "plays": plays,
        "opened": sight.has_opened,
        "back": _page(row, "board-set"),
        "waiting_for": sight.seal.waiting_for,
    }
    return render_body(request, body, "events/boards_open.html", context, status=status_of(form))


@require_POST
@body_page("deal.make")
def release(request: Request, body: Club, set_id: int) -> HttpResponse:
    """Open to everybody what every table has played, before the round is over."""
    row, sight, _keeps = find_set(request, body, set_id)
    with refusals_as_messages(request):
        made = release_boards(actor=request.actor, board_set=row, numbers=sight.seal.ready_to_release)
        if made:
            numbers = board_ranges(one.number for one in made)
            messages.success(request, _("Boards %(boards)s are open to everybody.") % {"boards": numbers})
        else:
            messages.info(request, _("No sealed board has been played by all."))
    return redirect(_page(row, "board-set"))


@require_POST
@body_page("deal.make")
def seal_again(request: Request, body: Club, set_id: int) -> HttpResponse:
    row = find_set(request, body, set_id)[0]
    with refusals_as_messages(request):
        withdraw_releases(actor=request.actor, board_set=row)
        messages.success(request, _("Sealed again until the rounds are over."))
    return redirect(_page(row, "board-set"))


@require_POST
@body_page("deal.make")
def analyse(request: Request, body: Club, set_id: int) -> HttpResponse:
    row = find_set(request, body, set_id)[0]
    ask_for_analysis(actor=request.actor, board_set=row)
    return redirect(_page(row, "board-set"))


@require_safe
@body_page("club.view")
def export(request: Request, body: Club, set_id: int, notation: str) -> HttpResponse:
    """A file of what this person may see; all of a sealed set only after its seal was opened."""
    row, sight, _keeps = find_set(request, body, set_id)
    if notation not in files.FORMATS:
        raise Http404
    boards = [as_deal(board) for board in current_boards(row) if sight.sees(board.number)]
    if not boards:
        raise Forbidden(_("These boards are sealed. Open the seal first, if you do not play them."))
    try:
        data = files.write(boards, notation)
    except ScoringError as error:
        messages.error(request, movement_refusal(error))
        return redirect(_page(row, "board-set"))
    return as_download(row, data, notation)


def as_download(row: BoardSet, data: bytes, notation: str) -> HttpResponse:
    answer = HttpResponse(data, content_type="application/octet-stream")
    name = slugify(row.name) or f"boards-{row.pk}"
    answer["Content-Disposition"] = f'attachment; filename="{name}.{notation}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_http_methods(["GET", "POST"])
@body_page("deal.make")
def redeal_board(request: Request, body: Club, set_id: int, number: int) -> HttpResponse:
    row = find_set(request, body, set_id)[0]
    board = get_object_or_404(Board.objects.current().defer("deal"), board_set=row, number=number)
    form = RedealForm(posted(request), initial={"version": row.version})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, row=row):
            redeal(actor=request.actor, board_set=row, number=number, **form.cleaned_data)
            messages.success(request, _("Board %(number)s is dealt again.") % {"number": number})
            return redirect(_page(row, "board-set"))
    context = {"row": row, "board": board, "form": form, "back": _page(row, "board-set")}
    return render_body(request, body, "events/board_redeal.html", context, status=status_of(form))


def _played(row: BoardSet) -> frozenset[int]:
    plays = Play.objects.filter(Q(section__board_set=row), state=PlayState.DONE)
    return frozenset(plays.order_by().values_list("board", flat=True).distinct())


def _page(row: BoardSet, page: str, **more: object) -> str:
    return body_url(row.club, page, set_id=row.pk, **more)
