"""Line-ups: all teams for the desk, the own one for a captain."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.views.bodies import Request
from core.errors import Forbidden
from core.permissions import may
from core.posted import posted
from core.refusals import refusals_on, status_of
from events.forms.people import LineUpForm
from events.models import Place, Session
from events.selectors.lineups import Seats, given_line_ups, line_up_in_round
from events.selectors.seats import session_places
from events.services.lineups import set_line_up
from events.views.base import session_page, session_url
from events.views.naming import render_people

PAGE = "session-line-ups"


@dataclass(frozen=True)
class LineUpTeam:
    place: Place
    now: Seats
    coming: list[Seats]


@require_safe
@session_page("club.view")
def line_ups(request: Request, session: Session) -> HttpResponse:
    if request.actor.user is None:
        return redirect_to_login(request.get_full_path())
    places = _own(request, session)
    if not places and not may(request.actor, "session.run", session):
        raise Forbidden(_("Captains give their team’s line-up here, and you are no captain in this session."))
    number = max(1, session.round)
    teams = [
        LineUpTeam(place, line_up_in_round(place, number), given_line_ups(place, after=number)) for place in places
    ]
    context = {"teams": teams, "is_team": session.event.is_for_teams, "round": number}
    return render_people(request, session, "events/line_ups.html", context)


def _own(request: Request, session: Session) -> list[Place]:
    """The teams whose line-up this person may give."""
    places = list(session_places(session).prefetch_related("line_ups"))
    for place in places:
        place.session = session
    return [place for place in places if may(request.actor, "lineup.set", place)]


@require_http_methods(["GET", "POST"])
@session_page("club.view")
def line_up(request: Request, session: Session, place_id: int) -> HttpResponse:
    if request.actor.user is None:
        return redirect_to_login(request.get_full_path())
    place = get_object_or_404(session_places(session).prefetch_related("line_ups"), pk=place_id)
    if not may(request.actor, "lineup.set", place):
        raise Forbidden
    movement = place.section.movement
    rounds = len(movement.rounds) if movement else 0
    form = LineUpForm(
        posted(request),
        team=list(place.contestant.entrants.all()),
        rounds=rounds,
        first=session.round + 1,
        now=line_up_in_round(place, session.round + 1),
    )
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            saved = set_line_up(actor=request.actor, place=place, **form.line_up())
            gaps = {"team": place.contestant.title, "round": saved.first_round}
            messages.success(request, _("%(team)s: line-up from round %(round)s on.") % gaps)
            return redirect(session_url(session, PAGE))
    context = {"form": form, "place": place, "rounds": rounds, "back": session_url(session, PAGE)}
    return render_people(request, session, "events/line_up.html", context, status=status_of(form))
