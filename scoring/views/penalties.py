"""Penalties (Laws 90 and 91)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.views.bodies import Request
from core.refusals import refusals_on, status_of
from events.models import Place, Session
from events.selectors.seats import session_places
from events.views.base import render_session, session_page, session_url
from scoring.forms.director import PenaltyForm
from scoring.models import Penalty
from scoring.models.fields import penalty_units
from scoring.score_authority import holders_by_authority
from scoring.services.adjusting import penalize, withdraw_penalty
from scoring.services.comparison_fields import field_of_place
from scoring.views.base import act_on, place_titles


def _form(session: Session, data: Any = None) -> PenaltyForm:
    queryset = (
        Place.objects.filter(session=session).select_related("section", "contestant").order_by("section", "number")
    )
    return PenaltyForm(data, places=queryset, titles=place_titles(session), units=penalty_units(session.event))


def render_penalties(
    request: Request,
    session: Session,
    *,
    form: PenaltyForm | None = None,
    errors: Sequence[str] = (),
    **url_arguments: Any,
) -> HttpResponse:
    session_penalties = (
        Penalty.objects.filter(field__session=session).select_related("made_by__player").order_by("-made_at", "-pk")
    )
    holders = holders_by_authority(penalty.authority for penalty in session_penalties)
    names = {place.contestant_id: f"{place.number} {place.contestant}" for place in session_places(session)}
    context = {
        "form": form or _form(session),
        "penalties": [
            {"penalty": penalty, "who": names.get(penalty.contestant_id, ""), "by": holders.get(penalty.authority)}
            for penalty in session_penalties
        ],
        "errors": errors,
    }
    return render_session(request, session, "scoring/penalties.html", context, status=status_of(errors, form))


@require_http_methods(["GET", "HEAD", "POST"])
@session_page("session.run")
def penalties(request: Request, session: Session) -> HttpResponse:
    if request.method != "POST":
        return render_penalties(request, session)
    form = _form(session, request.POST)
    if form.is_valid():
        data = form.cleaned_data
        place: Place = data.pop("place")
        with refusals_on(form):
            penalize(actor=request.actor, field=field_of_place(session, place), contestant=place.contestant, **data)
            messages.success(request, _("The penalty is given."))
            return redirect(session_url(session, "session-penalties"))
    return render_penalties(request, session, form=form)


@act_on(render_penalties)
def withdraw(request: Request, session: Session, penalty_id: int) -> HttpResponse:
    session_penalties = Penalty.objects.filter(field__session=session).select_related(
        "field__session__event__club__federation"
    )
    penalty = get_object_or_404(session_penalties, pk=penalty_id)
    withdraw_penalty(actor=request.actor, penalty=penalty, reason=request.POST.get("reason", ""))
    messages.success(request, _("The penalty is withdrawn."))
    return redirect(session_url(session, "session-penalties"))
