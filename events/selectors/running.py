"""Sessions that run now, for keys of programs that end with them."""

from __future__ import annotations

from django.db.models import QuerySet

from clubs.hooks import RunningThing
from clubs.selectors.visible import clubs_with_role, sees_everything
from core.actors import Actor
from core.permissions import is_allowed
from events.models import Session
from events.models.sessions import SessionState
from events.permissions import DESK

KEY = "session:"
RUNNING = (SessionState.SEATING, SessionState.PLAYING)
MOST = 30


def session_key(session: Session) -> str:
    return f"{KEY}{session.pk}"


def running_sessions(actor: Actor) -> list[RunningThing]:
    """Being seated or played, and this person's to run; the newest first."""
    rows = _running().order_by("-starts_at", "-pk")
    if not sees_everything(actor):
        rows = rows.filter(host__in=clubs_with_role(actor, DESK))
    return [
        RunningThing(session_key(session), f"{session} ({session.club})")
        for session in rows[:MOST]
        if is_allowed(actor, "session.run", session)
    ]


def session_is_over(key: str) -> bool | None:
    number = key.removeprefix(KEY)
    if not key.startswith(KEY) or not number.isdecimal():
        return None
    return not _running().filter(pk=number).exists()


def _running() -> QuerySet[Session]:
    rows = Session.objects.select_related("event__club__federation")
    return rows.filter(state__in=RUNNING, event__cancelled_at=None, event__removed_at=None)
