"""The file for the dealing machine: whom it is for, and that person's way to take it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.models import Club
from clubs.selectors.roles import person_name
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.permissions import may, require
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from events.forms.boards import RecipientForm
from events.models import BoardSet, DealFile
from events.selectors.boards import own_deal_files
from events.services.deal_files import name_recipient, take_file, withdraw_recipient
from events.views.boards import as_download
from scoring.interchange import deals as files


def _find(request: Request, club: Club, set_id: int) -> tuple[BoardSet, DealFile | None, bool]:
    """The set, what this person may take of it, and whether they keep the club's boards; for others it is not there."""
    board_set = get_object_or_404(BoardSet.objects.select_related("club__federation"), pk=set_id, club=club)
    own = own_deal_files(request.actor).filter(board_set=board_set).first()
    keeps = may(request.actor, "deal.make", board_set)
    if own is None and not keeps:
        raise Http404
    return board_set, own, keeps


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("club.view")
def deal_file(request: Request, body: Club, set_id: int) -> HttpResponse:
    board_set, own_file, keeps = _find(request, body, set_id)
    form = RecipientForm(posted(request), club=body, actor=request.actor) if keeps else None
    if request.method == "POST":
        require(request.actor, "deal.make", board_set)
    if request.method == "POST" and form is not None and form.is_valid():
        with refusals_on(form):
            recipient = name_recipient(actor=request.actor, board_set=board_set, user=form.cleaned_data["user"])
            sentence = _("%(name)s finds the file on the own first page.") % {"name": person_name(recipient.user)}
            messages.success(request, sentence)
            return redirect(request.path)
    context = {
        "board_set": board_set,
        "own": own_file,
        "form": form,
        "keeps": keeps,
        "recipients": board_set.deal_files.filter(withdrawn_at=None).select_related("user__player") if keeps else [],
        "formats": files.FORMATS,
        "back": body_url(body, "board-set", set_id=board_set.pk),
    }
    return render_body(request, body, "events/deal_file.html", context, status=status_of(form))


@require_POST
@body_page("club.view")
def take(request: Request, body: Club, set_id: int, notation: str) -> HttpResponse:
    """A post, because it has an effect: who takes the file cannot play the boards."""
    board_set = get_object_or_404(BoardSet, pk=set_id, club=body)
    own_file = own_deal_files(request.actor).filter(board_set=board_set).first()
    if own_file is None or notation not in files.FORMATS:
        raise Http404
    with refusals_as_messages(request):
        return as_download(board_set, take_file(actor=request.actor, deal_file=own_file, notation=notation), notation)
    return redirect(body_url(body, "deal-file", set_id=set_id))


@require_POST
@body_page("deal.make")
def withdraw(request: Request, body: Club, set_id: int, file_id: int) -> HttpResponse:
    deal_files = DealFile.objects.select_related("board_set__club__federation", "user__player")
    deal_file = get_object_or_404(deal_files, pk=file_id, board_set=set_id, board_set__club=body)
    withdraw_recipient(actor=request.actor, deal_file=deal_file)
    messages.success(request, _("%(name)s can no longer take the file.") % {"name": person_name(deal_file.user)})
    return redirect(body_url(body, "deal-file", set_id=set_id))
