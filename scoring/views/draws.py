"""The next round of a Swiss: a proposal from the standings, laid down, drawn again or taken back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.views.bodies import Request
from core.refusals import refusals_on, status_of
from events.models import Section, Session
from events.services.draws import repeats_refused
from events.views.base import render_session, session_page, session_url
from scoring.forms.teams import BasisForm, RoundForm
from scoring.models.matches import PendingScore
from scoring.selectors.draws import current_draws, lost_seats_in_round, propose_draw
from scoring.services.draws import draw_round, redraw_round, take_back_draw
from scoring.views.base import find_section


@require_http_methods(["GET", "HEAD", "POST"])
@session_page("session.run")
def draw(request: Request, session: Session, section_id: int) -> HttpResponse:
    section = find_section(session, section_id)
    if section.movement is None:
        messages.error(request, _("There is no movement yet. Choose one at the desk first."))
        return redirect(session_url(session))
    # One that is only looked at: nothing is written, so what is asked for stands in the address.
    basis = BasisForm(request.POST if request.method == "POST" else request.GET)
    of_teams = session.event.is_for_teams
    form = RoundForm(request.POST, of_teams=of_teams) if request.method == "POST" else None
    if form is not None and form.is_valid():
        with refusals_on(form):
            messages.success(request, _carry_out(request, section, basis.chosen, form))
            return redirect(session_url(session, "session-draw-round", section_id=section.pk))
        section = find_section(session, section_id)
    return _render(request, session, section, basis, form)


def _carry_out(request: Request, section: Section, chosen: dict[str, Any], form: RoundForm) -> str:
    data, act = form.cleaned_data, request.POST.get("act", "")
    common = {"actor": request.actor, "section": section, "version": data["version"], "reason": data["reason"]}
    if act == "undo":
        take_back_draw(**common)
        return _("The draw is taken back.")
    try:
        if act == "again":
            drawn = redraw_round(**common, **chosen)
        else:
            drawn = draw_round(**common, matches=data["matches"], confirmed=data["confirmed"], **chosen)
    except ValidationError as error:
        if repeats := repeats_refused(error):
            form.ask_for_confirmation(repeats)
        raise
    return _("Round %(round)s is drawn.") % {"round": drawn.round}


def _render(
    request: Request, session: Session, section: Section, basis: BasisForm, form: RoundForm | None
) -> HttpResponse:
    chosen = basis.chosen
    proposal = propose_draw(section, basis=chosen["basis"], pending_score=chosen["pending"] or PendingScore.STANDS)
    # The page does not guess: first the director says which score counts.
    asks = bool(proposal.pending) and not proposal.problem and not chosen["pending"]
    drawn = current_draws(session).get(section.pk)
    waiting = drawn if drawn is not None and drawn.round == proposal.round - 1 and drawn.round > session.round else None
    names = {place.contestant_id: place for place in [standing.place for standing in proposal.standings]}
    context = {
        "section": section,
        "proposal": proposal,
        "basis_form": BasisForm(initial=chosen),
        "chosen": chosen,
        "form": form
        or RoundForm(
            initial={"matches": proposal.typed, "version": section.version}, of_teams=session.event.is_for_teams
        ),
        "waiting": waiting,
        "waiting_matches": [[names.get(contestant) for contestant in match] for match in waiting.matches]
        if waiting
        else [],
        "waiting_bye": names.get(waiting.bye_id) if waiting and waiting.bye_id else None,
        "waiting_moving": lost_seats_in_round(section, waiting.round) if waiting else [],
        "is_open": not proposal.problem and not asks,
        "asks": asks,
        "round_is_drawn": proposal.round > session.round + 1,
    }
    return render_session(request, session, "scoring/draw.html", context, status=status_of(form))
