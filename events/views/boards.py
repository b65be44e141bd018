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
from core.permissions import may
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from events.forms.boards import ReasonForm, RedealForm
from events.models import Board, BoardSet, Play
from events.models.plays import PlayState
from events.selectors.boards import board_ranges, latest_analysis_job
from events.selectors.deal_files import visible_deal_file
from events.selectors.hand_records import SEATS, STRAINS, Suit, visible_hand_records, visible_remarks
from events.selectors.seal import Sight, board_set_sight, still_plays
from events.services.analysis import ask_for_analysis
from events.services.boards import redeal
from events.services.seals import open_seal, release_boards, withdraw_releases
from events.views.board_sets import seal_badge
from events.wording import scoring_error_sentence
from scoring.engine.errors import ScoringError
from scoring.interchange import deals as files


def find_set(request: Request, club: Club, set_id: int) -> tuple[BoardSet, Sight, bool]:
    """The set as this person may see it, and whether they keep the club's boards. For others a set is there once
    some of it is open."""
    board_set = get_object_or_404(
        BoardSet.objects.select_related("club__federation", "made_by__player"), pk=set_id, club=club
    )
    sight = board_set_sight(request.actor, board_set)
    keeps = may(request.actor, "deal.make", board_set)
    if not keeps and not sight.seen:
        raise Http404
    return board_set, sight, keeps


@require_safe
@body_page("club.view")
def board_set(request: Request, body: Club, set_id: int) -> HttpResponse:
    board_set, sight, keeps = find_set(request, body, set_id)
    records = visible_hand_records(
        request.actor, board_set, sight=sight, played=_played_numbers(board_set) if keeps else None
    )
    job = latest_analysis_job(board_set) if keeps else None
    lacking = any(not record.is_sealed and not record.tricks for record in records)
    context = {
        "board_set": board_set,
        "sight": sight,
        "records": records if keeps else [record for record in records if not record.is_sealed],
        "keeps": keeps,
        "badge": seal_badge(sight.seal),
        "strains": [Suit.of(strain) for strain in STRAINS],
        "seats": list(SEATS.values()),
        "formats": [(name, name.upper(), _page(board_set, "export-boards", notation=name)) for name in files.FORMATS],
        "remarks": visible_remarks(board_set, sight) if keeps else [],
        "job": job,
        "at_work": job is not None and not job.is_over,
        "may_analyse": keeps and (lacking or (job is not None and job.state == "failed")),
        "redeal_url": _page(board_set, "board-set"),
        **(_keeper_context(request, board_set, sight) if keeps else {}),
    }
    return render_body(request, body, "events/board_set.html", context)


def _keeper_context(request: Request, board_set: BoardSet, sight: Sight) -> dict[str, Any]:
    """What those who keep the boards also see: where they are used, who looked, what was dealt again."""
    return {
        "sections": sight.seal.sections,
        "waiting_for": sight.seal.waiting_for,
        "openings": board_set.openings.select_related("user__player").order_by("opened_at"),
        "superseded": board_set.boards.filter(superseded_at__isnull=False).order_by("superseded_at").defer("deal"),
        "ready": board_ranges(sight.seal.ready_to_release),
        "released": board_ranges(board_set.releases.filter(withdrawn_at=None).values_list("number", flat=True)),
        "may_open": bool(sight.seal.sealed) and not sight.has_opened and may(request.actor, "deal.open", board_set),
    }


@require_http_methods(["GET", "POST"])
@body_page("deal.open")
def open_boards(request: Request, body: Club, set_id: int) -> HttpResponse:
    """A page of its own with its warning: nobody looks at sealed deals by a slip of the finger."""
    board_set, sight, _keeps = find_set(request, body, set_id)
    player = request.actor.player
    plays = player is not None and still_plays(player, board_set)
    form = ReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            open_seal(actor=request.actor, board_set=board_set, reason=form.cleaned_data["reason"])
            messages.success(request, _("The seal is open for you. It is written in the audit."))
            return redirect(_page(board_set, "board-set"))
    context = {
        "board_set": board_set,
        "form": form,
        "plays": plays,
        "opened": sight.has_opened,
        "back": _page(board_set, "board-set"),
        "waiting_for": sight.seal.waiting_for,
    }
    return render_body(request, body, "events/boards_open.html", context, status=status_of(form))


