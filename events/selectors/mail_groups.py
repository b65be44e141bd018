"""Whom a club writes to by when they have played: those who play on Mondays, those not seen for two months."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.db.models.functions import ExtractIsoWeekDay
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.models.bodies import Body
from clubs.selectors.memberships import current_memberships
from events.models import Entrant, Session, Substitution
from events.models.events import Weekday
from events.models.sessions import SessionState
from office.hooks import MailGroup

#: Whoever has played on that day of the week within this time plays on that day.
SEASON = timedelta(days=91)
UNSEEN = timedelta(days=61)


def playing_groups(body: Body, at: datetime) -> list[MailGroup]:
    """Of a club, a group for each day of the week on which it was played lately, and the members not seen."""
    if not isinstance(body, Club):
        return []
    lately = Session.objects.filter(
        host=body, state=SessionState.FINISHED, starts_at__gt=at - SEASON, starts_at__lte=at
    )
    by_day = lately.annotate(weekday=ExtractIsoWeekDay("starts_at", tzinfo=ZoneInfo(body.timezone)))
    days = sorted(set(by_day.values_list("weekday", flat=True)))
    groups = [_of_weekday(by_day, number) for number in days]
    return [*groups, MailGroup("unseen", _("Members who have not played for two months"), _unseen(body, at))]


def _of_weekday(sessions: QuerySet[Any], number: int) -> MailGroup:
    day = Weekday(number - 1).label
    label = _("Played on a %(day)s in the last three months") % {"day": day}
    return MailGroup(f"weekday-{number}", label, lambda: _who_played(sessions.filter(weekday=number)))


def _who_played(sessions: QuerySet[Session]) -> QuerySet[Player]:
    """Whoever had a place, or stood in for somebody."""
    ids = list(sessions.values_list("pk", flat=True))
    entrants = Entrant.objects.filter(contestant__places__session__in=ids, player__isnull=False)
    substitutes = Substitution.objects.filter(place__session__in=ids, withdrawn_at=None)
    players = Player.objects.filter(pk__in=entrants.values("player")) | Player.objects.filter(
        pk__in=substitutes.values("player")
    )
    return players.filter(erased_at=None).distinct()


def _unseen(club: Club, at: datetime) -> Callable[[], QuerySet[Player]]:
    def find() -> QuerySet[Player]:
        seen = Session.objects.filter(host=club, state=SessionState.FINISHED, starts_at__gt=at - UNSEEN)
        members = current_memberships(day=club.day(at)).filter(club=club, starts__lte=club.day(at - UNSEEN))
        rows = Player.objects.filter(pk__in=members.values("player"), erased_at=None)
        return rows.exclude(pk__in=_who_played(seen).values("pk"))

    return find
