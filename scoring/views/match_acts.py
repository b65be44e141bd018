"""What is done on a match's page. Each act ends there again: redirected when done, with a sentence when not."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.views.bodies import Request
from core.permissions import require
from core.posted import number_in
from core.refusals import collect_refusals, refusals_on
from events.models import Session
from events.views.base import session_page
from events.views.event_base import posted_text
from scoring.forms.teams import TermForm, WitnessForm
from scoring.models import MatchAgreement, MatchTerm
from scoring.selectors.matches import MatchView
from scoring.selectors.newest_matches import Key
from scoring.services import matches as services
from scoring.views.matches import find_match, match_url, render_match, teams_only

Act = Callable[..., str | HttpResponse]


def match_act(act: Act) -> Callable[..., HttpResponseBase]:
    @require_POST
    @session_page("club.view")
    @wraps(act)
    def view(
        request: Request, session: Session, round_number: int, home: int, away: int, **url_arguments: Any
    ) -> HttpResponse:
        teams_only(session)
        key = (round_number, home, away)
        if request.actor.user is None:
            return redirect_to_login(match_url(session, key))
        with collect_refusals() as errors:
            answer = act(request, session, key, **url_arguments)
            if isinstance(answer, HttpResponse):
                return answer
            messages.success(request, answer)
            return redirect(match_url(session, key))
        return render_match(request, session, key, errors=errors)

    return view


@match_act
def agree(request: Request, session: Session, key: Key) -> str:
    find_match(request, session, key)
    services.agree(actor=request.actor, session=session, key=key, seen=posted_text(request, "seen", 64))
    return _("You have agreed to the score of this match.")


@match_act
def witness(request: Request, session: Session, key: Key) -> str | HttpResponse:
    require(request.actor, "match.witness", session)
    view = find_match(request, session, key)
    form = WitnessForm(request.POST, teams=_teams(view))
    if form.is_valid():
        with refusals_on(form, conflicts=False):
            services.witness(actor=request.actor, session=session, key=key, **form.cleaned_data)
            return _("Written down: %(team)s agrees.") % {"team": form.cleaned_data["team"].title}
    return render_match(request, session, key, witness=form)


@match_act
def disagree(request: Request, session: Session, key: Key) -> str:
    view = find_match(request, session, key)
    current = MatchAgreement.objects.filter(pk__in=[held.pk for held in view.current.values()])
    agreements = current.select_related("session__event__club__federation")
    agreement = get_object_or_404(agreements, pk=number_in(request.POST, "agreement"))
    services.take_back_agreement(actor=request.actor, agreement=agreement, reason=posted_text(request, "reason", 300))
    return _("The match is open again.")


@match_act
def term(request: Request, session: Session, key: Key) -> str | HttpResponse:
    require(request.actor, "match.rule", session)
    view = find_match(request, session, key)
    form = TermForm(request.POST, teams=_teams(view))
    if form.is_valid():
        with refusals_on(form, conflicts=False):
            services.add_term(actor=request.actor, session=session, key=key, **form.cleaned_data)
            return _("Written down. The score follows in a moment.")
    return render_match(request, session, key, term=form)


@match_act
def withdraw(request: Request, session: Session, key: Key, term_id: int) -> str:
    number, home, away = key
    terms = MatchTerm.objects.filter(session=session, round=number, home=home, away=away)
    match_term = get_object_or_404(terms.select_related("session__event__club__federation"), pk=term_id)
    services.withdraw_term(actor=request.actor, term=match_term, reason=posted_text(request, "reason", 300))
    return _("It no longer counts.")


def _teams(view: MatchView) -> dict[int, str]:
    line = view.line
    return {line.match.home_id: line.home.title, line.match.away_id: line.away.title}
