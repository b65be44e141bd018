"""A club's sets of boards: the list, and making another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.paging import requested_page as page_of_rows
from core.refusals import refusals_on, status_of
from events.forms.boards import BoardSearchForm, DealForm, ImportForm
from events.models import BoardSet
from events.selectors.boards import club_board_sets
from events.selectors.seal import Seal, board_set_seals
from events.services.boards import deal_boards, import_boards

PAGE = 30


@dataclass(frozen=True)
class BoardSetRow:
    board_set: BoardSet
    seal: Seal
    url: str

    @property
    def state(self) -> tuple[str, str]:
        """A badge and its words."""
        return seal_badge(self.seal)


def seal_badge(seal: Seal) -> tuple[str, str]:
    if seal.is_open:
        return "good", _("Open")
    if seal.is_whole:
        return "warn", _("Sealed")
    left = {"count": len(seal.sealed), "all": len(seal.numbers)}
    return "info", _("%(count)s of %(all)s sealed") % left


@require_safe
@body_page("deal.make")
def board_sets(request: Request, body: Club) -> HttpResponse:
    form = BoardSearchForm(request.GET)
    words = form.words()
    page = page_of_rows(club_board_sets(body, words), request.GET.get("page"), PAGE)
    seals = board_set_seals(page.object_list)
    rows = [
        BoardSetRow(board_set, seals[board_set.pk], body_url(body, "board-set", set_id=board_set.pk))
        for board_set in page.object_list
    ]
    context = {
        "form": form,
        "page": page,
        "rows": rows,
        "any_sets": bool(rows) or BoardSet.objects.filter(club=body).exists(),
    }
    return render_body(request, body, "events/board_sets.html", context)


@require_http_methods(["GET", "POST"])
@body_page("deal.make")
def new(request: Request, body: Club) -> HttpResponse:
    """Deal boards, or take them from a file: two forms on one page."""
    wants_file = request.method == "POST" and "import" in request.POST
    wants_deal = request.method == "POST" and not wants_file
    initial = {"name": _("Boards of %(day)s") % {"day": date_format(body.day(request.actor.at), "SHORT_DATE_FORMAT")}}
    dealing = DealForm(request.POST if wants_deal else None, initial=initial)
    importing = ImportForm(request.POST if wants_file else None, request.FILES if wants_file else None)
    board_set = (
        _deal(request, body, dealing) if wants_deal else _import(request, body, importing) if wants_file else None
    )
    if board_set is not None:
        return _answer_created(request, body, board_set)
    context = {"dealing": dealing, "importing": importing}
    return render_body(request, body, "events/boards_new.html", context, status=status_of(dealing, importing))


def _deal(request: Request, club: Club, form: DealForm) -> BoardSet | None:
    if form.is_valid():
        with refusals_on(form):
            return deal_boards(actor=request.actor, club=club, **form.cleaned_data)
    return None


def _import(request: Request, club: Club, form: ImportForm) -> BoardSet | None:
    """What is wrong with the file names cards: it is said on this answer only, to whoever sent the file."""
    if not form.is_valid():
        return None
    upload: Any = form.cleaned_data["file"]
    with refusals_on(form):
        return import_boards(
            actor=request.actor,
            club=club,
            name=form.cleaned_data["name"],
            data=upload.read(),
            file_name=(upload.name or "")[-100:],
        )
    return None


def _answer_created(request: Request, club: Club, board_set: BoardSet) -> HttpResponse:
    count = board_set.boards.count()
    sentence = ngettext("%(count)s board is there, sealed.", "%(count)s boards are there, sealed.", count)
    messages.success(request, sentence % {"count": count})
    if board_set.remarks:
        odd = len(board_set.remarks)
        warning = ngettext("There is %(count)s remark on the file.", "There are %(count)s remarks on the file.", odd)
        messages.warning(request, warning % {"count": odd})
    return redirect(body_url(club, "board-set", set_id=board_set.pk))
