"""Thousands of rows of a table at once, where a model instance for each would cost more than all the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models


def insert_rows(template: models.Model, varying: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert a row for each of `rows`, which hold plain numbers and texts for the columns `varying` (as attnames).

    Every other column is as in `template`. No signals are sent and nothing is validated.
    """
    fields = [field for field in template._meta.concrete_fields if not field.primary_key]
    columns = {field.attname: str(field.column) for field in fields}
    fixed = {
        field.attname: field.get_db_prep_save(field.pre_save(template, add=True), connection)
        for field in fields
        if field.attname not in varying
    }
    names = ", ".join(connection.ops.quote_name(columns[name]) for name in (*varying, *fixed))
    marks = ", ".join(["%s"] * len(columns))
    table = connection.ops.quote_name(template._meta.db_table)
    values = tuple(fixed.values())
    statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608 (names are the model's own)
    with connection.cursor() as cursor:
        cursor.executemany(statement, [(*row, *values) for row in rows])
