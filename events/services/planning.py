"""When an event is played: planning, moving and removing its sessions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Club
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.audit.record import Target
from core.changes import change, locked
from core.errors import field_error
from core.locks import lock_all
from core.permissions import require
from events.models import Event, Section, Session
from events.models.sessions import SessionState
from events.services.contestants import locked_event
from events.wording import local_moment

LATEST = timedelta(days=2 * 366)
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
FORGOTTEN = timedelta(days=1)
MOST_SESSIONS = 60


@transaction.atomic
def plan_session(*, actor: Actor, event: Event, starts_at: datetime) -> Session:
    """Another session of an event; until play has begun the conditions follow."""
    require(actor, "event.manage", event)
    lock_sessions(event)
    return make_session(actor=actor, event=locked_event(event), starts_at=starts_at)


def make_session(*, actor: Actor, event: Event, starts_at: datetime, from_paper: bool = False) -> Session:
    """For the services that have already asked whether they may. What is entered from paper lies in the past."""
    refuse_removed(event)
    if event.cancelled_at:
        raise ValidationError(
            _("“%(event)s” has been cancelled. Restore it first.") % {"event": event}, code="cancelled"
        )
    if from_paper:
        refuse_unplayed_moment(actor, event.club, starts_at)
    else:
        _check_moment(actor, event, starts_at)
    last = event.sessions.order_by("-number").first()
    number = last.number + 1 if last else 1
    if number > event.sessions_planned:
        _increase_sessions_planned(actor, event, number)
    session = Session(event=event, number=number, starts_at=starts_at, from_paper=from_paper)
    _check_order(session)
    session.save()
    refuse_late_closing(event)
    record(
        actor=actor,
        act="session.add",
        body=event.club,
        target=session,
        after=values(session, {"event", "number", "starts_at"}),
    )
    return session


@transaction.atomic
def move_session(*, actor: Actor, session: Session, starts_at: datetime, version: int | None = None) -> Session:
    """To another moment. With the first session the closing of entries moves as far."""
    event = session.event
    require(actor, "event.manage", event)
    before = session.starts_at
    if starts_at != before:
        _check_moment(actor, event, starts_at)
    moved = change(
        actor=actor,
        act="session.change",
        obj=session,
        body=event.club,
        fields={"starts_at": starts_at},
        version=version,
        check=_check_move,
    )
    if moved.number == 1 and event.entries_close_at is not None and moved.starts_at != before:
        closing = event.entries_close_at + (moved.starts_at - before)
        fields = {"entries_close_at": closing}
        change(actor=actor, act="event.change", obj=event, body=event.club, fields=fields)
    refuse_late_closing(Event.objects.get(pk=event.pk))
    return moved


@transaction.atomic
def remove_session(*, actor: Actor, session: Session) -> None:
    """Only while there is nothing in it; those after it move up in number."""
    event = session.event
    require(actor, "event.manage", event)
    lock_sessions(event)
    session = locked(session)
    _refuse_used(session)
    if event.published_at and event.sessions.count() == 1:
        sentence = _("It is the only session of an announced event. Move it to another day, or cancel the event.")
        raise ValidationError(sentence, code="only_one")
    before = values(session, {"event", "number", "starts_at"})
    target = Target.of(session)
    Section.objects.filter(session=session).delete()
    session.delete()
    for later in event.sessions.filter(number__gt=session.number).order_by("number"):
        later.number -= 1
        later.save(update_fields=["number"])
    record(actor=actor, act="session.remove", body=event.club, target=target, before=before)


def lock_sessions(event: Event) -> None:
    """Before the event itself, always in the same order, so that nobody starts one meanwhile."""
    lock_all(event.sessions.all())


def refuse_removed(event: Event) -> None:
    if event.removed_at:
        sentence = _("“%(event)s” has been removed. Bring it back first.") % {"event": event}
        raise ValidationError(sentence, code="removed")


def refuse_late_closing(event: Event) -> None:
    """Entries close before the first board, not after it."""
    if event.entries_close_at and not 2000 <= event.entries_close_at.year < 3000:
        sentence = _("Look at the date again: in that year nobody plays here.")
        raise field_error("entries_close_at", sentence, "implausible")
    first = event.sessions.order_by("starts_at").first()
    if first and event.entries_close_at and event.entries_close_at > first.starts_at:
        sentence = _("Entries would close after the start on %(start)s. Choose an earlier moment, or leave it empty.")
        raise field_error(
            "entries_close_at", sentence % {"start": local_moment(event.club, first.starts_at)}, "after_start"
        )


def refuse_unplayed_moment(actor: Actor, club: Club, starts_at: datetime) -> None:
    """What has been played began before now."""
    if EARLIEST <= starts_at <= actor.at:
        return
    if starts_at > actor.at:
        sentence = _("%(moment)s is still to come. Give the day and time at which it was played.")
    else:
        sentence = _("%(moment)s is too long ago. Look at the year again.")
    message = sentence % {"moment": local_moment(club, starts_at)}
    raise field_error("starts_at", message, "implausible")


def _check_moment(actor: Actor, event: Event, starts_at: datetime) -> None:
    if actor.at - FORGOTTEN <= starts_at <= actor.at + LATEST:
        return
    sentence = _("%(moment)s lies in the past or more than two years ahead. Look at the date again.")
    raise field_error("starts_at", sentence % {"moment": local_moment(event.club, starts_at)}, "implausible")


def _check_move(session: Session) -> None:
    if not session.is_open:
        sentence = _("This session has begun: its start stays as it was.")
        raise field_error("starts_at", sentence, "begun")
    _check_order(session)


def _check_order(session: Session) -> None:
    """Sessions are numbered in the order in which they are played."""
    others = session.event.sessions.exclude(pk=session.pk)
    early = others.filter(number__lt=session.number, starts_at__gte=session.starts_at).order_by("number").first()
    late = others.filter(number__gt=session.number, starts_at__lte=session.starts_at).order_by("-number").first()
    if early is None and late is None:
        return
    if early is not None:
        sentence = _("Session %(number)s begins on %(start)s; this one comes after it. Choose a later moment.")
    else:
        sentence = _("Session %(number)s begins on %(start)s; this one comes before it. Choose an earlier moment.")
    neighbour = early or late
    assert neighbour is not None
    gaps = {"number": neighbour.number, "start": local_moment(session.club, neighbour.starts_at)}
    raise field_error("starts_at", sentence % gaps, "order")


def _increase_sessions_planned(actor: Actor, event: Event, number: int) -> None:
    if number > MOST_SESSIONS:
        sentence = _("An event has at most %(count)s sessions. Make another event.") % {"count": MOST_SESSIONS}
        raise field_error("starts_at", sentence, "too_many")
    if event.sessions.filter(state__in=[SessionState.PLAYING, SessionState.FINISHED]).exists():
        sentence = _("The conditions say %(count)s sessions, and play has begun (Law 78D). Make another event.")
        raise field_error("starts_at", sentence % {"count": event.sessions_planned}, "begun")
    before = values(event, {"sessions_planned"})
    event.sessions_planned = number
    event.version += 1
    event.save(update_fields=["sessions_planned", "version"])
    record(
        actor=actor,
        act="event.change",
        body=event.club,
        target=event,
        before=before,
        after=values(event, {"sessions_planned"}),
    )


def _refuse_used(session: Session) -> None:
    if session.state != SessionState.DRAFT:
        sentence = _("Seating has begun. Take it back first, or cancel the event.")
        raise ValidationError(sentence, code="begun")
    if session.places.exists() or session.money.exists():
        sentence = _("Somebody is seated or has paid in this session already. Take that back first.")
        raise ValidationError(sentence, code="used")
