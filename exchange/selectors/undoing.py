"""What was done here with imported results since they came: it stands in the way of undoing the import."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _

from clubs.models import AuditEntry
from core.audit.record import Target
from events import hooks
from events.models import Contestant, Event, Place, Play, Section
from exchange.models import ImportFile
from scoring.models import (
    BoardResult,
    ComparisonField,
    Correction,
    OfficialScore,
    Penalty,
    Publication,
    ScoreAdjustment,
)

#: Acts that are on record and change nothing.
TAKEN_OUT = ("session.export",)


def undo_obstacle(file: ImportFile) -> str:
    """Why this file's event has to stay, in a sentence; empty where nobody has acted on it."""
    event = file.event
    assert event is not None
    assert file.written_at is not None
    return next(_reasons(event, file.written_at), "")


def _reasons(event: Event, since: datetime) -> Iterator[str]:
    yield from filter(None, hooks.reasons_to_keep_event.call(event))
    in_event = {"play__section__session__event": event}
    if BoardResult.objects.filter(**in_event, version__gt=1).exists():
        yield _("A result was changed here.")
    if ScoreAdjustment.objects.filter(**in_event, made_at__gt=since).exists():
        yield _("A score was adjusted here.")
    if Penalty.objects.filter(field__session__event=event).exists():
        yield _("A penalty was given here.")
    if Correction.objects.filter(session__event=event).exists():
        yield _("Somebody asked for a correction.")
    published = Publication.objects.filter(session__event=event).exists()
    if published or OfficialScore.objects.filter(session__event=event).exists():
        yield _("The official score was published here.")
    if AuditEntry.objects.filter(_any_of(_targets(event)), at__gt=since).exclude(act__in=TAKEN_OUT).exists():
        yield _("It was changed here after it was imported; the audit says what was done.")


def _targets(event: Event) -> Iterator[tuple[str, list[str]]]:
    yield _target_ids(Event.objects.filter(pk=event.pk))
    yield _target_ids(event.sessions.all())
    yield _target_ids(Section.objects.filter(session__event=event))
    yield _target_ids(ComparisonField.objects.filter(session__event=event))
    yield _target_ids(Contestant.objects.filter(event=event))
    yield _target_ids(Place.objects.filter(session__event=event))
    yield _target_ids(Play.objects.filter(section__session__event=event))


def _target_ids(rows: QuerySet[Model]) -> tuple[str, list[str]]:
    kind = Target.of(rows.model()).kind
    return kind, [str(pk) for pk in rows.order_by().values_list("pk", flat=True)]


def _any_of(targets: Iterator[tuple[str, list[str]]]) -> Q:
    found = Q(pk=None)
    for kind, ids in targets:
        found |= Q(target_kind=kind, target_id__in=ids)
    return found
