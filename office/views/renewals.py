"""The secretary's renewals: a membership year, one member in it, invitations, letters, receipts, files."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.pdf import pdf_from_html
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from core.sheets import csv_answer
from office.forms.renewals import AnswerForm, ChangeYearForm, OpenYearForm, PaymentForm, RenewalForm, YearSearchForm
from office.models import DuesPayment, MembershipYear, Renewal
from office.selectors.invitations import reach, to_invite
from office.selectors.letters import letters_for
from office.selectors.renewals import (
    club_years,
    narrowed,
    payments_sheet,
    renewal_line,
    renewals_in,
    renewals_sheet,
    totals,
    year_lines,
)
from office.services.invitations import invite_by_mail, note_answer, note_letters
from office.services.payments import record_payment, withdraw_payment
from office.services.years import change_renewal, change_year, open_year, take_in_members

PAGE = 50


@require_safe
@body_page("renewal.view")
def years(request: Request, body: Club) -> HttpResponse:
    day = body.day(request.actor.at)
    rows = [(year, totals(year_lines(year, day=day), year.currency)) for year in club_years(body)]
    return render_body(request, body, "office/years.html", {"years": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("renewal.keep")
def open_new(request: Request, body: Club) -> HttpResponse:
    before = next(iter(club_years(body)), None)
    form = OpenYearForm(posted(request), club=body, today=body.day(request.actor.at), before=before)
    if form.is_valid():
        with refusals_on(form):
            year = open_year(actor=request.actor, club=body, fees=form.fees(), **form.year())
            count = year.renewals.count()
            sentence = ngettext("Opened for %(count)s member.", "Opened for %(count)s members.", count)
            messages.success(request, sentence % {"count": count})
            return redirect(year)
    return render_body(request, body, "office/year_open.html", {"form": form}, status=status_of(form))


def find_year(club: Club, year_id: int) -> MembershipYear:
    return get_object_or_404(MembershipYear.objects.select_related("club__federation"), pk=year_id, club=club)


@require_safe
@body_page("renewal.view")
def year(request: Request, body: Club, year_id: int) -> HttpResponse:
    found = find_year(body, year_id)
    lines = year_lines(found, day=body.day(request.actor.at))
    form = YearSearchForm(request.GET)
    form.is_valid()
    chosen = narrowed(lines, state=form.cleaned_data.get("state", ""), words=form.cleaned_data.get("q", ""))
    waiting = reach(to_invite(found))
    context = {
        "year": found,
        "totals": totals(lines, found.currency),
        "form": form,
        "page": Paginator(chosen, PAGE).get_page(request.GET.get("page")),
        "by_mail": len(waiting.by_mail),
        "by_letter": len(waiting.by_letter),
        "today": body.day(request.actor.at),
    }
    return render_body(request, body, "office/year.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("renewal.keep")
def edit(request: Request, body: Club, year_id: int) -> HttpResponse:
    form = ChangeYearForm(posted(request), instance=find_year(body, year_id))
    stored = find_year(body, year_id)
    if form.is_valid():
        with refusals_on(form, row=stored):
            version = form.cleaned_data["version"]
            change_year(actor=request.actor, year=stored, version=version, fees=form.fees(), **form.year())
            messages.success(request, _("Saved."))
            return redirect(stored)
    return render_body(request, body, "office/year_edit.html", {"form": form, "year": stored}, status=status_of(form))


@require_POST
@body_page("renewal.keep")
def act(request: Request, body: Club, year_id: int) -> HttpResponse:
    """What is done for all of them: invite by mail, note letters, take in who has joined."""
    found = find_year(body, year_id)
    with refusals_as_messages(request):
        messages.success(request, _done(request, found))
    return redirect(found)


def _done(request: Request, found: MembershipYear) -> str:
    if "mail" in request.POST:
        count = len(invite_by_mail(actor=request.actor, year=found).by_mail)
        return ngettext("%(count)s member invited.", "%(count)s members invited.", count) % {"count": count}
    if "letters" in request.POST:
        count = note_letters(actor=request.actor, year=found)
        return ngettext("%(count)s letter noted.", "%(count)s letters noted.", count) % {"count": count}
    count = len(take_in_members(actor=request.actor, year=found))
    return ngettext("%(count)s member taken in.", "%(count)s members taken in.", count) % {"count": count}


@require_safe
@body_page("renewal.view")
def letters(request: Request, body: Club, year_id: int) -> HttpResponse:
    """Letters to those whom no mail reaches; with `open`, to everybody who has not answered or paid."""
    found = find_year(body, year_id)
    pages = letters_for(found, everybody_open="open" in request.GET)
    if not pages:
        messages.info(request, _("There is nobody to write a letter to."))
        return redirect(found)
    html = render_to_string("office/letters.html", {"letters": pages, "year": found, "body": body}, request=request)
    return pdf_answer(html, f"{body.slug}-{_('letters')}-{found.pk}.pdf")


def pdf_answer(html: str, filename: str) -> HttpResponse:
    answer = HttpResponse(pdf_from_html(html), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{filename}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_safe
@body_page("renewal.view")
def export(request: Request, body: Club, year_id: int, what: str) -> HttpResponseBase:
    found = find_year(body, year_id)
    day = body.day(request.actor.at)
    sheet = payments_sheet(found) if what == "payments" else renewals_sheet(year_lines(found, day=day))
    return csv_answer(sheet, f"{body.slug}-{what}-{found.pk}-{day}.csv")


def find_renewal(club: Club, renewal_id: int) -> Renewal:
    rows = Renewal.objects.select_related("year__club__federation", "player", "payer__player", "membership")
    return get_object_or_404(rows, pk=renewal_id, year__club=club)


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("renewal.keep")
def renewal(request: Request, body: Club, renewal_id: int) -> HttpResponse:
    found = find_renewal(body, renewal_id)
    doing = next((name for name in ("pay", "change", "answer_by") if name in request.POST), "")
    forms: dict[str, Any] = {
        "pay": PaymentForm(
            request.POST if doing == "pay" else None,
            initial={"paid_on": body.day(request.actor.at), "version": found.version, "how": "transfer"},
        ),
        "change": RenewalForm(request.POST if doing == "change" else None, renewal=found),
        "answer_by": AnswerForm(request.POST if doing == "answer_by" else None, initial={"answer": found.answer}),
    }
    if doing and forms[doing].is_valid():
        with refusals_on(forms[doing], row=found):
            messages.success(request, _note(request, found, doing, forms[doing].cleaned_data))
            return redirect(body_url(body, "renewal", renewal_id=renewal_id))
    row = renewals_in(found.year).get(pk=renewal_id)
    context = {
        "line": renewal_line(row, found.year, body.day(request.actor.at)),
        "renewal": row,
        "year": found.year,
        "forms": forms,
        "payments": row.payments.order_by("receipt"),
        "paid_along": row.paid_along.select_related("player"),
    }
    return render_body(request, body, "office/renewal.html", context, status=status_of(*forms.values()))


def _note(request: Request, found: Renewal, doing: str, typed: dict[str, Any]) -> str:
    if doing == "pay":
        payment = record_payment(actor=request.actor, renewal=found, **typed)
        return _("Noted: receipt number %(number)s.") % {"number": payment.receipt}
    if doing == "change":
        change_renewal(actor=request.actor, renewal=found, **typed)
    else:
        note_answer(actor=request.actor, renewal=found, **typed)
    return _("Saved.")


def find_payment(club: Club, payment_id: int) -> DuesPayment:
    rows = DuesPayment.objects.select_related("renewal__year__club__federation", "renewal__player", "club")
    return get_object_or_404(rows, pk=payment_id, club=club)


@require_POST
@body_page("renewal.keep")
def take_back(request: Request, body: Club, payment_id: int) -> HttpResponse:
    payment = find_payment(body, payment_id)
    with refusals_as_messages(request):
        withdraw_payment(actor=request.actor, payment=payment)
        messages.success(request, _("Taken back: what it paid is open again."))
    return redirect(body_url(body, "renewal", renewal_id=payment.renewal_id))


@require_safe
@body_page("renewal.view")
def receipt(request: Request, body: Club, payment_id: int) -> HttpResponse:
    payment = find_payment(body, payment_id)
    context = {"payment": payment, "renewal": payment.renewal, "year": payment.renewal.year, "body": body}
    html = render_to_string("office/receipt.html", context, request=request)
    return pdf_answer(html, f"{body.slug}-{_('receipt')}-{payment.receipt}.pdf")
