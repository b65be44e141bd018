"""The frame of a session's results for pages that stand beside the ranking, boards and scorecards."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from clubs.views.bodies import Request
from events.models import Session
from events.views.base import render_session
from scoring.selectors.results_nav import results_tabs
from scoring.selectors.results_sight import results_sight


def render_beside_results(
    request: Request, session: Session, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    tabs = results_tabs(request, session, results_sight(request.actor, session))
    return render_session(request, session, template, {"results_tabs": tabs} | context, status=status)
