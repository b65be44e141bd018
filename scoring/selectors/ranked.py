"""Results that are ranked, as far as others must not change what they rest on."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.models import Player
from events.models import Session
from events.models.sessions import SessionState
from scoring.models import Standing


def ranked_since(player: Player, day: date) -> str:
    """The first ranked result of somebody from a day on: what rests on the home club of then does not change."""
    ranked = Standing.objects.filter(contestant__entrants__player=player, rank__isnull=False).values(
        "run__field__session"
    )
    sessions = Session.objects.filter(pk__in=ranked, state=SessionState.FINISHED).select_related("event__club")
    for session in sessions.order_by("starts_at"):
        played = session.event.club.day(session.starts_at)
        if played >= day:
            sentence = _("There is a ranked result of %(played)s already (“%(event)s”). Choose a later day.")
            return sentence % {"played": date_format(played, "DATE_FORMAT"), "event": session.event}
    return ""
