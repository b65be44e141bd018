"""The four periods after the official score: how long each is, when it ends, whether it is over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.timezone import localtime

from clubs.regulations import effective_all
from events.models import Event, Session
from events.selectors.clock import millis
from scoring.models.official import OfficialScore, Period


def deadline(told_at: datetime, minutes: int) -> datetime:
    """The last moment of a period that begins when somebody is told, or when the score is available."""
    return told_at + timedelta(minutes=minutes)


@dataclass(frozen=True)
class PeriodEnd:
    """One of the periods of a session whose score is available."""

    period: Period
    minutes: int
    until: datetime
    now: datetime

    @property
    def label(self) -> str:
        return str(self.period.label)

    @property
    def law(self) -> str:
        return self.period.law

    @property
    def is_over(self) -> bool:
        return is_over(self.until, self.now)

    @property
    def is_today(self) -> bool:
        """By the clock of whoever reads it: then the time alone says enough."""
        return localtime(self.until).date() == localtime(self.now).date()

    @property
    def left_ms(self) -> int:
        """For the countdown: what is left, so that a wrong clock in a browser does no harm."""
        return max(0, millis(self.until) - millis(self.now))


def is_over(until: datetime, at: datetime) -> bool:
    """The last moment still belongs to the period."""
    return at > until


def minutes_for(event: Event, at: datetime | None = None) -> dict[str, int]:
    """What the event lays down for each period, else the club's regulations: now, or as they were at a moment."""
    regulations = {rule.regulation.key: rule.value for rule in effective_all(body=event.club, at=at)}
    minutes = {}
    for period in Period:
        event_minutes = getattr(event, f"period_{period.value}")
        minutes[period.value] = int(regulations[f"period.{period.value}"] if event_minutes is None else event_minutes)
    return minutes


def minutes_in(session: Session) -> dict[str, int]:
    """As they were when play began: the conditions of a game do not change under it (Law 78D)."""
    return minutes_for(session.event, session.started_at)


def longest_period_end(official: OfficialScore, *periods: Period) -> datetime:
    """The end of the longest of these periods."""
    return max(deadline(official.available_at, official.minutes[period.value]) for period in periods)


def last_moment(official: OfficialScore) -> datetime:
    """The end of the longest period: before it nothing is final."""
    return longest_period_end(official, *Period)


def period_ends(official: OfficialScore, now: datetime) -> tuple[PeriodEnd, ...]:
    return tuple(
        PeriodEnd(period, official.minutes[period.value], longest_period_end(official, period), now)
        for period in Period
    )
