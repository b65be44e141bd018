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

from clubs.models import Club
from clubs.selectors.visible import clubs_with_role, sees_everything, visible_clubs
from core.actors import Actor
from core.permissions import is_allowed
from events.models import Contestant, Event, Place, Section, Session
from events.models.contestants import Status
from events.models.sessions import UNFINISHED, SessionState
from events.permissions import DESK, KEEPERS

LIVE = (SessionState.SEATING, SessionState.PLAYING)


class EventStanding(TextChoices):
    """How an event stands, in one word."""

    DRAFT = "draft", _("Not announced")
    CANCELLED = "cancelled", _("Cancelled")
    RUNNING = "running", _("Being played")
    COMING = "coming", _("Coming")
    OPEN = "open", _("Not finished")
    PAST = "past", _("Played")


BADGES = {
    EventStanding.DRAFT: "warn",
    EventStanding.CANCELLED: "bad",
    EventStanding.RUNNING: "good",
    EventStanding.COMING: "info",
    EventStanding.OPEN: "warn",
    EventStanding.PAST: "quiet",
}


@dataclass(frozen=True)
class ListedEvent:
    """An event with what a list says of it."""

    event: Event
    standing: EventStanding
    at: datetime | None
    entered: int

    @property
    def badge(self) -> str:
        return BADGES[self.standing]


def visible_events(actor: Actor) -> QuerySet[Event]:
    """Published events of the clubs this person can see; unpublished ones only for the desk of the club, and removed
    ones only for who may bring them back."""
    return Event.objects.filter(is_visible(actor)).select_related("club__federation", "series")


def is_visible(actor: Actor, path: str = "") -> Q:
    """Which events somebody can see, for events themselves or for rows that lead to them by `path`."""
    if sees_everything(actor):
        return Q()
    desk, keepers = (clubs_with_role(actor, roles).values("pk") for roles in (DESK, KEEPERS))
    announced = Q(**{f"{path}published_at__isnull": False}) | Q(**{f"{path}club__in": desk})
    not_removed = Q(**{f"{path}removed_at": None}) | Q(**{f"{path}club__in": keepers})
    return announced & not_removed & Q(**{f"{path}club__in": visible_clubs(actor).values("pk")})


def upcoming_events(actor: Actor, club: Club, words: str = "", limit: int = 100) -> list[Event]:
    """A club's events that are running or still to come; one without a date is still to come.

    Only those with a session that is not finished are looked at, and those that nobody has published: an event is
    published with its first date.
    """
    unfinished = Session.objects.filter(host=club, state__in=UNFINISHED).order_by()
    undated = Event.objects.filter(club=club, published_at=None, cancelled_at=None).order_by()
    ids = {*unfinished.values_list("event", flat=True), *undated.values_list("pk", flat=True)}
    events = with_dates(Event.objects.filter(_listed_for(actor, club, words), pk__in=ids))
    live = Q(is_live=True, cancelled_at=None) | Q(last_at=None) | Q(next_at__gte=midnight(club, actor.at))
    events = events.filter(live).select_related("club__federation", "series")
    return list(events.order_by(F("next_at").asc(nulls_last=True), "pk")[:limit])


def _listed_for(actor: Actor, club: Club, words: str, path: str = "") -> Q:
    """Which events a list shows to somebody, for events themselves or for rows that lead to them by `path`."""
    listed = Q(**{f"{path}removed_at": None})
    if not is_allowed(actor, "session.run", club):
        listed &= Q(**{f"{path}published_at__isnull": False})
    return Q(listed, *(Q(**{f"{path}name__mentions": word}) for word in words.split()))


def past_event_ids(actor: Actor, club: Club, words: str, besides: Iterable[Event], count: int) -> list[int]:
    """A club's newest events without those `besides`, by the start of their last sessions, the latest first."""
    start = OuterRef("starts_at")
    later = Session.objects.filter(event=OuterRef("event")).order_by()
    later = later.filter(Q(starts_at__gt=start) | Q(starts_at=start, pk__gt=OuterRef("pk")))
    last_sessions = Session.objects.filter(_listed_for(actor, club, words, "event__"), ~Exists(later), host=club)
    last_sessions = last_sessions.exclude(event__in=[event.pk for event in besides])
    last_sessions = last_sessions.order_by("-starts_at", "-pk")
    # What is finished lies in an index by its day; what never was is little.
    finished, others = last_sessions.filter(state=SessionState.FINISHED), last_sessions.filter(state__in=UNFINISHED)
    columns = ("starts_at", "pk", "event_id")
    newest = sorted([*finished.values_list(*columns)[:count], *others.values_list(*columns)], reverse=True)
    return [event for _start, _pk, event in newest[:count]]


