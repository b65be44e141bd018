"""Links to what can be taken out, where people look for it."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubs.selectors.navigation import Link
from core.actors import Actor
from core.permissions import may
from events.models import Session
from events.views.base import session_url
from exchange.selectors.feeds import open_deals
from scoring.services.exports import session_export_kinds


def session_export_links(actor: Actor, session: Session) -> Iterator[Link]:
    """From the results of a session, as this person may have them."""
    yield Link(_("Ranking as CSV"), session_url(session, "ranking-feed", format="csv"))
    yield Link(_("Ranking as JSON"), session_url(session, "ranking-feed", format="json"))
    yield Link(_("For a frame on another site"), session_url(session, "embedded-ranking"))
    if session.sections.exclude(board_set=None).exists() and open_deals(actor, session):
        yield Link(_("Hands as PBN"), session_url(session, "hands-feed"))
    if session.is_over and may(actor, "session.export", session):
        for export in session_export_kinds().values():
            yield Link(export.title, session_url(session, "session-export", file_kind=export.name))
    if may(actor, "import.make", session):
        yield Link(_("Beside another program"), session_url(session, "side-by-side"))
