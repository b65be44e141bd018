"""When a series is played next."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from clubs.models import Club
from events.models import Series, Session

WEEK = timedelta(days=7)


def regular_day(series: Series, day: date) -> date:
    """The day of the series that a day belongs to: a game moved from Monday to Tuesday still is Monday's."""
    return day + timedelta(days=(series.weekday - day.weekday() + 3) % 7 - 3)


def usual_start(club: Club, series: Series, day: date) -> datetime:
    """The usual time on that day, by the club's clock."""
    return datetime.combine(day, series.starts, ZoneInfo(club.timezone)).astimezone(UTC)


def taken_days(series: Series) -> dict[date, int]:
    """Regular days that have their game, each with the event's id.

    One that was called off stays called off; one that was removed leaves its day free.
    """
    starts = (
        Session.objects.filter(event__series=series, event__removed_at=None)
        .order_by("pk")
        .values_list("starts_at", "event_id")
    )
    return {regular_day(series, series.club.day(starts_at)): event_id for starts_at, event_id in starts}


def next_day(series: Series, today: date, days_with_game: Collection[date]) -> date:
    """The first regular day from today on that has no game yet. Today counts until it is over."""
    day = today + timedelta(days=(series.weekday - today.weekday()) % 7)
    while day in days_with_game:
        day += WEEK
    return day


@dataclass(frozen=True)
class Game:
    """What the button for a series says: the next day without a game, and how many days until then."""

    series: Series
    day: date
    days_left: int

    @property
    def is_today(self) -> bool:
        return self.days_left == 0

    @property
    def is_this_week(self) -> bool:
        return self.days_left < WEEK.days


def upcoming_games(club: Club, at: datetime) -> list[Game]:
    """The next game of each series that is being played, the soonest first. Two queries, however many series."""
    today = club.day(at)
    active_series = list(Series.objects.filter(club=club, is_active=True).order_by("weekday", "starts", "pk"))
    since = at - WEEK
    sessions = Session.objects.filter(event__series__in=active_series, event__removed_at=None, starts_at__gte=since)
    days_with_game: dict[int, set[date]] = {series.pk: set() for series in active_series}
    by_id = {series.pk: series for series in active_series}
    for series_id, starts_at in sessions.values_list("event__series", "starts_at"):
        days_with_game[series_id].add(regular_day(by_id[series_id], club.day(starts_at)))
    days = [(series, next_day(series, today, days_with_game[series.pk])) for series in active_series]
    games = [Game(series, day, (day - today).days) for series, day in days]
    return sorted(games, key=lambda game: (game.day, game.series.starts))
