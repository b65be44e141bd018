"""One result: what counts, everything that was entered for it, and every way to change it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from clubs.views.bodies import Request
from core.refusals import refusals_on, status_of
from events.models import Play, Session
from events.selectors.tables import session_room
from events.views.base import render_session, session_page, session_url
from scoring.forms.director import AdjustmentForm, ResultForm
from scoring.models.results import Outcome
from scoring.panels import play_panels
from scoring.score_authority import holders_by_authority
from scoring.selectors.conditions import board_conditions
from scoring.selectors.desk import table_name
from scoring.selectors.fouled import board_forms
from scoring.selectors.history import (
    History,
    adjustment_words_by_side,
    current_adjustment_words,
    play_history,
    session_plays,
)
from scoring.selectors.own_plays import table_of_play
from scoring.services import adjusting, repairs, results
from scoring.services.typing import typed_text
from scoring.views.base import act_on, find_play


def play_url(play: Play) -> str:
    return session_url(play.section.session, "session-play", play_id=play.pk)


def _first_form(history: History) -> ResultForm:
    current = history.current
    initial: dict[str, Any] = {"seen": history.version}
    if current is not None:
        initial |= {"result": typed_text(current, None), "lead": current.lead, "turned": current.turned}
    return ResultForm(initial=initial)


# Average plus for a side in no way at fault, average minus for the other (Law 12C2); what is to be given is typed over.
AWARDS = {"ns": {"ns": "60", "ew": "40"}, "ew": {"ns": "40", "ew": "60"}}


def _award_form(request: Request, play: Play) -> AdjustmentForm:
    """The form for an adjusted score, with average plus for the side that a link names."""
    award = AWARDS.get(request.GET.get("award", ""))
    initial = award | {"law": "12C2"} if award else {}
    return AdjustmentForm(conditions=board_conditions(play.section, play.board), initial=initial)


def render_play(
    request: Request,
    session: Session,
    play_id: int,
    *,
    errors: Sequence[str] = (),
    form: ResultForm | None = None,
    adjustment: AdjustmentForm | None = None,
) -> HttpResponse:
    play = find_play(request, session, play_id)
    history = play_history(play)
    room = session_room(session, open_names=True)
    adjusted = history.adjustment
    holders = holders_by_authority(given_score.authority for given_score in history.adjustments)
    forms = board_forms([play.section_id], [play.board])
    context = {
        "play": play,
        "history": history,
        "table": table_of_play(room, play),
        "table_name": table_name([section.section for section in room.sections], play.section_id, play.table),
        "form": form or _first_form(history),
        "adjustment_form": adjustment or _award_form(request, play),
        "lacks_score": adjusted is None and (history.current is None or history.current.outcome == Outcome.NOT_PLAYED),
        "is_awarding": request.GET.get("award") in AWARDS,
        "adjusted": current_adjustment_words(history),
        "holder": holders.get(adjusted.authority) if adjusted else None,
        "adjustments": [
            (
                given_score,
                *(words for _side, words in adjustment_words_by_side(given_score, play.section.session.event)),
                holders.get(given_score.authority),
            )
            for given_score in history.adjustments
        ],
        "form_of_board": forms.letter(play) if forms.slots else "",
        "errors": errors,
        "neighbours": _neighbours(play),
        "panels": play_panels(request.actor, play),
    }
    return render_session(request, session, "scoring/play.html", context, status=status_of(errors, form, adjustment))


def _neighbours(play: Play) -> list[Play]:
    """The other boards of the table in this round, to go on with."""
    plays = session_plays(play.section.session).filter(section=play.section, round=play.round, table=play.table)
    return list(plays.order_by("board"))


@require_safe
@session_page("session.run")
def play(request: Request, session: Session, play_id: int) -> HttpResponse:
    return render_play(request, session, play_id)


@act_on(render_play)
def set_result(request: Request, session: Session, play_id: int) -> HttpResponse:
    changed_play = find_play(request, session, play_id)
    form = ResultForm(request.POST)
    if form.is_valid():
        with refusals_on(form, seen=lambda: play_history(changed_play).version):
            result = results.set_result(
                actor=request.actor,
                play=changed_play,
                result=form.result_input(),
                reason=form.cleaned_data["reason"],
                seen=form.cleaned_data["seen"],
                turned=form.cleaned_data["turned"],
            )
            messages.success(request, _("%(result)s counts.") % {"result": result.text})
            return _redirect_after_change(request, changed_play)
    return render_play(request, session, play_id, form=form)


def _redirect_after_change(request: Request, play: Play) -> HttpResponse:
    return redirect(
        session_url(play.section.session, "session-desk") if request.POST.get("then") == "desk" else play_url(play)
    )


STEPS = {
    "drop": (
        results.drop_board,
        gettext_lazy("Not to be played any more. Nobody has a score for it unless you give one: see “Not played”."),
    ),
    "restore": (results.restore_board, gettext_lazy("It is to be played after all.")),
    "postpone": (results.postpone_board, gettext_lazy("It is to be played later.")),
}


@act_on(render_play)
def step(request: Request, session: Session, play_id: int) -> HttpResponse:
    """Not to be played, later, or after all."""
    changed_play = find_play(request, session, play_id)
    chosen_step = STEPS.get(request.POST.get("act", ""))
    if chosen_step is None:
        raise ValidationError(_("Choose one of the buttons."))
    service, sentence = chosen_step
    service(actor=request.actor, play=changed_play, reason=request.POST.get("reason", ""))
    messages.success(request, sentence)
    return _redirect_after_change(request, changed_play)


@act_on(render_play)
def turn(request: Request, session: Session, play_id: int) -> HttpResponse:
    turned_play = find_play(request, session, play_id)
    repairs.turn_results(
        actor=request.actor,
        plays=[turned_play],
        reason=request.POST.get("reason", ""),
        rotate=request.POST.get("act") == "rotate",
        seen=request.POST.get("seen", ""),
    )
    messages.success(request, _("Turned: the other pair has the score now."))
    return _redirect_after_change(request, turned_play)


@act_on(render_play)
def adjust(request: Request, session: Session, play_id: int) -> HttpResponse:
    adjusted_play = find_play(request, session, play_id)
    form = AdjustmentForm(request.POST, conditions=board_conditions(adjusted_play.section, adjusted_play.board))
    if form.is_valid():
        data = form.cleaned_data
        with refusals_on(form):
            adjusting.adjust(
                actor=request.actor,
                play=adjusted_play,
                kind=form.kind,
                ns=data["ns"],
                ew=data["ew"],
                reason=data["reason"],
                law=data["law"],
            )
            messages.success(request, _("The adjusted score counts."))
            return _redirect_after_change(request, adjusted_play)
    return render_play(request, session, play_id, adjustment=form)


@act_on(render_play)
def unadjust(request: Request, session: Session, play_id: int) -> HttpResponse:
    adjusted_play = find_play(request, session, play_id)
    adjusting.withdraw_adjustment(actor=request.actor, play=adjusted_play, reason=request.POST.get("reason", ""))
    messages.success(request, _("The adjusted score is withdrawn: the result counts again."))
    return _redirect_after_change(request, adjusted_play)
