"""The round clock: begun with each round, stopped, set and called by whoever runs the session."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import change, locked, reject_unknown_fields
from core.errors import field_error
from core.locks import lock
from core.permissions import require
from events.clock import Dial, lengthen_dial, restart_dial, stop_dial
from events.models import Clock, Session
from events.models.sessions import Phase, SessionState
from events.movements.timing import round_minutes
from events.selectors.clock import clock_dial

LENGTHS = {"round_seconds", "move_seconds", "warning_seconds"}
AUDITED = LENGTHS | {"phase", "phase_began_at", "phase_seconds", "paused_at"}
MOVE_SECONDS = 120
LEAST_PLAY_SECONDS = 60
MOST_SECONDS = 6 * 3600


@transaction.atomic
def begin_round(session: Session, at: datetime, *, actor: Actor) -> Clock | None:
    """A round begins. The caller has the right to call it, and holds the session's lock. None where none is timed."""
    if session.from_paper:
        return None
    clock = lock(Clock.objects).filter(session=session).first()
    if clock is None:
        return _new_clock(session, actor, Phase.PLAYING, at)
    return _save_clock(actor, clock, _phase(Phase.PLAYING, at, clock.round_seconds))


@transaction.atomic
def start_clock(*, actor: Actor, session: Session) -> Clock | None:
    """Begin the round's time again from now, as after a false start."""
    require(actor, "session.run", session)
    _refuse_unless_playing(locked(session))
    return begin_round(session, actor.at, actor=actor)


def pause(*, actor: Actor, session: Session, version: int | None = None) -> Clock:
    """The clock stands until it is set going again."""
    return _change_clock(actor, session, version, lambda clock: _fields(stop_dial(clock_dial(clock), actor.at)))


def resume(*, actor: Actor, session: Session, version: int | None = None) -> Clock:
    return _change_clock(actor, session, version, lambda clock: _fields(restart_dial(clock_dial(clock), actor.at)))


def add_time(*, actor: Actor, session: Session, minutes: int, version: int | None = None) -> Clock:
    """More time for this phase, or less. After the end it counts from now."""
    if not minutes or abs(minutes) > 60:
        sentence = _("Add or take away 1 to 60 minutes at a time.")
        raise field_error("minutes", sentence, "bad_minutes")
    return _change_clock(
        actor, session, version, lambda clock: _fields(lengthen_dial(clock_dial(clock), minutes * 60, actor.at))
    )


def call_move(*, actor: Actor, session: Session, version: int | None = None) -> Clock:
    """The round is over: everybody moves. Calling it twice does not begin the moving again."""

    def moving(clock: Clock) -> dict[str, Any]:
        if clock.phase == Phase.MOVING:
            return {}
        return _phase(Phase.MOVING, actor.at, clock.move_seconds)

    return _change_clock(actor, session, version, moving)


def begin_break(*, actor: Actor, session: Session, minutes: int, version: int | None = None) -> Clock:
    _refuse_length(minutes, "minutes")
    return _change_clock(actor, session, version, lambda clock: _phase(Phase.BREAK, actor.at, minutes * 60))


def play_on(*, actor: Actor, session: Session, minutes: int, version: int | None = None) -> Clock:
    """Back to the round, with so many minutes left: the move was called too early, or the break ended in mid-round."""
    _refuse_length(minutes, "minutes")
    return _change_clock(actor, session, version, lambda clock: _phase(Phase.PLAYING, actor.at, minutes * 60))


@transaction.atomic
def set_clock(*, actor: Actor, session: Session, version: int | None = None, **lengths: int) -> Clock:
    """How long rounds and moves last, and when to warn. A round in play is not lengthened: that is `add_time`."""
    require(actor, "session.run", session)
    reject_unknown_fields(lengths, LENGTHS)
    for name, seconds in lengths.items():
        _refuse_seconds(name, seconds)
    session = locked(session)
    if session.is_over:
        raise _refusal(_("This session is finished: its clock has stopped."), "over")
    clock = Clock.objects.filter(session=session).first() or _new_clock(session, actor, Phase.BREAK, actor.at)
    return _save_clock(actor, clock, lengths, version)


def usual_lengths(session: Session) -> dict[str, int]:
    """A round with its move lasts as long as the conditions say for its boards; the longest section decides."""
    movements = [section.movement for section in session.sections.all()]
    boards = max((movement.boards_per_set for movement in movements if movement), default=3)
    per_board = session.event.minutes_per_board
    whole = 60 * round_minutes(boards, float(per_board) if per_board is not None else None)
    play = max(LEAST_PLAY_SECONDS, whole - MOVE_SECONDS)
    warning = 300 if play >= 900 else min(180, play // 2)
    return {"round_seconds": play, "move_seconds": MOVE_SECONDS, "warning_seconds": warning}


def _new_clock(session: Session, actor: Actor, phase: Phase, at: datetime) -> Clock:
    lengths = usual_lengths(session)
    seconds = lengths["round_seconds"]
    if phase == Phase.BREAK:  # before the first round, the time until it begins
        seconds = min(MOST_SECONDS, max(0, int((session.starts_at - at).total_seconds())))
    clock = Clock(session=session, **lengths, **_phase(phase, at, seconds))
    clock.full_clean()
    clock.save()
    record(actor=actor, act="clock.change", body=session.club, target=clock, after=values(clock, AUDITED))
    return clock


def _phase(phase: Phase, at: datetime, seconds: int) -> dict[str, Any]:
    return {"phase": phase, "phase_began_at": at, "phase_seconds": seconds, "paused_at": None}


def _fields(dial: Dial) -> dict[str, Any]:
    return {"phase_began_at": dial.began_at, "phase_seconds": dial.seconds, "paused_at": dial.paused_at}


@transaction.atomic
def _change_clock(actor: Actor, session: Session, version: int | None, new_fields: Any) -> Clock:
    """Do something to the clock of a session in play, behind the session's lock."""
    require(actor, "session.run", session)
    session = locked(session)
    _refuse_unless_playing(session)
    clock = lock(Clock.objects).filter(session=session).first()
    if clock is None:
        clock = _new_clock(session, actor, Phase.PLAYING, actor.at)
    return _save_clock(actor, clock, new_fields(clock), version)


def _save_clock(actor: Actor, clock: Clock, fields: dict[str, Any], version: int | None = None) -> Clock:
    body = clock.session.club
    return change(actor=actor, act="clock.change", obj=clock, body=body, fields=fields, version=version)


def _refuse_unless_playing(session: Session) -> None:
    if session.is_over:
        raise _refusal(_("This session is finished: its clock has stopped."), "over")
    if session.state != SessionState.PLAYING:
        raise _refusal(_("The clock runs once the session has started: start it on the seating page."), "not_begun")


def _refuse_length(minutes: int, name: str) -> None:
    if not 1 <= minutes <= 120:
        raise field_error(name, _("Say 1 to 120 minutes."), "bad_minutes")


def _refuse_seconds(name: str, seconds: int) -> None:
    least = LEAST_PLAY_SECONDS if name == "round_seconds" else 0
    if not least <= seconds <= MOST_SECONDS:
        sentence = _("Say a time from %(least)s seconds to %(most)s hours.")
        figures = {"least": least, "most": MOST_SECONDS // 3600}
        raise field_error(name, sentence % figures, "bad_length")


def _refusal(sentence: str, code: str) -> ValidationError:
    return ValidationError(sentence, code=code)
