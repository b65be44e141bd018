"""Removing an event that was made by mistake, while nothing was played, and bringing it back.

A removed event is a cancelled one that nobody finds any more: whatever refuses a cancelled event refuses it, and its
entries, seats and boards come back with it. `cancelled_at` is the moment of the removal unless it was cancelled before.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.changes import locked
from core.permissions import require
from events import hooks
from events.models import Event, TableMoney
from events.models.sessions import SessionState
from events.selectors.series import regular_day, taken_days
from events.services.events import REASON, change_locked_event
from events.services.planning import lock_sessions


def obstacles_to_removing(event: Event) -> list[ValidationError]:
    """What stands in the way, each with what to do instead."""
    obstacles = []
    begun = event.sessions.filter(state__in=[SessionState.PLAYING, SessionState.FINISHED]).order_by("number").first()
    if begun is not None:
        sentence = _(
            "Session %(number)s has begun, and what was played stays. While no board is done, take the start back at "
            "its desk; else finish the session."
        )
        obstacles.append(ValidationError(sentence % {"number": begun.number}, code="begun"))
    if TableMoney.objects.filter(session__event=event, withdrawn_at=None).exists():
        sentence = _(
            "Somebody has paid, or was let off paying. Give it back under “Table money” first, or cancel the event: "
            "then the account stays."
        )
        obstacles.append(ValidationError(sentence, code="paid"))
    reasons = filter(None, hooks.reasons_to_keep_event.call(event))
    obstacles += [ValidationError(sentence, code="kept") for sentence in reasons]
    return obstacles


@transaction.atomic
def remove_event(*, actor: Actor, event: Event, reason: str = "", version: int | None = None) -> Event:
    """Nobody finds it any more until it is brought back. Refused once anything was played or paid.

    The sessions' rows are locked first, as whoever starts one, seats somebody or takes money locks them.
    """
    require(actor, "event.manage", event)
    lock_sessions(event)
    event = locked(event, version=version)
    if event.removed_at:
        return event
    if obstacles := obstacles_to_removing(event):
        raise obstacles[0] if len(obstacles) == 1 else ValidationError(obstacles)
    cancelled_at = event.cancelled_at or actor.at
    reason = reason.strip()[:REASON]
    return change_locked_event(
        actor, event, "event.remove", reason=reason, removed_at=actor.at, cancelled_at=cancelled_at
    )


@transaction.atomic
def remove_played_event(*, actor: Actor, event: Event, reason: str = "") -> Event:
    """The same for an event that came from elsewhere and was played; who asks has seen that nobody acted on it here."""
    require(actor, "event.manage", event)
    lock_sessions(event)
    event = locked(event)
    if event.removed_at:
        return event
    cancelled_at = event.cancelled_at or actor.at
    reason = reason.strip()[:REASON]
    return change_locked_event(
        actor, event, "event.remove", reason=reason, removed_at=actor.at, cancelled_at=cancelled_at
    )


@transaction.atomic
def bring_back_event(*, actor: Actor, event: Event, version: int | None = None) -> Event:
    """As it was when it was removed."""
    require(actor, "event.manage", event)
    lock_sessions(event)
    event = locked(event, version=version)
    if not event.removed_at:
        return event
    _refuse_taken_day(event)
    cancelled_at = None if event.cancelled_at == event.removed_at else event.cancelled_at
    return change_locked_event(actor, event, "event.bring_back", removed_at=None, cancelled_at=cancelled_at)


def _refuse_taken_day(event: Event) -> None:
    """A series has one game a day."""
    if event.series is None:
        return
    series = locked(event.series)
    event_ids = taken_days(series)
    for starts_at in event.sessions.order_by("number").values_list("starts_at", flat=True):
        day = regular_day(series, series.club.day(starts_at))
        if day in event_ids:
            sentence = _("“%(series)s” has another game on %(day)s. Remove that one first.")
            gaps = {"series": series, "day": date_format(day, "DATE_FORMAT")}
            raise ValidationError(sentence % gaps, code="day_taken")
