"""Which sections of a session are compared together: one field from several, or a field of its own for each."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
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
    group_numbers: dict[int, int] = {}
    sections = {section.pk: section.letter for section in session.sections.all()}
    fields = list(session.fields.prefetch_related("sections"))
    groups = sorted(
        (sorted(section.pk for section in field.sections.all()) for field in fields),
        key=lambda section_ids: section_ids or [0],
    )
    for at, group in enumerate([group for group in groups if group], start=1):
        group_numbers |= dict.fromkeys(group, at)
    return {pk: group_numbers.get(pk, 1) for pk in sorted(sections, key=lambda pk: sections[pk])}


@transaction.atomic
def group_sections(
    *, actor: Actor, session: Session, groups: Mapping[int, int], reason: str = "", version: int | None = None
) -> list[ComparisonField]:
    """Compare those sections together that have the same number. Chosen again, it is as it was before."""
    require(actor, "session.run", session)
    session = locked(session, version=version)
    sections = list(session.sections.order_by("letter").select_related("board_set"))
    if set(groups) != {section.pk for section in sections}:
        raise Conflict(_("The sections have changed meanwhile. Look at them again."))
    new_groups = _group_by_number(sections, groups)
    for group in new_groups:
        _refuse_unlike(group)
    before = section_groups(session)
    session_fields(session)
    if _as_id_sets(new_groups) == _as_id_sets(_current_groups(session)):
        return list(session.fields.order_by("name"))
    _refuse_published(session)
    fields = _regroup(session, new_groups, actor.at)
    session.version += 1
    session.save(update_fields=["version"])
    after = {section.letter: groups[section.pk] for section in sections}
    record(
        actor=actor,
        act="field.group",
        body=session.club,
        target=session,
        before={section.letter: before[section.pk] for section in sections},
        after=after,
        reason=reason.strip(),
    )
    return fields


def _group_by_number(sections: list[Section], groups: Mapping[int, int]) -> Groups:
    by_number: dict[int, list[Section]] = {}
    for section in sections:
        by_number.setdefault(groups[section.pk], []).append(section)
    return list(by_number.values())


def _current_groups(session: Session) -> Groups:
    return [list(field.sections.all()) for field in session.fields.all()]


def _as_id_sets(groups: Groups) -> set[frozenset[int]]:
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


def _regroup(session: Session, groups: Groups, at: datetime) -> list[ComparisonField]:
    fields = list(session.fields.order_by("pk"))
    # Under names of their own while they change hands: no two fields have one name.
    for field in fields:
        ComparisonField.objects.filter(pk=field.pk).update(name=f"~{field.pk}")
    regrouped = []
    for index, group in enumerate(groups):
        field = fields[index] if index < len(fields) else ComparisonField(session=session)
        field.name = "" if len(groups) == 1 else "".join(section.letter for section in group)[:20]
        field.save(update_fields=["name"] if field.pk else None)
        field.sections.set(group)
        regrouped.append(field)
    _move_penalties(session, regrouped)
    for field in fields[len(groups) :]:
        field.delete()
    for field in regrouped:
        check_lock_and_rescore_field(field, at=at)
    return regrouped


def _move_penalties(session: Session, fields: list[ComparisonField]) -> None:
    """A penalty follows the contestant into the field in which it is ranked."""
    for field in fields:
        penalties = Penalty.objects.filter(
            field__session=session,
            contestant__places__session=session,
            contestant__places__section__in=field.sections.all(),
        )
        Penalty.objects.filter(pk__in=list(penalties.values_list("pk", flat=True))).update(field=field)
