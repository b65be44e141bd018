"""Results that keep themselves up to date: a poll costs one statement while nothing has happened."""

from __future__ import annotations

import time
from collections import OrderedDict

from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.utils import translation

from core.release import fingerprint

LIVE = "live=1"
# In SQL, because hundreds of phones ask: built by the ORM, it costs more to compile than to answer.
STATE = """
SELECT s.version, s.round, s.state, e.version, c.version, c.is_listed,
  (SELECT SUM(f.revision) FROM scoring_comparisonfield f WHERE f.session_id = s.id),
  (SELECT SUM(f.scored_revision) FROM scoring_comparisonfield f WHERE f.session_id = s.id),
  (SELECT COUNT(*) FROM scoring_scoringrun r JOIN scoring_comparisonfield f ON f.id = r.field_id
    WHERE f.session_id = s.id AND r.is_published),
  (SELECT SUM(t.version) FROM scoring_tablerules t JOIN events_section x ON x.id = t.section_id
    WHERE x.session_id = s.id),
  (SELECT t.version FROM scoring_clubtablerules t WHERE t.club_id = c.id)
FROM events_session s JOIN events_event e ON e.id = s.event_id JOIN clubs_club c ON c.id = e.club_id
WHERE s.id = %s AND c.slug = %s
"""
KEPT, SECONDS = 128, 5.0


def live_tag(request: HttpRequest, slug: str, session_id: int) -> str:
    """What an unchanged part of the results is known by, for whoever asks; empty where there is no such session.

    Whatever moves a score counts in its field; what players may see has its version.
    """
    with connection.cursor() as cursor:
        cursor.execute(STATE, [session_id, slug])
        versions = cursor.fetchone()
    if versions is None:
        return ""
    language = (translation.get_language(), getattr(request, "language_is_chosen", False))
    parts = (*versions, request.user.pk, *language, fingerprint())
    return f'"{"-".join(map(str, parts))}"'


def is_live(request: HttpRequest) -> bool:
    """Only the moving part of the page is asked for."""
    # Looked for in the text: reading the query properly would cost a third of the answer.
    return LIVE in request.META["QUERY_STRING"].split("&")


class _Parts:
    """What strangers were sent last, so that a hundred phones cost one page. Names are read again after a while."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[str, str], tuple[float, bytes]] = OrderedDict()

    def get(self, path: str, tag: str) -> bytes | None:
        cached = self.kept.get((path, tag))
        return cached[1] if cached and time.monotonic() - cached[0] < SECONDS else None

    def keep(self, path: str, tag: str, content: bytes) -> None:
        self.kept[path, tag] = (time.monotonic(), content)
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)


PARTS = _Parts()


def is_stranger(request: HttpRequest) -> bool:
    return not request.user.is_authenticated and settings.SESSION_COOKIE_NAME not in request.COOKIES
