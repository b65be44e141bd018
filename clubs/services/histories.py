"""What is known of a player, and the way back for joinings that were made before records were merged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, InternalError
from django.db.models import SET_NULL, Field, Model
from django.utils.translation import gettext as _

from clubs.models import Player
from core import transaction

# Which rows were moved, by model and field ("events.entrant.player"): their ids.
Moved = dict[str, list[int]]


def has_history(player: Player) -> bool:
    """Whether any row of any application would be lost, or would stand in the way, without this player."""
    fields = [field for field in _fields_that_name_a_player() if _keeps(field)]
    return any(field.model._base_manager.filter(**{field.name: player}).exists() for field in fields)


def move_back(moved: Mapping[str, list[int]], *, origin: Player, to: Player) -> None:
    """Undo a move: those rows that still name `origin` name `to`."""
    for label, ids in moved.items():
        model_label, _dot, name = label.rpartition(".")
        field = apps.get_model(model_label)._meta.get_field(name)
        still = field.model._base_manager.filter(pk__in=ids, **{name: origin}).values_list("pk", flat=True)
        _point_rows_at(field, list(still), to)


def _fields_that_name_a_player() -> Iterator[Field[Any, Any]]:
    """Every foreign key to a player, of every application: one that is added later is moved as well."""
    for relation in Player._meta.get_fields(include_hidden=True):
        if relation.auto_created and relation.one_to_many and not relation.concrete:
            yield relation.field  # type: ignore[union-attr]


def _keeps(field: Field[Any, Any]) -> bool:
    """Whether the player cannot go while a row names them; a row that only remembers them forgets."""
    return field.remote_field.on_delete is not SET_NULL  # type: ignore[union-attr]


def _point_rows_at(field: Field[Any, Any], ids: list[int], to: Player) -> None:
    model: type[Model] = field.model
    try:
        with transaction.atomic():
            model._base_manager.filter(pk__in=ids).update(**{field.name: to})
    except (IntegrityError, InternalError) as error:
        sentence = _(
            "Both records stand in the same place (%(what)s), so they look like two people. Look again who it is."
        )
        message = sentence % {"what": model._meta.verbose_name}
        raise ValidationError(message, code="two_people") from error