def events_in_order(ids: Iterable[int]) -> list[Event]:
    """`with_dates`, in the order in which they are asked for."""
    ids = list(ids)
    events = with_dates(Event.objects.filter(pk__in=ids)).select_related("club__federation", "series")
    by_id = {event.pk: event for event in events}
    return [by_id[pk] for pk in ids]


def called_off_undated(actor: Actor, club: Club, words: str) -> list[Event]:
    """Events that were called off before they had a date: nobody has played them, and they can be restored."""
    events = Event.objects.filter(_listed_for(actor, club, words), club=club, published_at=None)
    events = events.exclude(cancelled_at=None).filter(~Exists(Session.objects.filter(event=OuterRef("pk"))))
    return list(with_dates(events).select_related("club__federation", "series").order_by("-made_at", "-pk"))


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


def event_contents(event: Event) -> Contents:
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
        next_at=_aggregate_subquery(sessions.exclude(state=SessionState.FINISHED), Min("starts_at")),
        last_at=_aggregate_subquery(sessions, Max("starts_at")),
        is_live=Exists(sessions.filter(state__in=LIVE)),
        entered=count_subquery(entered, "event"),
    )


def count_subquery(rows: QuerySet[Any], outer: str) -> Coalesce:
    """How many of `rows` belong to a row of the query around them, by their column `outer`.

    A subquery, and not `Count` over a join: it is worked out for the rows that are shown alone.
    """
    return Coalesce(Subquery(rows.order_by().values(outer).annotate(n=Count("pk")).values("n")), 0)


def _aggregate_subquery(sessions: QuerySet[Session], aggregate: Any) -> Subquery:
    return Subquery(sessions.values("event").annotate(value=aggregate).values("value"))


def midnight(club: Club, at: datetime) -> datetime:
    """When today began where the club is: what was to begin today has not gone by."""
    return datetime.combine(club.day(at), time(), ZoneInfo(club.timezone)).astimezone(UTC)


def listed_events(events: Iterable[Event], at: datetime) -> list[ListedEvent]:
    return [ListedEvent(event, event_standing(event, at), _moment(event), event.entered) for event in events]  # type: ignore[attr-defined]


def _moment(event: Any) -> datetime | None:
    moment: datetime | None = event.next_at or event.last_at
    return moment


def event_standing(event: Any, at: datetime) -> EventStanding:
    """For an event `with_dates`."""
    if event.cancelled_at:
        return EventStanding.CANCELLED
    if event.is_live:
        return EventStanding.RUNNING
    if not event.published_at:
        return EventStanding.DRAFT
    if event.next_at is None:
        return EventStanding.PAST if event.last_at else EventStanding.COMING
    return EventStanding.COMING if event.next_at >= midnight(event.club, at) else EventStanding.OPEN


def sessions_ahead(club: Club, at: datetime) -> QuerySet[Session]:
    """Being seated or played, or planned from today on; by the club's own index, whatever has been played before."""
    sessions = Session.objects.filter(host=club, state__in=UNFINISHED, event__cancelled_at=None)
    return sessions.filter(~Q(state=SessionState.DRAFT) | Q(starts_at__gte=midnight(club, at)))


def coming_sessions(club: Club, at: datetime, limit: int = 6) -> list[Session]:
    """What a club's page announces: sessions of published events that are played now or still to come."""
    sessions = sessions_ahead(club, at).exclude(event__published_at=None).select_related("event")
    sessions = sessions.only("event", "starts_at", "state", "event__name", "event__club")
    return list(sessions.order_by("starts_at", "pk")[:limit])


def played_sessions(club: Club, limit: int = 4) -> list[Session]:
    """The latest finished sessions of published events: their results stand on the club's page."""
    sessions = Session.objects.filter(host=club, state=SessionState.FINISHED, event__cancelled_at=None)
    sessions = sessions.exclude(event__published_at=None)
    sessions = sessions.select_related("event").only("event", "starts_at", "state", "event__name", "event__club")
    return list(sessions.order_by("-starts_at", "-pk")[:limit])
