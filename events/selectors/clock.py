"""What the clock of a session says to a page: the moment a phase ends, never a second that is already over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from math import ceil
from typing import Any

from events.clock import Dial, Face, clock_face
from events.models import Clock, Session
from events.models.sessions import Phase, SessionState

BEFORE, FINISHED, UNSET = "before", "finished", "unset"


def clock_dial(clock: Clock) -> Dial:
    warning = clock.warning_seconds if clock.phase == Phase.PLAYING else 0
    return Dial(clock.phase, clock.phase_began_at, clock.phase_seconds, warning, clock.paused_at)


@dataclass(frozen=True)
class ClockState:
    """The clock as a page needs it to count down by itself; `version` is the stored clock's, 0 where there is none."""

    state: str
    round: int
    dial: Dial
    version: int
    session_version: int

    @property
    def phase(self) -> str:
        return self.dial.phase

    def face(self, now: datetime) -> Face:
        if self.phase == BEFORE:  # time that is not running yet, but running out
            return clock_face(replace(self.dial, began_at=now, seconds=self._until_start(now)), now)
        return clock_face(self.dial, now)

    def _until_start(self, now: datetime) -> int:
        return max(0, ceil((self.dial.began_at - now).total_seconds()))

    def as_data(self) -> dict[str, Any]:
        """Nothing here depends on the moment of asking, so that an unchanged clock is an unchanged answer."""
        dial = self.dial
        paused = dial.paused_at is not None
        runs = dial.phase not in (FINISHED, UNSET)
        return {
            "state": self.state,
            "round": self.round,
            "phase": dial.phase,
            "ends_at": millis(dial.ends_at) if runs and not paused else None,
            "paused": paused,
            "left_ms": round(1000 * (dial.seconds - dial.passed(dial.paused_at))) if dial.paused_at else None,
            "warning_seconds": dial.warning_seconds,
            "version": self.version,
            "session_version": self.session_version,
        }


def clock_state(session: Session) -> ClockState:
    """One query where the session came with its clock (`select_related("clock")`): none."""
    clock: Clock | None = getattr(session, "clock", None)
    if session.state == SessionState.FINISHED:
        dial = Dial(FINISHED, session.starts_at, 0)
    elif session.state != SessionState.PLAYING:
        dial = Dial(BEFORE, session.starts_at, 0)
    elif clock is None:
        dial = Dial(UNSET, session.starts_at, 0)
    else:
        dial = clock_dial(clock)
    return ClockState(session.state, session.round, dial, clock.version if clock else 0, session.version)


def millis(moment: datetime) -> int:
    """Milliseconds since 1970, as a browser counts."""
    return round(moment.timestamp() * 1000)
