"""Events and series: their conditions of contest, announcing and calling off (Laws 78D, 80B)."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.models import Club
from core import transaction
from core.actors import Actor
from core.audit import Deed, record, record_all, values
from core.changes import change, locked, reject_unknown_fields
from core.errors import field_error
from core.permissions import require
from events.models import Event, PartnerWish, Series
from events.models.conditions import CONDITIONS
from events.models.contestants import Status, WishState
from events.models.events import Weekday
from events.models.sessions import SessionState
from events.selectors.series import next_day, taken_days, usual_start
from events.services.conditions import check_conditions
from events.services.contestants import fill_places
from events.services.planning import lock_sessions, make_session, refuse_late_closing, refuse_removed
from office.selectors.closures import is_closed

EVENT_FIELDS = {*CONDITIONS, "sessions_planned", "entries_close_at"}
SERIES_FIELDS = {*CONDITIONS, "weekday", "starts", "closes_minutes_before", "is_active"}
# What may still be written once the first board is on a table: the rest was published for all to rely on.
AFTER_THE_START = {"remarks"}
FARTHEST = timedelta(days=366)
REASON = 200


@transaction.atomic
def add_event(*, actor: Actor, club: Club, starts_at: datetime | None = None, **fields: Any) -> Event:
    """An event, not yet announced; with a moment also its first session. Refused where the club has closed."""
    require(actor, "event.manage", club)
    if is_closed(club):
        raise ValidationError(_("This club is closed. Its federation can open it again."), code="closed")
    reject_unknown_fields(fields, EVENT_FIELDS)
    event = Event(club=club, made_at=actor.at, **fields)
    event.full_clean()
    check_conditions(event)
    event.save()
    refuse_late_closing(event)
    record(actor=actor, act="event.add", body=club, target=event, after=values(event, EVENT_FIELDS))
    if starts_at is not None:
        make_session(actor=actor, event=event, starts_at=starts_at)
    return event


def make_played_event(*, actor: Actor, club: Club, **fields: Any) -> tuple[Event, list[Deed]]:
    """An event that was played elsewhere, published at once; the caller records what was done with its own deeds."""
    require(actor, "event.manage", club)
    reject_unknown_fields(fields, EVENT_FIELDS)
    event = Event(club=club, made_at=actor.at, published_at=actor.at, **fields)
    event.full_clean(exclude=["club"], validate_constraints=False)
    check_conditions(event)
    event.save()
    return event, [Deed("event.add", event, after=values(event, EVENT_FIELDS)), Deed("event.publish", event)]


@transaction.atomic
def change_event(*, actor: Actor, event: Event, version: int | None = None, **fields: Any) -> Event:
    require(actor, "event.manage", event)
    reject_unknown_fields(fields, EVENT_FIELDS)
    lock_sessions(event)
    event = change(
        actor=actor,
        act="event.change",
        obj=event,
        body=event.club,
        fields=fields,
        version=version,
        check=lambda changed: _check_event(changed, event.club),
    )
    fill_places(actor=actor, event=event)
    return event


@transaction.atomic
def publish_event(*, actor: Actor, event: Event, version: int | None = None) -> Event:
    """From now on everybody can read the conditions, and members enter. What is announced stays so."""
    require(actor, "event.manage", event)
    event = locked(event, version=version)
    if event.published_at:
        return event
    _refuse_cancelled(event)
    if not event.sessions.exists():
        sentence = _("Nobody knows yet when it is played. Plan its first session, then announce it.")
        raise ValidationError(sentence, code="no_session")
    return change_locked_event(actor, event, "event.publish", published_at=actor.at)


@transaction.atomic
def cancel_event(*, actor: Actor, event: Event, reason: str, version: int | None = None) -> Event:
    require(actor, "event.manage", event)
    lock_sessions(event)
    event = locked(event, version=version)
    if event.cancelled_at:
        return event
    if not reason.strip():
        sentence = _("Say why: those who have entered will read it.")
        raise field_error("reason", sentence, "required")
    if event.sessions.filter(state__in=[SessionState.PLAYING, SessionState.FINISHED]).exists():
        sentence = _("Play has begun, so it cannot be cancelled. Finish the session instead.")
        raise ValidationError(sentence, code="begun")
    _end_wishes(actor, event)
    reason = reason.strip()[:REASON]
    return change_locked_event(actor, event, "event.cancel", reason=reason, cancelled_at=actor.at, cancel_reason=reason)


@transaction.atomic
def supersede_event(*, actor: Actor, event: Event, by: Event) -> Event:
    """A played event is called off because another one holds the same results; restoring it takes that back."""
    require(actor, "event.manage", event)
    lock_sessions(event)
    event = locked(event)
    if event.cancelled_at:
        return event
    reason = (_("Imported again as “%(event)s”.") % {"event": by})[:REASON]
    return change_locked_event(
        actor, event, "event.supersede", reason=reason, cancelled_at=actor.at, cancel_reason=reason
    )


@transaction.atomic
def restore_event(*, actor: Actor, event: Event, version: int | None = None) -> Event:
    """What was called off is played after all; those who had entered still are."""
    require(actor, "event.manage", event)
    event = locked(event, version=version)
    refuse_removed(event)
    if not event.cancelled_at:
        return event
    return change_locked_event(actor, event, "event.restore", cancelled_at=None, cancel_reason="")


@transaction.atomic
def add_series(*, actor: Actor, club: Club, **fields: Any) -> Series:
    require(actor, "event.manage", club)
    reject_unknown_fields(fields, SERIES_FIELDS)
    series = Series(club=club, **fields)
    series.full_clean()
    check_conditions(series)
    series.save()
    record(actor=actor, act="series.add", body=club, target=series, after=values(series, SERIES_FIELDS))
    return series


def change_series(*, actor: Actor, series: Series, version: int | None = None, **fields: Any) -> Series:
    """Holds for games made from now on; those already made keep the conditions that were announced for them."""
    require(actor, "event.manage", series)
    reject_unknown_fields(fields, SERIES_FIELDS)
    return change(
        actor=actor,
        act="series.change",
        obj=series,
        body=series.club,
        fields=fields,
        version=version,
        check=check_conditions,
    )


@transaction.atomic
def make_event_from(*, actor: Actor, series: Series, day: date | None = None) -> Event:
    """The game of a day (else of the next day that has none), announced at once. A game already made is given back,
    so that pressing the button twice makes one."""
    require(actor, "session.run", series)
    club = series.club
    series = locked(series)
    series.club = club
    event_ids = taken_days(series)
    if day is None:
        day = next_day(series, club.day(actor.at), event_ids)
    elif day in event_ids:
        return Event.objects.get(pk=event_ids[day])
    _check_day(actor, series, day)
    starts_at = usual_start(club, series, day)
    conditions = {name: getattr(series, name) for name in CONDITIONS}
    event = Event(
        club=club,
        series=series,
        made_at=actor.at,
        published_at=actor.at,
        entries_close_at=starts_at - timedelta(minutes=series.closes_minutes_before),
        **conditions,
    )
    event.full_clean()
    event.save()
    after = values(event, EVENT_FIELDS | {"series"})
    record_all(actor=actor, body=club, deeds=[Deed("event.add", event, after=after), Deed("event.publish", event)])
    make_session(actor=actor, event=event, starts_at=starts_at)
    return event


def _check_day(actor: Actor, series: Series, day: date) -> None:
    today = series.club.day(actor.at)
    gaps = {"day": date_format(day, "DATE_FORMAT"), "weekday": Weekday(series.weekday).label}
    if not series.is_active:
        sentence = _("“%(series)s” is not being played at present. Say so in the series first.") % {"series": series}
        raise ValidationError(sentence, code="not_played")
    if day.weekday() != series.weekday:
        sentence = _("%(day)s is no %(weekday)s. Choose a day on which this series is played.") % gaps
        raise field_error("day", sentence, "other_weekday")
    if not today <= day <= today + FARTHEST:
        sentence = _("%(day)s is not within the year that begins today. Choose another day.") % gaps
        raise field_error("day", sentence, "far_away")


def _check_event(event: Event, club: Club) -> None:
    refuse_removed(event)
    event.club = club
    stored = Event.objects.get(pk=event.pk)
    changed = {name for name in EVENT_FIELDS if getattr(stored, name) != getattr(event, name)}
    begun = event.sessions.filter(state__in=[SessionState.PLAYING, SessionState.FINISHED]).exists()
    if begun and (late := changed - AFTER_THE_START):
        sentence = _("Play has begun: the conditions stay as they were announced (Law 78D). Write a remark instead.")
        raise ValidationError({name: ValidationError(sentence, code="begun") for name in sorted(late)})
    check_conditions(event)
    _check_entries(event, changed)
    refuse_late_closing(event)


def _check_entries(event: Event, changed: set[str]) -> None:
    """Those who have entered must still fit."""
    if "form" in changed and event.contestants.exclude(status=Status.WITHDRAWN).exists():
        sentence = _("Somebody has entered already: the form stays. Withdraw the entries, or make another event.")
        raise field_error("form", sentence, "has_entries")
    if "most_contestants" in changed and event.most_contestants is not None:
        entered = event.contestants.filter(status=Status.ENTERED).count()
        if entered > event.most_contestants:
            sentence = _("%(count)s have entered already: leave at least as many places.") % {"count": entered}
            raise field_error("most_contestants", sentence, "too_few")


def _refuse_cancelled(event: Event) -> None:
    refuse_removed(event)
    if event.cancelled_at:
        sentence = _("“%(event)s” has been cancelled. Restore it first.") % {"event": event}
        raise ValidationError(sentence, code="cancelled")


def _end_wishes(actor: Actor, event: Event) -> None:
    """Nobody looks for a partner in what is not played."""
    wishes = list(PartnerWish.objects.filter(event=event, state=WishState.OPEN))
    for wish in wishes:
        wish.state = WishState.WITHDRAWN
        wish.version += 1
    PartnerWish.objects.bulk_update(wishes, ["state", "version"])
    deeds = [Deed("partner.withdraw", wish, after=values(wish, {"state"})) for wish in wishes]
    if deeds:
        record_all(actor=actor, body=event.club, deeds=deeds)


def change_locked_event(actor: Actor, event: Event, act: str, reason: str = "", **fields: Any) -> Event:
    """Set fields of an event whose row is locked, counted and audited; for services that have checked all else."""
    before = values(event, fields)
    for name, value in fields.items():
        setattr(event, name, value)
    event.version += 1
    event.save(update_fields=[*fields, "version"])
    record(
        actor=actor,
        act=act,
        body=event.club,
        target=event,
        before=before,
        after=values(event, fields),
        reason=reason,
    )
    return event
