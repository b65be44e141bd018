"""When somebody has played last, written down where a session is finished."""

from __future__ import annotations

from django.db.models import Q

from events.models import Entrant, Session


def note_last_played(session: Session) -> None:
    """Everybody whose contestant had a place in a session that is finished has played at least as late as that."""
    entrants = Entrant.objects.filter(contestant__in=session.places.values("contestant"))
    earlier = Q(last_played__isnull=True) | Q(last_played__lt=session.starts_at)
    entrants.filter(earlier).update(last_played=session.starts_at)
