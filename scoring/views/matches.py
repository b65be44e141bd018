"""Matches: all of a session, one at its permanent address, the captain's own, and the pairs by Butler."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.views.bodies import Request
from core.errors import Forbidden
from core.permissions import may
from core.refusals import status_of
from events.models import Contestant, Session
from events.selectors.seats import with_people
from events.views.base import session_page, session_url
from scoring.forms.teams import TermForm, WitnessForm
from scoring.selectors.butler import butler_list
from scoring.selectors.match_steps import match_steps
from scoring.selectors.matches import MatchView, match_view, own_match, session_matches
from scoring.selectors.newest_matches import Key
from scoring.views.results_frame import render_beside_results

PAGE = "session-match"


def match_url(session: Session, key: Key, page: str = PAGE) -> str:
    number, home, away = key
    return session_url(session, page, round_number=number, home=home, away=away)


def matches_only(session: Session) -> None:
    if not session.event.has_matches:
        raise Http404


def teams_only(session: Session) -> None:
    if not session.event.is_for_teams:
        raise Http404


def render_teams(
    request: Request, session: Session, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    is_team = session.event.is_for_teams
    shared = {"may_run": may(request.actor, "session.run", session), "is_team": is_team}
    return render_beside_results(request, session, template, shared | context, status=status)


@require_safe
@session_page("club.view")
def matches(request: Request, session: Session) -> HttpResponse:
    matches_only(session)
    session_list = session_matches(request.actor, session)
    context = {"matches": session_list, "page": "matches"}
    return render_teams(request, session, "scoring/matches.html", context)


@require_safe
@session_page("club.view")
def go_to_own_match(request: Request, session: Session) -> HttpResponse:
    """The short way from the phone's home screen to the own match: for a captain, to the score-up."""
    matches_only(session)
    if request.actor.user is None:
        return redirect_to_login(request.get_full_path())
    key = own_match(request.actor, session)
    if key is None:
        raise Forbidden(_("You have no match in this session."))
    return redirect(match_url(session, key))


@require_safe
@session_page("club.view")
def butler(request: Request, session: Session) -> HttpResponse:
    teams_only(session)
    return render_teams(
        request, session, "scoring/butler.html", {"lines": butler_list(request.actor, session), "page": "butler"}
    )


@require_safe
@session_page("club.view")
def match(request: Request, session: Session, round_number: int, home: int, away: int) -> HttpResponse:
    matches_only(session)
    if not session.event.is_for_teams:
        return render_pair_match(request, session, (round_number, home, away))
    return render_match(request, session, (round_number, home, away))


def find_match(request: Request, session: Session, key: Key) -> MatchView:
    view = match_view(request.actor, session, key)
    if view is None:
        raise Http404
    return view


def render_pair_match(request: Request, session: Session, key: Key) -> HttpResponse:
    """Of pairs each board has been confirmed at the table: there is nothing to agree to."""
    view = find_match(request, session, key)
    context = {"view": view, "line": view.line, "steps": match_steps(view)}
    return render_teams(request, session, "scoring/pair_match.html", context)


def render_match(
    request: Request,
    session: Session,
    key: Key,
    *,
    errors: list[str] | None = None,
    witness: WitnessForm | None = None,
    term: TermForm | None = None,
) -> HttpResponse:
    view = find_match(request, session, key)
    line, digest = view.line, view.line.match.digest
    teams = {line.match.home_id: line.home.title, line.match.away_id: line.away.title}
    may_run = may(request.actor, "session.run", session)
    open_teams = {pk: title for pk, title in teams.items() if pk not in view.current}
    context = {
        "view": view,
        "line": line,
        "sides": [_side(view, pk) for pk in teams],
        "digest": digest,
        "speaks_for": _speaks_for(request, list(open_teams)),
        "spoken_for": _speaks_for(request, list(view.current)),
        "steps": match_steps(view),
        "witness_form": witness or (WitnessForm(teams=open_teams, initial={"seen": digest}) if may_run else None),
        "open_teams": open_teams,
        "term_form": term or (TermForm(teams=teams) if may_run else None),
        "errors": errors or [],
    }
    status = status_of(errors, witness, term)
    return render_teams(request, session, "scoring/match.html", context, status=status)


def _side(view: MatchView, pk: int) -> dict[str, Any]:
    line = view.line
    team = line.home if pk == line.match.home_id else line.away
    return {"team": team, "agreement": view.current.get(pk)}


def _speaks_for(request: Request, teams: list[int]) -> Contestant | None:
    """The one of these teams that the reader is captain of."""
    if request.actor.player is None:
        return None
    candidates = with_people(Contestant.objects.filter(pk__in=teams))
    return next((team for team in candidates if may(request.actor, "match.agree", team)), None)
