"""Sessions and events as what reports are made of: who sees them, who reads the same, what stands on every sheet."""

from __future__ import annotations

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from core.actors import Actor
from core.permissions import may
from events import hooks
from events.models import Event, SealOpening, Section, Session
from events.models.sessions import SessionState
from events.selectors.tables import plays_in, sees_names
from printing.registry import OFFICE, PUBLIC, Head, Source, add_source

SESSION, EVENT = "session", "event"


def find_session(pk: int) -> Session | None:
    sessions = Session.objects.filter(event__removed_at=None)
    return sessions.select_related("event__club__federation", "event__series").filter(pk=pk).first()


def find_event(pk: int) -> Event | None:
    return Event.objects.select_related("club__federation", "series").filter(pk=pk, removed_at=None).first()


def is_session_visible(actor: Actor, session: Session) -> bool:
    """What is only planned, for an event that is not announced, is not there for strangers."""
    if not may(actor, "club.view", session.club):
        return False
    is_public = session.event.published_at is not None or session.state != SessionState.DRAFT
    return is_public or may(actor, "session.run", session)


def session_readers(actor: Actor, session: Session) -> str:
    """Who plays here, or the same boards elsewhere, reads alone what depends on it; the desk alike, members alike."""
    if actor.is_system:
        return OFFICE
    if actor.user is None:
        return PUBLIC
    if plays_in(actor, _events_with_its_boards(session)):
        return f"user:{actor.user_id}"
    if may(actor, "session.run", session):
        # Whoever has opened a seal reads deals that others at the desk do not.
        return f"user:{actor.user_id}" if _has_opened_a_seal(actor, session) else "desk"
    return "members" if sees_names(actor, session) else PUBLIC


def _has_opened_a_seal(actor: Actor, session: Session) -> bool:
    board_sets = Section.objects.filter(session=session, board_set__isnull=False).values("board_set")
    return SealOpening.objects.filter(board_set__in=board_sets, user=actor.user).exists()


def _events_with_its_boards(session: Session) -> set[int]:
    """The session's event, and all that play the same cards."""
    board_sets = Section.objects.filter(session=session, board_set__isnull=False).values("board_set")
    others = Section.objects.filter(board_set__in=board_sets).values_list("session__event_id", flat=True)
    return {session.event_id, *others}


def event_readers(actor: Actor, event: Event) -> str:
    if actor.is_system:
        return OFFICE
    if actor.user is None:
        return PUBLIC
    if plays_in(actor, {event.pk}):
        return f"user:{actor.user_id}"
    if may(actor, "session.run", event):
        return "desk"
    return "members" if sees_names(actor, event) else PUBLIC


def session_head(session: Session) -> Head:
    official, made_from = _marks([session])
    number = f" · {session.number}" if session.event.sessions.count() > 1 else ""
    starts = localtime(session.starts_at)
    return Head(f"{session.event.name}{number}", date_format(starts, "SHORT_DATE_FORMAT"), official, made_from)


def event_head(event: Event) -> Head:
    sessions = list(event.sessions.order_by("number"))
    official, made_from = _marks(sessions)
    days = [date_format(localtime(session.starts_at), "SHORT_DATE_FORMAT") for session in sessions]
    return Head(event.name, " – ".join(dict.fromkeys([*days[:1], *days[-1:]])), official, made_from)


def _marks(sessions: list[Session]) -> tuple[str, str]:
    marks = [mark for hook in hooks.score_marks for mark in [hook(sessions)] if mark[0]]
    return marks[0] if marks else ("", "")


add_source(
    Source(
        SESSION,
        _("Session"),
        find_session,
        lambda session: session.club,
        is_session_visible,
        session_head,
        session_readers,
        lambda session: reverse("club-session-results", kwargs={"slug": session.club.slug, "session_id": session.pk}),
        # Others still have to play the boards (Law 16D): paper lies about.
        results_are_public=lambda session: session.state == SessionState.PLAYING,
    )
)
add_source(
    Source(
        EVENT,
        _("Event"),
        find_event,
        lambda event: event.club,
        lambda actor, event: bool(may(actor, "club.view", event.club) and may(actor, "event.view", event)),
        event_head,
        event_readers,
        lambda event: reverse("club-event", kwargs={"slug": event.club.slug, "event_id": event.pk}),
    )
)
