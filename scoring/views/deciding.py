"""One request for a correction: what was said, what counts, and the decision on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.views.bodies import Request
from core.permissions import may
from core.refusals import collect_refusals, refusals_on, status_of
from events.models import Session
from events.selectors.officials import hidden_boards
from events.selectors.tables import session_room
from events.views.base import render_session, session_page, session_url
from scoring.forms.official import ApproveForm, DecideForm
from scoring.models import Correction
from scoring.models.corrections import CorrectionState
from scoring.selectors.desk import table_name
from scoring.selectors.history import History, current_adjustment_words, play_history
from scoring.selectors.official import visible_corrections
from scoring.selectors.own_plays import plays_in_event, table_of_play
from scoring.services import deciding as services
from scoring.views.base import act_on


def find_correction(request: Request, session: Session, correction_id: int) -> Correction:
    """A director who has yet to play the board does not see the request (Law 16D)."""
    visible = visible_corrections(session, hidden_boards(request.actor, session))
    return get_object_or_404(visible, pk=correction_id)


def decide_form(session: Session, correction: Correction, history: History, data: Any = None) -> DecideForm:
    room = session_room(session, open_names=True)
    table = table_of_play(room, correction.play)
    turned = history.current is not None and history.current.turned
    names = [side.team or side.names for side in table.sides] if table else ["", ""]
    if turned:
        names.reverse()
    sides = [("NS", f"{_('North-South')}: {names[0]}"), ("EW", f"{_('East-West')}: {names[1]}")]
    numbers = {
        party.place.contestant_id: f"{party.name} {party.title}"
        for section in room.sections
        for party in section.parties(correction.play.round)
        if party.place is not None
    }
    people = [(pk, numbers.get(pk, str(pk))) for pk in correction.play.contestant_ids]
    initial = {"found": correction.claimed, "version": correction.version, "seen": history.version}
    late = services.needs_approval(correction)
    return DecideForm(data, sides=sides, people=people, late=late, initial=initial)


def render_correction(
    request: Request,
    session: Session,
    correction_id: int,
    *,
    errors: Sequence[str] = (),
    form: DecideForm | None = None,
    approve_form: ApproveForm | None = None,
) -> HttpResponse:
    found_correction = find_correction(request, session, correction_id)
    history = play_history(found_correction.play)
    room = session_room(session, open_names=True)
    context = {
        "correction": found_correction,
        "history": history,
        "table": table_of_play(room, found_correction.play),
        "table_name": table_name(
            [section.section for section in room.sections],
            found_correction.play.section_id,
            found_correction.play.table,
        ),
        "late": services.needs_approval(found_correction),
        "form": form or decide_form(session, found_correction, history),
        "approve_form": approve_form or ApproveForm(initial={"version": found_correction.version}),
        "may_approve": may(request.actor, "official.approve", session),
        "approval_problem": services.approval_problem(request.actor, found_correction),
        "plays_here": plays_in_event(request.actor.player, session.event_id),
        "approver_plays": found_correction.approved_by is not None
        and plays_in_event(found_correction.approved_by.player, session.event_id),
        "adjustment_words": current_adjustment_words(history),
        "errors": errors,
    }
    status = status_of(errors, form, approve_form)
    return render_session(request, session, "scoring/correction.html", context, status=status)


@require_safe
@session_page("correction.decide")
def correction(request: Request, session: Session, correction_id: int) -> HttpResponse:
    return render_correction(request, session, correction_id)


@act_on(render_correction)
def decide(request: Request, session: Session, correction_id: int) -> HttpResponse:
    asked = find_correction(request, session, correction_id)
    form = decide_form(session, asked, play_history(asked.play), request.POST)
    errors: list[str] = []
    if form.is_valid():
        with collect_refusals() as errors, refusals_on(form, conflicts=False):
            decided = _decide(request, asked, form.cleaned_data)
            messages.success(request, _("Decided: %(state)s.") % {"state": decided.get_state_display()})
            return _redirect_after_decision(session, decided)
    if errors:
        return _look_again(request, session, correction_id, errors)
    return render_correction(request, session, correction_id, form=form)


def _look_again(request: Request, session: Session, correction_id: int, errors: list[str]) -> HttpResponse:
    """What was typed stays, beside what there is now: deciding again means that."""
    asked = find_correction(request, session, correction_id)
    history, sent = play_history(asked.play), request.POST.copy()
    sent["version"], sent["seen"] = str(asked.version), str(history.version)
    form = decide_form(session, asked, history, sent)
    return render_correction(request, session, correction_id, form=form, errors=errors)


def _decide(request: Request, correction: Correction, data: dict[str, Any]) -> Correction:
    common = {"actor": request.actor, "correction": correction, "reason": data["reason"], "version": data["version"]}
    told_ids = data.get("told", [])
    if data["verdict"] == "refuse":
        return services.refuse_correction(told_ids=told_ids, **common)
    if data["verdict"] == "lower":
        return services.lower_one_side(side=data["side"], to=data["to"], told_ids=told_ids, seen=data["seen"], **common)
    return services.accept_correction(
        found=data["found"],
        beyond_doubt=data.get("beyond_doubt", False),
        told_ids=told_ids,
        seen=data["seen"],
        **common,
    )


def _redirect_after_decision(session: Session, correction: Correction) -> HttpResponse:
    if correction.state == CorrectionState.APPROVAL:
        return redirect(session_url(session, "session-correction", correction_id=correction.pk))
    return redirect(session_url(session, "session-official-desk"))


@require_POST
@session_page("official.approve")
def approve(request: Request, session: Session, correction_id: int) -> HttpResponse:
    asked = find_correction(request, session, correction_id)
    form = ApproveForm(request.POST)
    approves = request.POST.get("approves") == "yes"
    errors: list[str] = []
    if form.is_valid():
        with collect_refusals(forbidden=True) as errors, refusals_on(form, conflicts=False):
            services.approve_correction(actor=request.actor, correction=asked, approves=approves, **form.cleaned_data)
            messages.success(
                request, _("Approved: the score is corrected.") if approves else _("Not approved: the score stands.")
            )
            return redirect(session_url(session, "session-official-desk"))
    shown_form = None if errors else form
    return render_correction(request, session, correction_id, errors=errors, approve_form=shown_form)
