"""A club's public page, with what is played now and next. Stands in for the page of `clubs`, which knows no events."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import IntegerField
from django.db.models.expressions import RawSQL
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from clubs.models import Club
from clubs.selectors.visible import visible_clubs
from clubs.views.bodies import Request
from clubs.views.pages import answer_club
from events.selectors.events import coming_sessions, played_sessions

# In SQL, because this page is asked for most: built by the ORM, the subquery costs more to compile than to answer.
ACTS = RawSQL(
    "(SELECT length FROM clubs_auditchain WHERE label = 'club:' || clubs_club.id)", [], output_field=IntegerField()
)


@require_safe
def club(request: Request, slug: str) -> HttpResponse:
    """Whatever happens in a club is audited, so the length of its chain says whether the page may have changed."""
    body = visible_clubs(request.actor).annotate(acts=ACTS).filter(slug=slug).first()
    if body is None:
        raise Http404
    at = request.actor.at
    changes = f"{body.acts or 0}.{body.day(at):%Y%m%d}"
    return answer_club(request, body, changes=changes, more=lambda: _games(body, at))


def _games(club: Club, at: datetime) -> dict[str, Any]:
    return {"coming": coming_sessions(club, at), "played": played_sessions(club)}
