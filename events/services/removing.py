"""Removing an event that was made by mistake, while nothing was played, and bringing it back.

A removed event is a cancelled one that nobody finds any more: whatever refuses a cancelled event refuses it, and its
entries, seats and boards come back with it. `cancelled_at` is the moment of the removal unless it was cancelled before.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

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
    found = []
    begun = event.sessions.filter(state__in=[SessionState.PLAYING, SessionState.FINISHED]).order_by("number").first()
    if begun is not None:
        sentence = _(
            "Session %(number)s has begun, and what was played stays. While no board is done, take the start back at "
            "its desk; else finish the session."
        )
        found.append(ValidationError(sentence % {"number": begun.number}, code="begun"))
    if TableMoney.objects.filter(session__event=event, withdrawn_at=None).exists():
        sentence = _(
            "Somebody has paid, or was let off paying. Give it back under “Table money” first, or cancel the event: "
            "then the account stays."
        )
        found.append(ValidationError(sentence, code="paid"))
    kept = filter(None, hooks.reasons_to_keep_event.call(event))
    found += [ValidationError(sentence, code="kept") for sentence in kept]
    return found


@transaction.atomic
def remove_event(*, actor: Actor, event: Event, reason: str = "", version: int | None = None) -> Event:
    """Nobody finds it any more until it is brought back. Refused once anything was played or paid.

    The sessions' rows are locked first, as whoever starts one, seats somebody or takes money locks them.
    """
    require(actor, "event.manage", event)
    lock_sessions(event)
    row = locked(event, version=version)
    if row.removed_at:
        return row
    if found := obstacles_to_removing(row):
        raise found[0] if len(found) == 1 else ValidationError(found)
    cancelled_at = row.cancelled_at or actor.at
    said = reason.strip()[:REASON]
    return change_locked_event(actor, row, "event.remove", reason=said, removed_at=actor.at, cancelled_at=cancelled_at)


@transaction.atomic
def bring_back_event(*, actor: Actor, event: Event, version: int | None = None) -> Event:
    """As it was when it was removed."""
    require(actor, "event.manage", event)
    lock_sessions(event)
    row = locked(event, version=version)
    if not row.removed_at:
        return row
    _refuse_taken_day(row)
    cancelled_at = None if row.cancelled_at == row.removed_at else row.cancelled_at
    return change_locked_event(actor, row, "event.bring_back", removed_at=None, cancelled_at=cancelled_at)


def _refuse_taken_day(event: Event) -> None:
    """A series has one game a day."""
    if event.series is None:
        return
    series = locked(event.series)
    taken = taken_days(series)
    for starts_at in event.sessions.order_by("number").values_list("starts_at", flat=True):
        day = regular_day(series, series.club.day(starts_at))
        if day in taken:
            sentence = _("“%(series)s” has another game on %(day)s. Remove that one first.")
            said = {"series": series, "day": date_format(day, "DATE_FORMAT")}
            raise ValidationError(sentence % said, code="day_taken")
