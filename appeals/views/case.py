"""The page of a case, its acts, the hearing pack and who hears it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from appeals.forms import ACT_FORMS, ActForm
from appeals.forms.bodies import SeatForm
from appeals.models import Appeal
from appeals.selectors.case_page import CasePage
from appeals.selectors.conflicts import AdjudicatorCandidate, check_conflicts
from appeals.selectors.pack_page import pack_page
from appeals.selectors.pool import pool_for
from appeals.services import bodies
from appeals.services.concurring import codes_for
from appeals.views.base import appeal_page, appeal_url, render_appeal
from clubs.views.bodies import Request
from core.errors import Forbidden
from core.qr import full_address, qr_svg
from core.refusals import refusals_as_messages, refusals_on, status_of

FORMS = {form.name(): form for form in ACT_FORMS}


def render_case(request: Request, appeal: Appeal, bound: ActForm | None = None) -> HttpResponse:
    page = CasePage.of(appeal, request.actor)
    offered = [form(page=page) for form in ACT_FORMS if form.offered(page)]
    if bound is not None:
        offered = [bound, *(form for form in offered if form.name() != bound.name())]
    context: dict[str, Any] = {
        "forms": [(form, appeal_url(appeal, "appeal-act", act=form.name())) for form in offered],
        "bound": bound,
        "codes": _codes(appeal, request) if page.directs and page.still_to_concur else [],
        "decides": page.decides,
        "now": request.actor.at,
    }
    return render_appeal(request, page, "appeals/case.html", context, status=422 if bound is not None else 200)


def _codes(appeal: Appeal, request: Request) -> list[dict[str, Any]]:
    """Each code with its address in full, to be read out, written down or scanned."""
    codes = []
    for concurrence, code in codes_for(appeal, request.actor):
        path, name = reverse("appeal-concur", kwargs={"code": concurrence.code}), concurrence.player.display_name
        address = {"door": full_address(reverse("appeal-code")), "address": full_address(path)}
        codes.append({"name": name, "code": code, "qr": qr_svg(path, name), **address})
    return codes


@require_safe
@appeal_page
def case(request: Request, appeal: Appeal) -> HttpResponse:
    return render_case(request, appeal)


@require_POST
@appeal_page
def act(request: Request, appeal: Appeal, act: str) -> HttpResponse:
    """One act. What is refused is said above its form, with what was typed still in it."""
    kind = FORMS.get(act)
    if kind is None:
        raise Http404
    page = CasePage.of(appeal, request.actor)
    if kind.is_overtaken(page):
        messages.warning(request, _("This is not asked any more: somebody was faster. See how the case stands now."))
        return redirect(appeal_url(appeal))
    if not kind.is_available_to(page):
        raise Forbidden
    form = kind(request.POST, page=page)
    if form.is_valid():
        with refusals_on(form, forbidden=True):
            messages.success(request, form.run())
            return redirect(appeal_url(appeal))
        appeal.refresh_from_db()
    return render_case(request, appeal, form)


@require_safe
@appeal_page
def pack(request: Request, appeal: Appeal) -> HttpResponse:
    """One page with everything before the adjudicators; as it was frozen, once it is."""
    page = CasePage.of(appeal, request.actor)
    return render_appeal(request, page, "appeals/pack.html", {"pack": pack_page(page)})


def _not_invited(page: CasePage, candidates: list[AdjudicatorCandidate]) -> list[AdjudicatorCandidate]:
    """Who sits, or is asked to, is not offered again."""
    sitting = {member.user_id for member in page.sitting}
    return [candidate for candidate in candidates if candidate.user.pk not in sitting]


def _body_context(request: Request, page: CasePage, form: SeatForm | None) -> dict[str, Any]:
    pool = pool_for(page.appeal, request.actor.at)
    candidates = check_conflicts(page.appeal, [member.user for member in pool], request.actor.at)
    sitting = {member.user_id for member in page.sitting}
    away = {member.user.pk: member.away for member in pool}
    return {
        "form": form or SeatForm(candidates=_not_invited(page, candidates)),
        "candidates": [
            (candidate, away.get(candidate.user.pk, False), candidate.user.pk in sitting) for candidate in candidates
        ],
        "may_seat": page.composes and page.open("seat"),
    }


def _of_a_side(page: CasePage) -> str | None:
    """Why an office in the club gives no right here to somebody who is a side; None for everybody else."""
    sentence = _("You are a side of this case: another officer of the club or the federation says who hears it.")
    return sentence if page.side else None


@require_http_methods(["GET", "HEAD", "POST"])
@appeal_page
def body(request: Request, appeal: Appeal) -> HttpResponse:
    """Who hears it, with the check of each candidate."""
    page = CasePage.of(appeal, request.actor)
    if not page.composes:
        raise Forbidden(_of_a_side(page))
    form = None
    if request.method == "POST":
        candidates = check_conflicts(
            appeal, [pooled.user for pooled in pool_for(appeal, request.actor.at)], request.actor.at
        )
        form = SeatForm(request.POST, candidates=_not_invited(page, candidates))
        if form.is_valid():
            with refusals_on(form):
                member = bodies.seat(
                    actor=request.actor,
                    appeal=appeal,
                    user=form.chosen(),
                    role=form.cleaned_data["role"],
                    reason=form.cleaned_data["reason"],
                )
                messages.success(request, _("%(name)s is invited.") % {"name": member.name})
                return redirect(appeal_url(appeal, "appeal-body"))
        appeal.refresh_from_db()
        page = CasePage.of(appeal, request.actor)
    context = _body_context(request, page, form)
    return render_appeal(request, page, "appeals/body.html", context, status=status_of(form))


@require_POST
@appeal_page
def release(request: Request, appeal: Appeal, member_id: int) -> HttpResponse:
    page = CasePage.of(appeal, request.actor)
    if not page.composes:
        raise Forbidden
    member = next((member for member in page.members if member.pk == member_id), None)
    if member is None:
        raise Http404
    with refusals_as_messages(request):
        bodies.unseat(actor=request.actor, member=member, reason=request.POST.get("reason", ""))
        messages.success(request, _("%(name)s is released.") % {"name": member.name})
    return redirect(appeal_url(appeal, "appeal-body"))
