"""Fields: which there are, and that something in them has changed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import IntegrityError
from django.db.models import F

from core import transaction
from events.models import Place, Section, Session
from jobs import services as jobs
from scoring.models import ComparisonField
from scoring.score_authority import OF_THE_DESK, Authority
from scoring.services.locks import Change, refuse_if_locked

RESCORE = "score.field"


def session_fields(session: Session) -> list[ComparisonField]:
    """The fields of a session; made when they are first needed, all sections compared together."""
    fields = list(session.fields.all())
    return fields or [_whole_session(session)]


def field_of_place(session: Session, place: Place) -> ComparisonField:
    """The field in which the contestant at a place is ranked."""
    fields = session_fields(session)
    return ComparisonField.objects.filter(session=session, sections=place.section_id).first() or fields[0]


def make_field(session: Session, sections: Iterable[Section]) -> ComparisonField:
    """The one field of a session whose results were written with it; whoever wrote them scores it at once."""
    field = ComparisonField.objects.create(session=session, revision=1)
    ComparisonField.sections.through.objects.bulk_create(
        ComparisonField.sections.through(comparisonfield=field, section=section) for section in sections
    )
    return field


def _whole_session(session: Session) -> ComparisonField:
    try:
        with transaction.atomic():
            field = ComparisonField.objects.create(session=session)
            field.sections.set(session.sections.all())
            return field
    except IntegrityError:
        # Another table's first score came at the same moment.
        return ComparisonField.objects.get(session=session)


def check_lock_and_rescore(
    section: Section, *, at: datetime, authority: Authority = OF_THE_DESK, change: Change = Change.SCORE
) -> None:
    """Every change of a result, an adjustment or a penalty in a section comes through here.

    Refuses what the Laws no longer allow; else the fields of the section are out of date, and are scored again.
    """
    fields = ComparisonField.objects.filter(sections=section).order_by("pk")
    if not fields:
        session_fields(section.session)
        fields = fields.all()
    for field in fields:
        field.session = section.session
        check_lock_and_rescore_field(field, at=at, authority=authority, change=change)


def check_lock_and_rescore_field(
    field: ComparisonField, *, at: datetime, authority: Authority = OF_THE_DESK, change: Change = Change.SCORE
) -> None:
    """The same for one field; inside the transaction of the change, so that neither is there without the other."""
    ComparisonField.objects.filter(pk=field.pk).update(revision=F("revision") + 1)
    # Once the field is ours: whoever makes the score final holds it meanwhile.
    refuse_if_locked(field.session, at=at, authority=authority, change=change)
    ask_for_rescore(field, at=at)


def ask_for_rescore(field: ComparisonField, *, at: datetime) -> None:
    jobs.ask(kind=RESCORE, key=field.key, at=at, arguments={"field": field.pk}, club_id=field.session.event.club_id)
