"""What the round clock shows at a moment. Nothing ticks: the time left follows from a few values and from now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil, floor


@dataclass(frozen=True, slots=True)
class Dial:
    """The values a clock keeps: since when a phase has run, and for how long it is to."""

    phase: str
    began_at: datetime
    seconds: int
    warning_seconds: int = 0
    paused_at: datetime | None = None

    @property
    def ends_at(self) -> datetime:
        """When the phase ends, as long as nobody stops the clock."""
        return self.began_at + timedelta(seconds=self.seconds)

    def passed(self, now: datetime) -> float:
        """Seconds that have run, none before the beginning and none while the clock stands."""
        until = now if self.paused_at is None else min(now, self.paused_at)
        return max(0.0, (until - self.began_at).total_seconds())


@dataclass(frozen=True, slots=True)
class Face:
    phase: str
    seconds_left: int
    warning: bool
    over_by: int
    paused: bool

    @property
    def over(self) -> bool:
        return self.seconds_left == 0

    @property
    def minutes(self) -> str:
        """Time left, or past the end, as 12:05."""
        seconds = self.seconds_left or self.over_by
        return f"{seconds // 60}:{seconds % 60:02d}"


def clock_face(dial: Dial, now: datetime) -> Face:
    left = dial.seconds - dial.passed(now)
    return Face(
        phase=dial.phase,
        seconds_left=max(0, ceil(left)),
        warning=0 < left <= dial.warning_seconds,
        over_by=max(0, floor(-left)),
        paused=dial.paused_at is not None,
    )


def stop_dial(dial: Dial, at: datetime) -> Dial:
    return dial if dial.paused_at else replace(dial, paused_at=max(at, dial.began_at))


def restart_dial(dial: Dial, at: datetime) -> Dial:
    """Runs on with as much time left as when it was stopped."""
    if dial.paused_at is None:
        return dial
    stood = max(at - dial.paused_at, timedelta(0))
    return replace(dial, began_at=dial.began_at + stood, paused_at=None)


def lengthen_dial(dial: Dial, seconds: int, now: datetime) -> Dial:
    """More or less time. What is given after the end counts from now; taking away ends the phase at once at most."""
    passed = dial.passed(now)
    if seconds > 0:
        return replace(dial, seconds=max(dial.seconds, ceil(passed)) + seconds)
    return replace(dial, seconds=max(dial.seconds + seconds, min(dial.seconds, ceil(passed))))
