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
from scoring.selectors.history import History, given_here, play_history
from scoring.selectors.official import current_official_score, visible_corrections
from scoring.selectors.own_plays import plays_in_event, table_in
from scoring.services import deciding as services
from scoring.views.base import act_on


def find_correction(request: Request, session: Session, correction_id: int) -> Correction:
    """A director who has yet to play the board does not see the request (Law 16D)."""
    rows = visible_corrections(session, hidden_boards(request.actor, session))
    return get_object_or_404(rows, pk=correction_id)


def needs_approval(session: Session, row: Correction) -> bool:
    official = current_official_score(session)
    return row.is_late or (official is not None and official.is_final)


def decide_form(session: Session, row: Correction, history: History, data: Any = None) -> DecideForm:
    room = session_room(session, open_names=True)
    table = table_in(room, row.play)
    turned = history.current is not None and history.current.turned
    names = [side.team or side.names for side in table.sides] if table else ["", ""]
    if turned:
        names.reverse()
    sides = [("NS", f"{_('North-South')}: {names[0]}"), ("EW", f"{_('East-West')}: {names[1]}")]
    numbers = {
        party.place.contestant_id: f"{party.name} {party.title}"
        for section in room.sections
        for party in section.parties(row.play.round)
        if party.place is not None
    }
    people = [(pk, numbers.get(pk, str(pk))) for pk in row.play.contestant_ids]
    start = {"found": row.claimed, "version": row.version, "seen": history.version}
    late = needs_approval(session, row)
    return DecideForm(data, sides=sides, people=people, late=late, initial=start)


def render_correction(
    request: Request,
    session: Session,
    correction_id: int,
    *,
    errors: Sequence[str] = (),
    form: DecideForm | None = None,
    approve_form: ApproveForm | None = None,
) -> HttpResponse:
    row = find_correction(request, session, correction_id)
    history = play_history(row.play)
    room = session_room(session, open_names=True)
    context = {
        "correction": row,
        "history": history,
        "table": table_in(room, row.play),
        "table_name": table_name([one.section for one in room.sections], row.play.section_id, row.play.table),
        "late": needs_approval(session, row),
        "form": form or decide_form(session, row, history),
        "approve_form": approve_form or ApproveForm(initial={"version": row.version}),
        "may_approve": may(request.actor, "official.approve", session),
        "approval_problem": services.approval_problem(request.actor, row),
        "plays_here": plays_in_event(request.actor.player, session.event_id),
        "approver_plays": row.approved_by is not None and plays_in_event(row.approved_by.player, session.event_id),
        "given": given_here(history),
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
    row = find_correction(request, session, correction_id)
    form = decide_form(session, row, play_history(row.play), request.POST)
    errors: list[str] = []
    if form.is_valid():
        with collect_refusals() as errors, refusals_on(form, conflicts=False):
            made = _decide(request, row, form.cleaned_data)
            messages.success(request, _("Decided: %(state)s.") % {"state": made.get_state_display()})
            return _onwards(session, made)
    if errors:
        return _look_again(request, session, correction_id, errors)
    return render_correction(request, session, correction_id, form=form)


def _look_again(request: Request, session: Session, correction_id: int, errors: list[str]) -> HttpResponse:
    """What was typed stays, beside what there is now: deciding again means that."""
    row = find_correction(request, session, correction_id)
    history, sent = play_history(row.play), request.POST.copy()
    sent["version"], sent["seen"] = str(row.version), str(history.version)
    form = decide_form(session, row, history, sent)
    return render_correction(request, session, correction_id, form=form, errors=errors)


def _decide(request: Request, row: Correction, said: dict[str, Any]) -> Correction:
    common = {"actor": request.actor, "correction": row, "reason": said["reason"], "version": said["version"]}
    told = said.get("told", [])
    if said["verdict"] == "refuse":
        return services.refuse_correction(told=told, **common)
    if said["verdict"] == "lower":
        return services.lower_one_side(side=said["side"], to=said["to"], told=told, seen=said["seen"], **common)
    return services.accept_correction(
        found=said["found"], beyond_doubt=said.get("beyond_doubt", False), told=told, seen=said["seen"], **common
    )


def _onwards(session: Session, row: Correction) -> HttpResponse:
    if row.state == CorrectionState.APPROVAL:
        return redirect(session_url(session, "session-correction", correction_id=row.pk))
    return redirect(session_url(session, "session-official-desk"))


@require_POST
@session_page("official.approve")
def approve(request: Request, session: Session, correction_id: int) -> HttpResponse:
    row = find_correction(request, session, correction_id)
    form = ApproveForm(request.POST)
    approves = request.POST.get("approves") == "yes"
    errors: list[str] = []
    if form.is_valid():
        with collect_refusals(forbidden=True) as errors, refusals_on(form, conflicts=False):
            services.approve_correction(actor=request.actor, correction=row, approves=approves, **form.cleaned_data)
            messages.success(
                request, _("Approved: the score is corrected.") if approves else _("Not approved: the score stands.")
            )
            return redirect(session_url(session, "session-official-desk"))
    shown = None if errors else form
    return render_correction(request, session, correction_id, errors=errors, approve_form=shown)
