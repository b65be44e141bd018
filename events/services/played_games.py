"""Games that were played without this program: entered from paper, with the date on which they were played."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import ProtectedError
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.models import Club
from core import transaction
from core.actors import Actor
from core.audit import Deed, record_all, values
from core.changes import locked, reject_unknown_fields
from core.errors import field_error
from core.permissions import require
from events import hooks
from events.models import Event, Play, Series, Session
from events.models.conditions import CONDITIONS
from events.models.plays import PlayState
from events.models.sessions import SessionState
from events.selectors.readiness import drawn_by_results, start_obstacles
from events.selectors.seats import session_sections
from events.selectors.series import regular_day, taken_days
from events.services.conditions import check_conditions
from events.services.last_played import note_last_played
from events.services.planning import make_session, refuse_unplayed_moment
from events.services.plays import write_plays
from events.services.sessions import begin_seating, change_locked_session, last_round, lock_in_state

GAME_FIELDS = {"name", "form", "scoring"}


@transaction.atomic
def add_played_game(
    *, actor: Actor, club: Club, starts_at: datetime, series: Series | None = None, **fields: Any
) -> Session:
    """The session of a game that was played, open for the names of those who were there.

    With a series its conditions hold, and a game that was planned for that day and never begun is the one meant.
    """
    require(actor, "event.manage", club)
    reject_unknown_fields(fields, GAME_FIELDS)
    refuse_unplayed_moment(actor, club, starts_at)
    session = _planned_session(actor, series, starts_at) if series is not None else None
    if session is None:
        event = _add_event(actor, club, series, fields)
        session = make_session(actor=actor, event=event, starts_at=starts_at, from_paper=True)
    return begin_seating(actor=actor, session=session) if session.state == SessionState.DRAFT else session


def _planned_session(actor: Actor, series: Series, starts_at: datetime) -> Session | None:
    club = series.club
    series = locked(series)
    series.club = club
    day = regular_day(series, club.day(starts_at))
    key = taken_days(series).get(day)
    if key is None:
        return None
    event = Event.objects.select_related("club__federation").get(pk=key)
    session = event.sessions.filter(state__in=[SessionState.DRAFT, SessionState.SEATING]).order_by("number").first()
    gaps = {"event": event, "day": date_format(day, "DATE_FORMAT")}
    if event.cancelled_at:
        sentence = _("“%(event)s” of %(day)s was cancelled. Restore it first, or choose another game.") % gaps
        raise field_error("series", sentence, "cancelled")
    if session is None:
        sentence = _("“%(event)s” of %(day)s is there already. Open it under “Played lately”, or choose another day.")
        raise field_error("starts_at", sentence % gaps, "there")
    session = locked(session)
    session.event = event
    return change_locked_session(actor, "session.change", session, from_paper=True)


def _add_event(actor: Actor, club: Club, series: Series | None, fields: dict[str, Any]) -> Event:
    """Announced at once: nobody can enter any more, and everybody can read its conditions and results."""
    series_conditions = {name: getattr(series, name) for name in CONDITIONS} if series else {}
    chosen = {name: value for name, value in fields.items() if value}
    conditions: dict[str, Any] = series_conditions | chosen | {"takes_entries": False}
    event = Event(club=club, series=series, made_at=actor.at, published_at=actor.at, **conditions)
    event.full_clean()
    check_conditions(event)
    event.save()
    after = values(event, {*CONDITIONS, "series"})
    record_all(actor=actor, body=club, deeds=[Deed("event.add", event, after=after), Deed("event.publish", event)])
    return event


@transaction.atomic
def enter_as_played(*, actor: Actor, session: Session, version: int | None = None) -> Session:
    """All rounds have been played: they are laid down as over, so that the scores can be typed."""
    require(actor, "session.run", session)
    session = lock_in_state(session, SessionState.SEATING, version=version)
    session.from_paper = True
    if session.starts_at > actor.at:
        raise ValidationError(_("It cannot have been played: it begins later. Move it, or start it."), code="future")
    if obstacles := start_obstacles(session):
        raise ValidationError(obstacles, code="not_ready")
    _refuse_drawn_rounds(session)
    for section in session_sections(session):
        write_plays(section)
    Play.objects.filter(section__session=session).update(state=PlayState.DONE)
    moments = {"started_at": session.starts_at, "finished_at": session.starts_at}
    fields: dict[str, Any] = {
        "from_paper": True,
        "state": SessionState.FINISHED,
        "round": last_round(session),
        **moments,
    }
    session = change_locked_session(actor, "session.played", session, **fields)
    note_last_played(session)
    hooks.session_over.call(session=session, actor=actor)
    return session


def _refuse_drawn_rounds(session: Session) -> None:
    for section in session_sections(session):
        if drawn_by_results(section):
            sentence = _(
                "Its later rounds are drawn by the results of the earlier ones. Start it, type round 1, draw round 2"
                " as it was, and so on: no clock runs."
            )
            raise ValidationError(sentence, code="not_drawn")


@transaction.atomic
def back_to_names(*, actor: Actor, session: Session, reason: str = "", version: int | None = None) -> Session:
    """The movement or the names were wrong: back to seating. Scores that were typed are discarded, which takes a
    reason; once the score was published there is no way back."""
    require(actor, "session.run", session)
    session = lock_in_state(session, SessionState.FINISHED, version=version)
    if not session.from_paper:
        raise ValidationError(_("This session was played here: reopen it instead."), code="played_here")
    hooks.session_reopening.call(session=session, actor=actor)
    hooks.scores_discarded.call(session=session, actor=actor, reason=reason.strip())
    try:
        Play.objects.filter(section__session=session).delete()
    except ProtectedError as error:
        sentence = _("Rulings or corrections hang on its boards. Exchange the names on the page “Repairs” instead.")
        raise ValidationError(sentence, code="used") from error
    fields: dict[str, Any] = {"state": SessionState.SEATING, "round": 0, "started_at": None, "finished_at": None}
    return change_locked_session(actor, "session.unstart", session, reason=reason.strip(), **fields)
