"""Asking for a review: from the player's side or at the director's desk; concurring by code; one's own cases."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from appeals.forms.requesting import AnswerByCodeForm, CodeForm, RequestForm
from appeals.selectors.case_page import CasePage
from appeals.selectors.deadlines import rules_in
from appeals.selectors.deposits import as_money, deposits_in_case
from appeals.selectors.session_page import appealable_in_session, appeals_in, nobody_hears, who_may_ask
from appeals.services.concurring import concur_by_code, find_code
from appeals.services.requesting import request_appeal
from appeals.views.base import appeal_url
from clubs.middleware import speak_for
from clubs.views.bodies import Request
from core.posted import posted
from core.refusals import refusals_on, status_of
from events.models import Session
from events.views.base import render_session, session_page
from rulings.selectors.visible import visible_rulings


@require_safe
@session_page("appeal.request")
def session_appeals(request: Request, session: Session) -> HttpResponse:
    context = {
        "rulings": appealable_in_session(request.actor, session),
        "appeals": appeals_in(request.actor, session),
        "nobody_hears": nobody_hears(session),
    }
    return render_session(request, session, "appeals/session.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@session_page("appeal.request")
def request_review(request: Request, session: Session, ruling_id: int) -> HttpResponse:
    ruling = visible_rulings(request.actor, session).filter(pk=ruling_id).first()
    if ruling is None:
        raise Http404
    appealable = next(
        (candidate for candidate in appealable_in_session(request.actor, session) if candidate.ruling.pk == ruling.pk),
        None,
    )
    if appealable is None or not (appealable.sides or appealable.appeals):
        raise Http404
    if not appealable.sides:
        # It has been asked for already.
        return redirect(appeal_url(appealable.appeals[-1]))
    form = RequestForm(posted(request), people=who_may_ask(appealable) if appealable.at_desk else {})
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        with refusals_on(form):
            appeal = request_appeal(
                actor=request.actor,
                ruling=ruling,
                grounds=typed["grounds"],
                points=[(typed["kind"], typed["grounds"][:500])],
                **form.at_desk(),
            )
            if appeal.state == "refused":
                messages.warning(request, appeal.refusal)
            else:
                messages.success(request, _("The request is with the director. Now everybody must concur (Law 92D)."))
            return redirect(appeal_url(appeal))
    deposit = rules_in(session).deposit
    context = {"form": form, "row": appealable, "ruling": ruling, "nobody_hears": nobody_hears(session)}
    context["deposit"] = as_money(deposit) if deposit > 0 else ""
    return render_session(request, session, "appeals/request.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def code(request: Request) -> HttpResponse:
    """The door for those without an account: the code that the director gave them, or that stood in a mail."""
    form = CodeForm(posted(request))
    if request.method == "POST" and form.is_valid():
        concurrence = find_code(form.cleaned_data["code"])
        if concurrence is not None:
            return redirect("appeal-concur", code=concurrence.code)
        form.add_error("code", _("There is no such code. Look at it again, or ask the director."))
    return render(request, "appeals/code.html", {"form": form}, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def concur(request: Request, code: str) -> HttpResponse:
    concurrence = find_code(code)
    if concurrence is None:
        raise Http404
    club = concurrence.appeal.club
    speak_for(request, language=club.language, zone=club.timezone)
    form = AnswerByCodeForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            concurrence = concur_by_code(actor=request.actor, code=code, agrees=form.cleaned_data["agrees"] == "yes")
            messages.success(request, _("Thank you. Your answer is written down."))
            return redirect("appeal-concur", code=code)
    waits = CasePage.of(concurrence.appeal, request.actor).waits
    context = {"form": form, "row": concurrence, "appeal": concurrence.appeal, "body": club, "waits": waits}
    context |= {"ruling": concurrence.appeal.ruling, "deposits": deposits_in_case(concurrence.appeal, request.actor)}
    return render(request, "appeals/concur.html", context, status=status_of(form))
