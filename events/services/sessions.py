"""A session's way from planned to finished: each step with its conditions, and the way back where it is lawful."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.services.tokens import end_tokens_of
from core import transaction
from core.actors import Actor
from core.audit import record
from core.changes import locked
from core.errors import field_error
from core.permissions import require
from events import hooks
from events.models import Clock, Play, Section, Session
from events.models.plays import PlayState
from events.models.sessions import SessionState
from events.movements.drawing import certain_rounds
from events.selectors.readiness import start_obstacles
from events.selectors.running import session_key
from events.selectors.seats import session_sections
from events.services.clock import begin_round
from events.services.last_played import note_last_played
from events.services.plays import write_plays
from events.services.tables import give_codes


@transaction.atomic
def begin_seating(*, actor: Actor, session: Session, version: int | None = None) -> Session:
    """The desk opens. Everybody may be entered, seated, moved; nothing is final."""
    require(actor, "session.run", session)
    session = lock_in_state(session, SessionState.DRAFT, version=version)
    if not session.sections.exists():
        Section.objects.create(session=session)
    return change_locked_session(actor, "session.seat", session, state=SessionState.SEATING)


@transaction.atomic
def start_session(*, actor: Actor, session: Session, version: int | None = None) -> Session:
    """Play begins: the first round is called, plays are laid down, tables get their codes."""
    require(actor, "session.run", session)
    session = lock_in_state(session, SessionState.SEATING, version=version)
    if obstacles := start_obstacles(session):
        raise ValidationError(obstacles, code="not_ready")
    for section in session_sections(session):
        write_plays(section)
    if not session.from_paper:
        give_codes(session, actor=actor)
    session = change_locked_session(
        actor, "session.start", session, state=SessionState.PLAYING, round=1, started_at=actor.at
    )
    begin_round(session, actor.at, actor=actor)
    return session


@transaction.atomic
def take_back_start(*, actor: Actor, session: Session, reason: str, version: int | None = None) -> Session:
    """Back to seating, as long as nothing has been played."""
    require(actor, "session.run", session)
    session = lock_in_state(session, SessionState.PLAYING, version=version)
    plays = Play.objects.filter(section__session=session)
    if session.round > 1 or plays.filter(state=PlayState.DONE).exists():
        raise ValidationError(_("Boards have been played: the start can no longer be taken back."), code="played")
    plays.delete()
    Clock.objects.filter(session=session).delete()
    return change_locked_session(
        actor, "session.unstart", session, reason=reason, state=SessionState.SEATING, round=0, started_at=None
    )


@transaction.atomic
def call_round(*, actor: Actor, session: Session, version: int | None = None) -> Session:
    """The round is over; the next one begins."""
    require(actor, "session.run", session)
    session = lock_in_state(session, SessionState.PLAYING, version=version)
    if session.round >= last_round(session):
        raise ValidationError(_("This is the last round. Finish the session instead."), code="last_round")
    _refuse_undrawn(session)
    Play.objects.filter(section__session=session, round=session.round, state=PlayState.DUE).update(state=PlayState.DONE)
    session = change_locked_session(actor, "session.round", session, round=session.round + 1)
    begin_round(session, actor.at, actor=actor)
    hooks.round_called.call(session=session, finished=session.round - 1, actor=actor)
    return session


@transaction.atomic
def recall_round(*, actor: Actor, session: Session, version: int | None = None) -> Session:
    """The round was called too early: the one before goes on."""
    require(actor, "session.run", session)
    session = lock_in_state(session, SessionState.PLAYING, version=version)
    if session.round <= 1:
        raise ValidationError(_("This is the first round."), code="first_round")
    Play.objects.filter(section__session=session, round=session.round - 1, state=PlayState.DONE).update(
        state=PlayState.DUE
    )
    session = change_locked_session(actor, "session.round", session, round=session.round - 1)
    begin_round(session, actor.at, actor=actor)
    hooks.round_goes_on.call(session=session, actor=actor)
    return session


@transaction.atomic
def finish_session(*, actor: Actor, session: Session, reason: str = "", version: int | None = None) -> Session:
    """Play is over. Rounds that were not played are dropped, which takes a reason."""
    require(actor, "session.run", session)
    session = lock_in_state(session, SessionState.PLAYING, version=version)
    if session.round < last_round(session) and not reason.strip():
        remaining = last_round(session) - session.round
        sentence = _("%(left)s rounds have not been played. Say why the session ends now.") % {"left": remaining}
        raise field_error("reason", sentence, "rounds_left")
    due = Play.objects.filter(section__session=session, state=PlayState.DUE)
    due.filter(round__gt=session.round).update(state=PlayState.DROPPED)
    due.filter(round__lte=session.round).update(state=PlayState.DONE)
    Clock.objects.filter(session=session).delete()
    session = change_locked_session(
        actor, "session.finish", session, reason=reason.strip(), state=SessionState.FINISHED, finished_at=actor.at
    )
    note_last_played(session)
    end_tokens_of(actor=actor, key=session_key(session), body=session.club)
    hooks.session_over.call(session=session, actor=actor)
    return session


@transaction.atomic
def reopen_session(*, actor: Actor, session: Session, reason: str, version: int | None = None) -> Session:
    """Finished too early: the last round called goes on, and the rounds dropped by it can still be played."""
    require(actor, "session.run", session)
    session = lock_in_state(session, SessionState.FINISHED, version=version)
    if not reason.strip():
        raise field_error("reason", _("Say why it is reopened."), "required")
    hooks.session_reopening.call(session=session, actor=actor)
    plays = Play.objects.filter(section__session=session)
    plays.filter(round__gt=session.round, state=PlayState.DROPPED).update(state=PlayState.DUE)
    plays.filter(round=session.round, state=PlayState.DONE).update(state=PlayState.DUE)
    session = change_locked_session(
        actor, "session.reopen", session, reason=reason.strip(), state=SessionState.PLAYING, finished_at=None
    )
    begin_round(session, actor.at, actor=actor)
    hooks.round_goes_on.call(session=session, actor=actor)
    return session


def last_round(session: Session) -> int:
    """The number of rounds of the longest section; what has no movement is in its last one."""
    rounds = (len(section.movement.rounds) for section in session_sections(session) if section.movement)
    return max(rounds, default=session.round)


def _refuse_undrawn(session: Session) -> None:
    for section in session_sections(session):
        movement = section.movement
        if movement and session.round < len(movement.rounds) and certain_rounds(movement) <= session.round:
            sentence = _("Draw round %(round)s of section %(letter)s first: a Swiss goes by the results so far.")
            raise ValidationError(sentence % {"round": session.round + 1, "letter": section.letter}, code="not_drawn")


SENTENCES = {
    SessionState.DRAFT: gettext_lazy("This session is only planned: open the seating first."),
    SessionState.SEATING: gettext_lazy("This session is being seated: start it first."),
    SessionState.PLAYING: gettext_lazy("This session is being played already."),
    SessionState.FINISHED: gettext_lazy("This session is finished. Reopen it first."),
}


def lock_in_state(session: Session, state: str, *, version: int | None = None) -> Session:
    """The session under its lock; refused with what to do first where it is in another state."""
    session = locked(session, version=version)
    if session.state != state:
        raise ValidationError(str(SENTENCES[SessionState(session.state)]), code="wrong_state")
    return session


def change_locked_session(actor: Actor, act: str, session: Session, *, reason: str = "", **fields: Any) -> Session:
    """Set fields of a session whose row is locked, counted and audited."""
    before = {name: str(getattr(session, name)) for name in fields}
    for name, value in fields.items():
        setattr(session, name, value)
    session.version += 1
    session.save(update_fields=[*fields, "version"])
    after = {name: str(getattr(session, name)) for name in fields}
    record(actor=actor, act=act, body=session.club, target=session, before=before, after=after, reason=reason)
    return session
