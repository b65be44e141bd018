"""Rows for every table and every value of every choice in them: what a copy of a whole database must carry.

A row is copied from one that there is, or made up by the kinds of its columns. The database alone judges it, by its
constraints; triggers and services are not asked, since a copy meets rows and no acts.
"""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from django.apps import apps
from django.db import DatabaseError, connection, models, transaction

from clubs.models import AuditEntry

Hole = tuple[type[models.Model], models.Field, Any]
NUMBERS = itertools.count(900_001)
AT = datetime(2026, 11, 2, 18, 0, tzinfo=UTC)
# Copies that are tried for one value: the constraints of a table may ask for certain others beside it.
TRIED = 40


def fill_every_table() -> None:
    """At least one row in every table of the project's models."""
    for model in _models():
        if not model._base_manager.exists():
            assert any(_insert(model, values) for values in _drafts(model)), (
                f"no row could be made for {model._meta.label}"
            )


def fill_every_choice() -> list[str]:
    """A row with every value that a choice has; returned are those that no row could be given."""
    return [
        f"{model._meta.label}.{field.name} = {value!r}"
        for model, field, value in _holes()
        if not _fill(model, field, value)
    ]


def _models() -> list[type[models.Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _holes() -> Iterator[Hole]:
    for model in _models():
        if model is AuditEntry:
            # Bound to the entry before it by its hash: a copy would break the chain.
            continue
        for field in model._meta.concrete_fields:
            if field.choices:
                there = set(model._base_manager.values_list(field.attname, flat=True).distinct())
                yield from ((model, field, value) for value, _label in field.flatchoices if value not in there)


def _fill(model: type[models.Model], field: models.Field, value: Any) -> bool:
    for row in model._base_manager.order_by("-pk")[:TRIED]:
        same = {one.attname: getattr(row, one.attname) for one in model._meta.concrete_fields if not one.primary_key}
        variants = [same, _with_all(model, same), _with_least(model, same), _with_nothing_owed(model, same)]
        # Twice: a short word that is made up may be one that is there already.
        for others in variants * 2:
            if _insert(model, _unlike_any(model, others) | {field.attname: value}):
                return True
        if _update(model, row.pk, {field.attname: value}):
            return True
    return False


def _with_all(model: type[models.Model], values: dict[str, Any]) -> dict[str, Any]:
    made = {name: value for name, value in _made_up(model, complete=True).items() if values.get(name) in (None, "")}
    return values | made


def _with_least(model: type[models.Model], values: dict[str, Any]) -> dict[str, Any]:
    return values | {field.attname: None for field in model._meta.concrete_fields if field.null}


def _with_nothing_owed(model: type[models.Model], values: dict[str, Any]) -> dict[str, Any]:
    amounts = [field.attname for field in model._meta.concrete_fields if isinstance(field, models.DecimalField)]
    return values | dict.fromkeys(amounts, Decimal(0))


def _unlike_any(model: type[models.Model], values: dict[str, Any]) -> dict[str, Any]:
    """With other numbers and words where the database wants them to be of one row alone."""
    together = {name for group in model._meta.unique_together for name in group}
    together |= {
        name for rule in model._meta.constraints if isinstance(rule, models.UniqueConstraint) for name in rule.fields
    }
    alone = [field for field in model._meta.concrete_fields if field.unique or field.name in together]
    return values | {
        field.attname: _value(field)
        for field in alone
        if not field.primary_key and not field.is_relation and not field.choices and values.get(field.attname)
    }


def _drafts(model: type[models.Model]) -> Iterator[dict[str, Any]]:
    """With what must be there; with one of what may refer to another row beside it; with everything."""
    least = _made_up(model)
    yield least
    yield least | _different_rows(model)
    for field in model._meta.concrete_fields:
        if field.is_relation and field.null:
            yield least | {field.attname: _value(field)}
    yield _made_up(model, complete=True)


def _different_rows(model: type[models.Model]) -> dict[str, Any]:
    """For columns that must refer to some row: another one of the same table for each, in order."""
    referred: dict[str, Any] = {}
    places: dict[type[models.Model], int] = {}
    for field in model._meta.concrete_fields:
        if isinstance(field, models.ForeignKey) and not field.null:
            target = field.remote_field.model
            place = places[target] = places.get(target, -1) + 1
            rows = target._base_manager.order_by("pk").values_list(field.target_field.attname, flat=True)
            referred[field.attname] = next(iter(rows[place : place + 1]), None)
    return referred


def _made_up(model: type[models.Model], *, complete: bool = False) -> dict[str, Any]:
    values = {}
    for field in model._meta.concrete_fields:
        if isinstance(field, models.AutoField):
            continue
        if field.has_default() and not complete:
            values[field.attname] = field.get_default()
        elif field.null and not complete:
            values[field.attname] = None
        else:
            values[field.attname] = _value(field)
    return values


def _value(field: models.Field) -> Any:
    if isinstance(field, models.ForeignKey):
        return _referred(field)
    if field.choices:
        return field.flatchoices[0][0]
    number = next(NUMBERS)
    for kind, make in KINDS:
        if isinstance(field, kind):
            return make(number)
    return str(number)[-(field.max_length or 20) :]


KINDS: list[tuple[type[models.Field], Any]] = [
    (models.BooleanField, lambda number: False),
    (models.DateTimeField, lambda number: AT + timedelta(seconds=number)),
    (models.DateField, lambda number: date(2026, 11, 2) + timedelta(days=number % 1000)),
    (models.TimeField, lambda number: time(18, 0)),
    (models.DurationField, lambda number: timedelta(minutes=1)),
    (models.DecimalField, lambda number: Decimal(1)),
    (models.SmallIntegerField, lambda number: number % 30_000),
    (models.PositiveSmallIntegerField, lambda number: number % 30_000),
    (models.IntegerField, lambda number: number),
    (models.UUIDField, lambda number: uuid.uuid4()),
    (models.JSONField, lambda number: {}),
    (models.BinaryField, lambda number: b"x"),
    (models.GenericIPAddressField, lambda number: "192.0.2.7"),
]


def _referred(field: models.ForeignKey) -> Any:
    target = field.remote_field.model
    if not target._base_manager.exists():
        _insert(target, _made_up(target))
    rows = target._base_manager.order_by("pk").values_list(field.target_field.attname, flat=True)
    taken = field.model._base_manager.values(field.attname) if field.unique else []
    return rows.exclude(**{f"{field.target_field.attname}__in": taken}).first()


def _insert(model: type[models.Model], values: dict[str, Any]) -> bool:
    """Whether the database takes it, by every constraint it has."""
    try:
        with transaction.atomic():
            model._base_manager.bulk_create([model(**values)])
            connection.check_constraints([model._meta.db_table])
    except (DatabaseError, ValueError, TypeError):
        return False
    return True


def _update(model: type[models.Model], pk: Any, values: dict[str, Any]) -> bool:
    try:
        with transaction.atomic():
            return bool(model._base_manager.filter(pk=pk).update(**values))
    except DatabaseError:
        return False
