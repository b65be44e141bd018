"""Writing a decision, with what it would do to the ranking; and correcting a slip in one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from appeals.forms.deciding import CorrectionForm, DecisionForm
from appeals.models import Appeal, AppealPoint, Decision
from appeals.models.decisions import Effect as Score
from appeals.selectors.brief import brief_of
from appeals.selectors.case_page import CasePage
from appeals.selectors.outcomes import at_the_table, possible
from appeals.selectors.together import followers, points_for_body, points_for_director, points_of
from appeals.services import deciding, further
from appeals.views.base import appeal_page, appeal_url, render_appeal
from clubs.errors import Conflict, Forbidden
from clubs.forms.errors import add_errors
from clubs.views.bodies import Request
from rulings.selectors.effect import Effect, effect_of, effect_of_scores
from scoring.awards import Adjusted

SERVICES: dict[str, Any] = {
    "decide": deciding.decide,
    "decide_alone": deciding.decide_alone,
    "decide_finally": further.decide_finally,
}


POINTS: dict[str, Callable[[Appeal], list[AppealPoint]]] = {
    "decide": points_for_body,
    "decide_alone": points_for_director,
    "decide_finally": points_of,
}


@require_http_methods(["GET", "HEAD", "POST"])
@appeal_page
def decide(request: Request, appeal: Appeal) -> HttpResponse:
    page = CasePage.of(appeal, request.actor)
    if not page.decides:
        raise Forbidden(_("It is not for you to decide this case now."))
    shape: dict[str, Any] = {
        "points": POINTS[page.decides](appeal),
        "by_body": page.decides == "decide",
        "together": followers(appeal),
    }
    if request.method != "POST":
        laws = ", ".join(map(str, appeal.ruling.law_refs))[:120]
        return _render(request, page, DecisionForm(**shape, initial={"version": appeal.version, "law_refs": laws}))
    if request.POST.get("act") == "preview":
        return _render(request, page, DecisionForm(**shape, initial=request.POST.dict()))
    form = DecisionForm(request.POST, **shape)
    if not form.is_valid():
        return _render(request, page, form, status=422)
    try:
        SERVICES[page.decides](
            actor=request.actor,
            appeal=appeal,
            outcomes=form.outcomes(),
            text=form.text(),
            wanted=form.wanted(),
            version=form.cleaned_data["version"],
        )
    except Conflict as conflict:
        form.add_error(None, str(conflict.message))
    except ValidationError as error:
        add_errors(form, error)
    else:
        messages.success(request, _("The decision is published. The score follows it, and everybody is told."))
        return redirect(appeal_url(appeal))
    return _render(request, CasePage.of(appeal, request.actor), form, status=422)


def _render(
    request: Request, page: CasePage, form: DecisionForm, status: int = 200, decision: Decision | None = None
) -> HttpResponse:
    said = request.POST if request.method == "POST" else form.initial
    context = {
        "form": form,
        "decision": decision,
        "effect": _effect(page.appeal, said),
        "sees_effects": page.sees_effects,
        "outcomes": possible(request.actor, page.appeal) if decision is None and page.sees_effects else (),
        "brief": brief_of(page),
        "preview_url": appeal_url(page.appeal, "appeal-preview"),
    }
    return render_appeal(request, page, "appeals/decide.html", context, status=status)


def _effect(appeal: Appeal, said: Any) -> Effect | None:
    """The same preview as the director has; None where nothing is to change."""
    if said.get("effect") == Score.TABLE:
        played = at_the_table(appeal.ruling)
        return effect_of_scores(appeal.ruling, Adjusted(played, played)) if played is not None else None
    if appeal.ruling.play is None or said.get("effect") != Score.SCORE or not said.get("score_ns"):
        return None
    scores = {"score_ns": str(said.get("score_ns", "")), "score_ew": str(said.get("score_ew", ""))}
    # What the director went by does not bind those who decide now.
    own = {"auction": "", "tree": "", "own_damage": "", "score_normal": ""}
    return effect_of(appeal.ruling, {**scores, **own, "penalties": list(appeal.ruling.penalties)})


@require_POST
@appeal_page
def preview(request: Request, appeal: Appeal) -> HttpResponse:
    page = CasePage.of(appeal, request.actor)
    if not (page.decides or page.corrects):
        raise Forbidden
    context = {"effect": _effect(appeal, request.POST), "sees_effects": page.sees_effects}
    return render(request, "appeals/effect.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@appeal_page
def correct(request: Request, appeal: Appeal, decision_id: int) -> HttpResponse:
    page = CasePage.of(appeal, request.actor)
    if not page.corrects:
        raise Forbidden
    rows = Decision.objects.filter(appeal=appeal).select_related("appeal__club")
    decision = get_object_or_404(rows, pk=decision_id)
    if request.method != "POST" or request.POST.get("act") == "preview":
        initial = request.POST.dict() if request.method == "POST" else CorrectionForm.filled(decision)
        form = CorrectionForm(points=[], by_body=True, together=[], initial=initial)
        return _render(request, page, form, decision=decision)
    form = CorrectionForm(request.POST, points=[], by_body=True, together=[])
    if form.is_valid():
        try:
            deciding.correct(
                actor=request.actor,
                decision=decision,
                reason=form.cleaned_data["correction"],
                text=form.text(),
                wanted=form.wanted(),
                version=form.cleaned_data["version"],
            )
        except Conflict as conflict:
            form.add_error(None, str(conflict.message))
        except ValidationError as error:
            add_errors(form, error)
        else:
            messages.success(request, _("The slip is corrected."))
            return redirect(appeal_url(appeal))
    return _render(request, page, form, status=422, decision=decision)
