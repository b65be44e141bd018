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

TabCondition = Callable[[Session, ResultsSight], bool]


def is_always_there(session: Session, sight: ResultsSight) -> bool:
    return True


def has_deals(session: Session, sight: ResultsSight) -> bool:
    return any(section.board_set_id for section in sight.sections)


def has_matches(session: Session, sight: ResultsSight) -> bool:
    return session.event.has_matches


def is_over(session: Session, sight: ResultsSight) -> bool:
    return session.is_over


# Page name (as in `club-session-results`), label, and for which sessions it is there.
PAGES: list[tuple[str, Any, TabCondition]] = [
    ("session-results", _("Ranking"), is_always_there),
    ("session-matches", _("Matches"), has_matches),
    ("session-results-boards", _("Boards"), is_always_there),
    ("session-results-cards", _("Scorecards"), is_always_there),
    ("session-results-hands", _("Hands"), has_deals),
    ("session-official", _("Official score"), is_over),
]


def results_tabs(request: HttpRequest, session: Session, sight: ResultsSight) -> list[Link]:
    links = []
    for page, label, is_shown in PAGES:
        if is_shown(session, sight):
            url = reverse(f"club-{page}", kwargs={"slug": session.club.slug, "session_id": session.pk})
            is_below = request.path.startswith(url) and page != "session-results"
            links.append(Link(label, url, current=request.path == url or is_below))
    return links
