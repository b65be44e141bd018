"""Writing a decision, with what it would do to the ranking; and correcting a slip in one."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from appeals.forms.deciding import CorrectionForm, DecisionForm
from appeals.models import Appeal, Decision, DecisionDraft
from appeals.selectors.brief import case_brief
from appeals.selectors.case_page import CasePage
from appeals.selectors.outcomes import possible_outcomes
from appeals.selectors.penalties import penalties_a_correction_names, penalties_in_force
from appeals.selectors.standing import changed_below
from appeals.selectors.together import following_cases, points_decided_by
from appeals.services.drafting import save_draft
from appeals.services.publishing import publish_correction, publish_decision
from appeals.views.base import appeal_page, appeal_url, render_appeal
from appeals.views.previews import effect_as_typed, previewed, unseen_change
from clubs.views.bodies import Request
from core.errors import Forbidden
from core.posted import number_in
from core.refusals import refusals_on, status_of
from rulings.selectors.effect import penalizable_contestants
from scoring.models.fields import penalty_units

# What belongs to the page, not to what was written.
NOT_KEPT = ("csrfmiddlewaretoken", "act", "version", "draft_version", "previewed")


@require_http_methods(["GET", "HEAD", "POST"])
@appeal_page
def decide(request: Request, appeal: Appeal) -> HttpResponse:
    page = CasePage.of(appeal, request.actor)
    act = page.decides or (page.office if request.method == "POST" else "")
    if not act:
        raise Forbidden(page.why_not_to_hear or _("It is not for you to decide this case now."))
    shape: dict[str, Any] = {
        "points": points_decided_by(act, appeal),
        "by_body": act == "decide",
        "together": following_cases(appeal),
        "penalties": penalties_in_force(appeal.ruling),
        **_fined(appeal),
    }
    shape["asks_heard"] = act == "decide_alone" and bool(page.missing_statements)
    if act == "decide_finally":
        shape["below"] = changed_below(shape["points"])
    if request.method != "POST":
        return _render(request, page, DecisionForm(**shape, initial=_beginning(appeal)))
    if page.decides and request.POST.get("act") == "draft":
        return _keep_draft(request, page, shape)
    if request.POST.get("act") == "preview":
        return _render(request, page, DecisionForm(**shape, initial=request.POST.dict()))
    form = DecisionForm(request.POST, **shape)
    # Whose turn it is no more is told so, whatever else is missing.
    if form.is_valid() or not page.decides:
        with refusals_on(form, forbidden=True):
            publish_decision(
                actor=request.actor,
                appeal=appeal,
                outcomes=form.outcomes(),
                text=form.text(),
                score_change=form.score_change(),
                version=form.cleaned_data.get("version"),
                unseen=unseen_change(form, appeal, request.POST),
            )
            messages.success(request, _("The decision is published. The score follows it, and everybody is told."))
            return redirect(appeal_url(appeal))
        appeal.refresh_from_db()
        page = CasePage.of(appeal, request.actor)
    return _render(request, page, form)


def _fined(appeal: Appeal) -> dict[str, Any]:
    return {"sides": penalizable_contestants(appeal.ruling), "units": penalty_units(appeal.session.event)}


def _beginning(appeal: Appeal) -> dict[str, Any]:
    """What the director wrote, or the draft where there is one."""
    ruling = appeal.ruling
    initial: dict[str, Any] = {"law_refs": ", ".join(map(str, ruling.law_refs))[:120], "facts": ruling.facts}
    draft = DecisionDraft.objects.filter(appeal=appeal).first()
    drafted = draft.fields if draft is not None else {}
    return initial | drafted | {"version": appeal.version, "draft_version": draft.version if draft is not None else 0}


def _keep_draft(request: Request, page: CasePage, shape: dict[str, Any]) -> HttpResponse:
    typed = {name: value for name, value in request.POST.dict().items() if name not in NOT_KEPT}
    form = DecisionForm(request.POST, **shape)
    with refusals_on(form):
        version = number_in(request.POST, "draft_version") or 0
        save_draft(actor=request.actor, appeal=page.appeal, fields=typed, version=version)
        messages.success(request, _("The draft is saved. It decides nothing until you publish it."))
        return redirect(appeal_url(page.appeal, "appeal-decide"))
    return _render(request, page, form)


def _render(request: Request, page: CasePage, form: DecisionForm, decision: Decision | None = None) -> HttpResponse:
    typed = request.POST if request.method == "POST" else form.initial
    context = {
        "form": form,
        "decision": decision,
        "effect": effect_as_typed(page.appeal, typed),
        "previewed": previewed(typed),
        "sees_effects": page.sees_effects,
        "outcomes": possible_outcomes(request.actor, page.appeal) if decision is None and page.sees_effects else (),
        "brief": case_brief(page),
        "preview_url": appeal_url(page.appeal, "appeal-preview"),
    }
    return render_appeal(request, page, "appeals/decide.html", context, status=status_of(form))


@require_POST
@appeal_page
def preview(request: Request, appeal: Appeal) -> HttpResponse:
    page = CasePage.of(appeal, request.actor)
    if not (page.decides or page.correctable):
        raise Forbidden
    typed = request.POST
    effect = effect_as_typed(appeal, typed)
    context = {"effect": effect, "previewed": previewed(typed), "sees_effects": page.sees_effects}
    return render(request, "appeals/effect.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@appeal_page
def correct(request: Request, appeal: Appeal, decision_id: int) -> HttpResponse:
    page = CasePage.of(appeal, request.actor)
    if not page.correctable:
        raise Forbidden
    rows = Decision.objects.filter(appeal=appeal).select_related("appeal__club__federation")
    decision = get_object_or_404(rows, pk=decision_id)
    if decision.pk not in page.correctable:
        raise Forbidden(_("Somebody else gave this ruling or decision: a slip in it is theirs to correct."))
    shape: dict[str, Any] = {"points": [], "by_body": decision.by_body, "together": [], **_fined(appeal)}
    shape["penalties"] = penalties_a_correction_names(decision)
    if request.method != "POST" or request.POST.get("act") == "preview":
        initial = request.POST.dict() if request.method == "POST" else CorrectionForm.filled(decision)
        form = CorrectionForm(**shape, initial=initial)
        return _render(request, page, form, decision=decision)
    form = CorrectionForm(request.POST, **shape)
    if form.is_valid():
        with refusals_on(form, forbidden=True):
            publish_correction(
                actor=request.actor,
                decision=decision,
                reason=form.cleaned_data["correction"],
                text=form.text(),
                score_change=form.score_change(),
                version=form.cleaned_data["version"],
                unseen=unseen_change(form, appeal, request.POST),
            )
            messages.success(request, _("The slip is corrected."))
            return redirect(appeal_url(appeal))
    return _render(request, page, form, decision=decision)
