"""A club's standing codes: made, renewed, printed and given up by whoever keeps its events."""

from __future__ import annotations

from itertools import groupby

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.posted import posted
from core.qr import full_address, only_reaches_this_machine, qr_svg
from core.refusals import refusals_as_messages, refusals_on, status_of
from events.forms.standing_codes import StandingCodesForm
from events.models import StandingCode
from events.selectors.standing_codes import club_standing_codes
from events.services.standing_codes import make_standing_codes, renew_standing_code, stop_standing_codes
from events.views.tables import table_address

PAGE = "standing-codes"


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("event.manage")
def standing_codes(request: Request, body: Club) -> HttpResponse:
    form = StandingCodesForm(posted(request))
    if form.is_valid():
        with refusals_on(form):
            codes = make_standing_codes(actor=request.actor, club=body, **form.cleaned_data)
            sentence = ngettext("%(count)s table has a code now.", "%(count)s tables have a code now.", len(codes))
            messages.success(request, sentence % {"count": len(codes)})
            return redirect(body_url(body, PAGE))
    sections = [
        {"letter": letter, "codes": [{"code": code, "address": table_address(code)} for code in codes]}
        for letter, codes in groupby(club_standing_codes(body), key=lambda code: code.letter)
    ]
    context = {"form": form, "sections": sections}
    return render_body(request, body, "events/standing_codes.html", context, status=status_of(form))


@require_POST
@body_page("event.manage")
def renew(request: Request, body: Club, code_id: int) -> HttpResponse:
    code = get_object_or_404(StandingCode.objects.select_related("club__federation"), pk=code_id, club=body)
    with refusals_as_messages(request):
        renew_standing_code(actor=request.actor, code=code, reason=request.POST.get("reason", "")[:200])
        sentence = _("The old code of table %(name)s is revoked. Print the new card.")
        messages.success(request, sentence % {"name": code.name})
    return redirect(body_url(body, PAGE))


@require_POST
@body_page("event.manage")
def stop(request: Request, body: Club) -> HttpResponse:
    letter = request.POST.get("letter", "")[:3]
    with refusals_as_messages(request):
        reason = request.POST.get("reason", "")[:200]
        stop_standing_codes(actor=request.actor, club=body, letter=letter, reason=reason)
        messages.success(request, _("Section %(letter)s has no standing codes any more.") % {"letter": letter})
    return redirect(body_url(body, PAGE))


@require_safe
@body_page("event.manage")
def cards(request: Request, body: Club) -> HttpResponse:
    """To be printed once and left on the tables."""
    codes = club_standing_codes(body)
    several = len({code.letter for code in codes}) > 1
    code_cards = [
        {
            "name": code.name if several else str(code.table),
            "code": code,
            "qr": qr_svg(table_address(code), _("Page of this table")),
        }
        for code in codes
    ]
    host = full_address("").split("://")[-1]
    context = {"cards": code_cards, "host": host, "unreachable": only_reaches_this_machine()}
    return render_body(request, body, "events/standing_cards.html", context)
