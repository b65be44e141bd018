"""Events of a club as lists show them: running, coming, past."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery, TextChoices
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from clubs.actors import Actor
from clubs.models import Club
from clubs.selectors.visible import clubs_of, reaches, sees_everything, visible_clubs
from events.models import Contestant, Event, Place, Section, Session
from events.models.contestants import Status
from events.models.sessions import UNFINISHED, State
from events.permissions import DESK, KEEPERS

LIVE = (State.SEATING, State.PLAYING)


class Standing(TextChoices):
    """How an event stands, in one word."""

    DRAFT = "draft", _("Not published")
    CANCELLED = "cancelled", _("Cancelled")
    RUNNING = "running", _("Being played")
    COMING = "coming", _("Coming")
    OPEN = "open", _("Not finished")
    PAST = "past", _("Played")


BADGES = {
    Standing.DRAFT: "badge--warn",
    Standing.CANCELLED: "badge--bad",
    Standing.RUNNING: "badge--good",
    Standing.COMING: "badge--info",
    Standing.OPEN: "badge--warn",
    Standing.PAST: "badge--quiet",
}


@dataclass(frozen=True)
class Listed:
    """An event with what a list says of it."""

    event: Event
    standing: Standing
    at: datetime | None
    entered: int

    @property
    def badge(self) -> str:
        return BADGES[self.standing]


def visible_events(actor: Actor) -> QuerySet[Event]:
    """Published events of the clubs this person can see; unpublished ones only for the desk of the club, and removed
    ones only for who may bring them back."""
    events = Event.objects.select_related("club__federation", "series")
    if sees_everything(actor):
        return events
    shown = Q(published_at__isnull=False) | Q(club__in=clubs_of(actor, DESK).values("pk"))
    there = Q(removed_at=None) | Q(club__in=clubs_of(actor, KEEPERS).values("pk"))
    return events.filter(shown, there, club__in=visible_clubs(actor).values("pk"))


def events_of(actor: Actor, club: Club, words: str = "") -> QuerySet[Event]:
    events = Event.objects.filter(club=club, removed_at=None).select_related("club__federation", "series")
    if not reaches(actor, "session.run", club):
        events = events.exclude(published_at=None)
    for word in words.split():
        events = events.filter(name__mentions=word)
    return with_dates(events)


def removed_events(club: Club, limit: int = 20) -> list[Event]:
    """What can be brought back, the latest first."""
    return list(Event.objects.filter(club=club, removed_at__isnull=False).order_by("-removed_at", "-pk")[:limit])


@dataclass(frozen=True)
class Contents:
    """What an event holds before it is played."""

    sessions: int
    entries: int
    seated: int
    dealt: int


def contents_of(event: Event) -> Contents:
    return Contents(
        sessions=event.sessions.count(),
        entries=event.contestants.exclude(status=Status.WITHDRAWN).count(),
        seated=Place.objects.filter(session__event=event).count(),
        dealt=Section.objects.filter(session__event=event, board_set__isnull=False).count(),
    )


def with_dates(events: QuerySet[Event]) -> QuerySet[Event]:
    """Each with `next_at` (of its sessions not finished), `last_at`, `is_live` and the number `entered`."""
    sessions = Session.objects.filter(event=OuterRef("pk")).order_by()
    entered = Contestant.objects.filter(event=OuterRef("pk"), status=Status.ENTERED)
    return events.annotate(
        next_at=_one(sessions.exclude(state=State.FINISHED), Min("starts_at")),
        last_at=_one(sessions, Max("starts_at")),
        is_live=Exists(sessions.filter(state__in=LIVE)),
        entered=counted(entered, "event"),
    )


def counted(rows: QuerySet[Any], outer: str) -> Coalesce:
    """How many of `rows` belong to a row of the query around them, by their column `outer`.

    A subquery, and not `Count` over a join: it is worked out for the rows that are shown alone.
    """
    return Coalesce(Subquery(rows.order_by().values(outer).annotate(n=Count("pk")).values("n")), 0)


def _one(sessions: QuerySet[Session], what: Any) -> Subquery:
    return Subquery(sessions.values("event").annotate(found=what).values("found"))


def ahead(events: QuerySet[Event], club: Club, at: datetime) -> QuerySet[Event]:
    """Running or still to come; one without a date is still to come."""
    undated = Q(last_at=None, cancelled_at=None)
    live = Q(is_live=True, cancelled_at=None)
    return events.filter(live | undated | Q(next_at__gte=midnight(club, at))).order_by(
        F("next_at").asc(nulls_last=True), "pk"
    )


def behind(events: QuerySet[Event], club: Club, at: datetime) -> QuerySet[Event]:
    """Played or gone by, the latest first."""
    there = ahead(events, club, at).order_by().values("pk")
    return events.exclude(pk__in=there).order_by(F("last_at").desc(nulls_last=True), "-pk")


def midnight(club: Club, at: datetime) -> datetime:
    """When today began where the club is: what was to begin today has not gone by."""
    return datetime.combine(club.day(at), time(), ZoneInfo(club.timezone)).astimezone(UTC)


def listed(events: Iterable[Event], at: datetime) -> list[Listed]:
    return [Listed(event, standing_of(event, at), _moment(event), event.entered) for event in events]  # type: ignore[attr-defined]


def _moment(event: Any) -> datetime | None:
    moment: datetime | None = event.next_at or event.last_at
    return moment


def standing_of(event: Any, at: datetime) -> Standing:
    """For an event `with_dates`."""
    if event.cancelled_at:
        return Standing.CANCELLED
    if event.is_live:
        return Standing.RUNNING
    if not event.published_at:
        return Standing.DRAFT
    if event.next_at is None:
        return Standing.PAST if event.last_at else Standing.COMING
    return Standing.COMING if event.next_at >= midnight(event.club, at) else Standing.OPEN


def sessions_ahead(club: Club, at: datetime) -> QuerySet[Session]:
    """Being seated or played, or planned from today on; by the club's own index, whatever has been played before."""
    rows = Session.objects.filter(host=club, state__in=UNFINISHED, event__cancelled_at=None)
    return rows.filter(~Q(state=State.DRAFT) | Q(starts_at__gte=midnight(club, at)))


def coming_sessions(club: Club, at: datetime, limit: int = 6) -> list[Session]:
    """What a club's page announces: sessions of published events that are played now or still to come."""
    rows = sessions_ahead(club, at).exclude(event__published_at=None).select_related("event")
    rows = rows.only("event", "starts_at", "state", "event__name", "event__club")
    return list(rows.order_by("starts_at", "pk")[:limit])


def played_sessions(club: Club, limit: int = 4) -> list[Session]:
    """The latest finished sessions of published events: their results stand on the club's page."""
    rows = Session.objects.filter(host=club, state=State.FINISHED, event__cancelled_at=None)
    rows = rows.exclude(event__published_at=None)
    rows = rows.select_related("event").only("event", "starts_at", "state", "event__name", "event__club")
    return list(rows.order_by("-starts_at", "-pk")[:limit])