@require_POST
@body_page("deal.make")
def release(request: Request, body: Club, set_id: int) -> HttpResponse:
    """Open to everybody what every table has played, before the round is over."""
    board_set, sight, _keeps = find_set(request, body, set_id)
    with refusals_as_messages(request):
        releases = release_boards(actor=request.actor, board_set=board_set, numbers=sight.seal.ready_to_release)
        if releases:
            numbers = board_ranges(release.number for release in releases)
            messages.success(request, _("Boards %(boards)s are open to everybody.") % {"boards": numbers})
        else:
            messages.info(request, _("No sealed board has been played by all."))
    return redirect(_page(board_set, "board-set"))


@require_POST
@body_page("deal.make")
def seal_again(request: Request, body: Club, set_id: int) -> HttpResponse:
    board_set = find_set(request, body, set_id)[0]
    with refusals_as_messages(request):
        withdraw_releases(actor=request.actor, board_set=board_set)
        messages.success(request, _("Sealed again until the rounds are over."))
    return redirect(_page(board_set, "board-set"))


@require_POST
@body_page("deal.make")
def analyse(request: Request, body: Club, set_id: int) -> HttpResponse:
    board_set = find_set(request, body, set_id)[0]
    ask_for_analysis(actor=request.actor, board_set=board_set)
    return redirect(_page(board_set, "board-set"))


@require_safe
@body_page("club.view")
def export(request: Request, body: Club, set_id: int, notation: str) -> HttpResponse:
    """A file of what this person may see; all of a sealed set only after its seal was opened."""
    board_set, sight, _keeps = find_set(request, body, set_id)
    if notation not in files.FORMATS:
        raise Http404
    try:
        deal_file = visible_deal_file(board_set, sight, notation)
    except ScoringError as error:
        messages.error(request, scoring_error_sentence(error))
        return redirect(_page(board_set, "board-set"))
    return as_download(board_set, deal_file.data, notation)


def as_download(board_set: BoardSet, data: bytes, notation: str) -> HttpResponse:
    answer = HttpResponse(data, content_type="application/octet-stream")
    name = slugify(board_set.name) or f"boards-{board_set.pk}"
    answer["Content-Disposition"] = f'attachment; filename="{name}.{notation}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_http_methods(["GET", "POST"])
@body_page("deal.make")
def redeal_board(request: Request, body: Club, set_id: int, number: int) -> HttpResponse:
    board_set = find_set(request, body, set_id)[0]
    board = get_object_or_404(Board.objects.current().defer("deal"), board_set=board_set, number=number)
    form = RedealForm(posted(request), initial={"version": board_set.version})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, row=board_set):
            redeal(actor=request.actor, board_set=board_set, number=number, **form.cleaned_data)
            messages.success(request, _("Board %(number)s is dealt again.") % {"number": number})
            return redirect(_page(board_set, "board-set"))
    context = {"board_set": board_set, "board": board, "form": form, "back": _page(board_set, "board-set")}
    return render_body(request, body, "events/board_redeal.html", context, status=status_of(form))


def _played_numbers(board_set: BoardSet) -> frozenset[int]:
    plays = Play.objects.filter(Q(section__board_set=board_set), state=PlayState.DONE)
    return frozenset(plays.order_by().values_list("board", flat=True).distinct())


def _page(board_set: BoardSet, page: str, **more: object) -> str:
    return body_url(board_set.club, page, set_id=board_set.pk, **more)
