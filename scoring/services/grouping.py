"""Which sections of a session are compared together: one field from several, or a field of its own for each."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from core.actors import Actor
from core.audit import record
from core.changes import locked
from core.errors import Conflict
from core.permissions import require
from events.models import Section, Session
from scoring.models import ComparisonField, Penalty, ScoringRun
from scoring.services.comparison_fields import check_lock_and_rescore_field, session_fields

Groups = list[list[Section]]


def section_groups(session: Session) -> dict[int, int]:
    """For each section the number of its group, counted from 1."""
    found: dict[int, int] = {}
    sections = {row.pk: row.letter for row in session.sections.all()}
    fields = list(session.fields.prefetch_related("sections"))
    groups = sorted((sorted(one.pk for one in field.sections.all()) for field in fields), key=lambda row: row or [0])
    for at, group in enumerate([group for group in groups if group], start=1):
        found |= dict.fromkeys(group, at)
    return {pk: found.get(pk, 1) for pk in sorted(sections, key=lambda pk: sections[pk])}


@transaction.atomic
def group_sections(
    *, actor: Actor, session: Session, groups: Mapping[int, int], reason: str = "", version: int | None = None
) -> list[ComparisonField]:
    """Compare those sections together that have the same number. Chosen again, it is as it was before."""
    require(actor, "session.run", session)
    row = locked(session, version=version)
    sections = list(row.sections.order_by("letter").select_related("board_set"))
    if set(groups) != {section.pk for section in sections}:
        raise Conflict(_("The sections have changed meanwhile. Look at them again."))
    wanted = _wanted(sections, groups)
    for group in wanted:
        _refuse_unlike(group)
    before = section_groups(row)
    session_fields(row)
    if _as_numbers(wanted) == _as_numbers(_there(row)):
        return list(row.fields.order_by("name"))
    _refuse_published(row)
    made = _regroup(row, wanted, actor.at)
    row.version += 1
    row.save(update_fields=["version"])
    after = {section.letter: groups[section.pk] for section in sections}
    record(
        actor=actor,
        act="field.group",
        body=row.club,
        target=row,
        before={section.letter: before[section.pk] for section in sections},
        after=after,
        reason=reason.strip(),
    )
    return made


def _wanted(sections: list[Section], groups: Mapping[int, int]) -> Groups:
    found: dict[int, list[Section]] = {}
    for section in sections:
        found.setdefault(groups[section.pk], []).append(section)
    return list(found.values())


def _there(session: Session) -> Groups:
    return [list(field.sections.all()) for field in session.fields.all()]


def _as_numbers(groups: Groups) -> set[frozenset[int]]:
    return {frozenset(section.pk for section in group) for group in groups if group}


def _refuse_unlike(group: list[Section]) -> None:
    """Only the same deals can be compared."""
    first = group[0]
    for other in group[1:]:
        if first.board_set_id != other.board_set_id:
            sentence = _(
                "Sections %(one)s and %(other)s do not play the same set of boards: their results cannot be compared."
            )
            raise ValidationError(sentence % {"one": first.letter, "other": other.letter}, code="other_boards")


def _refuse_published(session: Session) -> None:
    if ScoringRun.objects.filter(field__session=session, is_published=True).exists():
        sentence = _("The score is official: what is compared with what stays as it was published.")
        raise ValidationError(sentence, code="published")


def _regroup(session: Session, wanted: Groups, at: datetime) -> list[ComparisonField]:
    fields = list(session.fields.order_by("pk"))
    # Under names of their own while they change hands: no two fields have one name.
    for field in fields:
        ComparisonField.objects.filter(pk=field.pk).update(name=f"~{field.pk}")
    made = []
    for at_place, group in enumerate(wanted):
        field = fields[at_place] if at_place < len(fields) else ComparisonField(session=session)
        field.name = "" if len(wanted) == 1 else "".join(section.letter for section in group)[:20]
        field.save(update_fields=["name"] if field.pk else None)
        field.sections.set(group)
        made.append(field)
    _move_penalties(session, made)
    for field in fields[len(wanted) :]:
        field.delete()
    for field in made:
        check_lock_and_rescore_field(field, at=at)
    return made


def _move_penalties(session: Session, fields: list[ComparisonField]) -> None:
    """A penalty follows the contestant into the field in which it is ranked."""
    for field in fields:
        rows = Penalty.objects.filter(
            field__session=session,
            contestant__places__session=session,
            contestant__places__section__in=field.sections.all(),
        )
        Penalty.objects.filter(pk__in=list(rows.values_list("pk", flat=True))).update(field=field)
