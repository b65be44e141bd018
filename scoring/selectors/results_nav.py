"""The tabs of a session's results. Who adds a page adds a line to PAGES."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.selectors.navigation import Link
from events.models import Session
from scoring.selectors.results_sight import ResultsSight

Wanted = Callable[[Session, ResultsSight], bool]


def permanent_tabs(session: Session, sight: ResultsSight) -> bool:
    return True


def with_deals(session: Session, sight: ResultsSight) -> bool:
    return any(section.board_set_id for section in sight.sections)


def with_matches(session: Session, sight: ResultsSight) -> bool:
    return session.event.has_matches


def when_over(session: Session, sight: ResultsSight) -> bool:
    return session.is_over


# Page name (as in `club-session-results`), label, and for which sessions it is there.
PAGES: list[tuple[str, Any, Wanted]] = [
    ("session-results", _("Ranking"), permanent_tabs),
    ("session-matches", _("Matches"), with_matches),
    ("session-results-boards", _("Boards"), permanent_tabs),
    ("session-results-cards", _("Scorecards"), permanent_tabs),
    ("session-results-hands", _("Hands"), with_deals),
    ("session-official", _("Official score"), when_over),
]


def results_tabs(request: HttpRequest, session: Session, sight: ResultsSight) -> list[Link]:
    links = []
    for page, label, wanted in PAGES:
        if wanted(session, sight):
            url = reverse(f"club-{page}", kwargs={"slug": session.club.slug, "session_id": session.pk})
            is_below = request.path.startswith(url) and page != "session-results"
            links.append(Link(label, url, current=request.path == url or is_below))
    return links
