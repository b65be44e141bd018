"""A club's standing codes: made, renewed, printed and given up by whoever keeps its events."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import page_of
from core.forms import add_errors
from core.qr import full_address, only_reaches_this_machine, qr_svg
from events.forms.standing_codes import StandingCodesForm
from events.models import StandingCode
from events.selectors.standing_codes import standing_codes_of
from events.services.standing_codes import make_standing_codes, renew_standing_code, stop_standing_codes
from events.views.tables import table_address

PAGE = "standing-codes"


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("event.manage")
def standing_codes(request: Request, body: Club) -> HttpResponse:
    form = StandingCodesForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = make_standing_codes(actor=request.actor, club=body, **form.cleaned_data)
        except ValidationError as error:
            add_errors(form, error)
        else:
            said = ngettext("%(count)s table has a code now.", "%(count)s tables have a code now.", len(made))
            messages.success(request, said % {"count": len(made)})
            return redirect(page_of(body, PAGE))
    sections = [
        {"letter": letter, "codes": [{"row": row, "address": table_address(row)} for row in rows]}
        for letter, rows in groupby(standing_codes_of(body), key=lambda row: row.letter)
    ]
    context = {"form": form, "sections": sections}
    return render_body(request, body, "events/standing_codes.html", context, status=422 if form.errors else 200)


@require_POST
@body_page("event.manage")
def renew(request: Request, body: Club, code_id: int) -> HttpResponse:
    code = get_object_or_404(StandingCode.objects.select_related("club__federation"), pk=code_id, club=body)
    return _attempt(request, body, lambda reason: _renewed(request, code, reason))


def _renewed(request: Request, code: StandingCode, reason: str) -> str:
    renew_standing_code(actor=request.actor, code=code, reason=reason)
    return _("The old code of table %(name)s is revoked. Print the new card.") % {"name": code.name}


@require_POST
@body_page("event.manage")
def stop(request: Request, body: Club) -> HttpResponse:
    letter = request.POST.get("letter", "")[:3]
    return _attempt(request, body, lambda reason: _stopped(request, body, letter, reason))


def _stopped(request: Request, club: Club, letter: str, reason: str) -> str:
    stop_standing_codes(actor=request.actor, club=club, letter=letter, reason=reason)
    return _("Section %(letter)s has no standing codes any more.") % {"letter": letter}


def _attempt(request: Request, club: Club, act: Any) -> HttpResponse:
    try:
        messages.success(request, act(request.POST.get("reason", "")[:200]))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    return redirect(page_of(club, PAGE))


@require_safe
@body_page("event.manage")
def cards(request: Request, body: Club) -> HttpResponse:
    """To be printed once and left on the tables."""
    codes = standing_codes_of(body)
    several = len({code.letter for code in codes}) > 1
    shown = [
        {
            "name": code.name if several else str(code.table),
            "code": code,
            "qr": qr_svg(table_address(code), _("Page of this table")),
        }
        for code in codes
    ]
    host = full_address("").split("://")[-1]
    context = {"cards": shown, "host": host, "unreachable": only_reaches_this_machine()}
    return render_body(request, body, "events/standing_cards.html", context)
