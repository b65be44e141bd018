"""The pages of a session for whoever looks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.selectors.navigation import Link
from core.actors import Actor
from core.permissions import may
from events.models import Session

# Page name (as in `club-session-money`), label, and the right that opens it.
SESSION_PAGES: tuple[tuple[str, Any, str], ...] = (
    ("session-desk", _("Desk"), "session.run"),
    ("session-rulings", _("Rulings"), "ruling.list"),
    ("session", _("Seating"), "session.run"),
    ("session-results", _("Results"), "club.view"),
    ("session-money", _("Money"), "money.view"),
    ("session-officials", _("People"), "session.run"),
    ("session-boards", _("Boards"), "deal.make"),
    ("session-clock", _("Clock"), "session.run"),
    ("session-tables", _("Tables"), "session.run"),
    ("session-bridgemate", _("Bridgemate"), "session.run"),
    ("session-appeals", _("Appeals"), "appeal.request"),
    ("session-seating-list", _("Seating list"), "club.view"),
    ("session-movement", _("Movement"), "club.view"),
    ("session-where-next", _("Where next"), "club.view"),
    ("session-papers", _("Paper"), "session.run"),
)


# What only a game that is played here has.
LIVE_PAGES = ("session-clock", "session-tables", "session-where-next")

# What stands under the results and has tabs of its own there.
RESULTS = ("results/", "matches/", "official/")


def session_links(request: HttpRequest, actor: Actor, session: Session) -> list[Link]:
    links = []
    home = reverse("club-session", kwargs={"slug": session.club.slug, "session_id": session.pk})
    for page, label, act in SESSION_PAGES:
        if may(actor, act, session) and not (session.from_paper and page in LIVE_PAGES):
            url = reverse(f"club-{page}", kwargs={"slug": session.club.slug, "session_id": session.pk})
            below = page == "session-results" and request.path.removeprefix(home).startswith(RESULTS)
            links.append(Link(label, url, current=request.path == url or below))
    return links
