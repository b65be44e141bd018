"""Which sessions exist for whom: those of the events a person can see."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from clubs.selectors.visible import sees_everything, visible_clubs
from core.actors import Actor
from events.models import Session
from events.models.sessions import SessionState
from events.selectors.events import is_visible


def visible_sessions(actor: Actor) -> QuerySet[Session]:
    sessions = Session.objects.filter(is_visible(actor, "event__"), event__removed_at=None)
    return sessions.select_related("event__club__federation", "event__series")


def sessions_in_the_room(actor: Actor) -> QuerySet[Session]:
    """Those whose screens this person may read: like above, and whatever is being seated, played or over.

    People come to a game that nobody announced; once they sit at the tables they may know where to go.
    """
    sessions = Session.objects.filter(event__removed_at=None)
    sessions = sessions.select_related("event__club__federation", "event__series", "clock")
    if sees_everything(actor):
        return sessions
    begun = Q(event__club__in=visible_clubs(actor).values("pk")) & ~Q(state=SessionState.DRAFT)
    return sessions.filter(begun | is_visible(actor, "event__"))
