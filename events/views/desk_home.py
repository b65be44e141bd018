"""The club's home for those at the desk."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from core.permissions import may
from events.selectors.desk_home import coming_games, concerns, live_sessions, recent_sessions


@require_safe
@body_page("session.run")
def home(request: Request, body: Club) -> HttpResponse:
    actor = request.actor
    live, coming = live_sessions(body), coming_games(body, actor.at)
    context = {
        "live": live,
        # While a game runs, that is what matters; the next one waits in the list.
        "next": None if live else (coming[0] if coming else None),
        "coming": coming if live else coming[1:],
        "concerns": concerns(actor, body),
        "recent": recent_sessions(body),
        "may_manage": may(actor, "event.manage", body),
    }
    return render_body(request, body, "events/desk_home.html", context)
