"""Plain data to the rows of a session; whatever does not fit is refused with the place where it stands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Field, ForeignKey, Model
from django.utils.translation import gettext as _

from exchange.session_json.tables import FORMAT, PLAYER_COLUMNS, TABLE_OF, TABLES, VERSION, Table

Data = dict[str, Any]
LIMIT = 50_000_000


class BadSessionFile(ValidationError):
    """The file cannot be taken; the sentence says why and where."""


def parse_session(data: bytes) -> Data:
    """The file as plain data of the right shape: its format, a version that is known, tables of rows with ids."""
    if len(data) > LIMIT:
        raise _refused(_("A session is never larger than %(limit)s MB."), limit=LIMIT // 1_000_000)
    try:
        parsed = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise _refused(_("This is no JSON that can be read.")) from error
    if not isinstance(parsed, dict) or parsed.get("format") != FORMAT:
        raise _refused(_("This is no session as Tenace writes it: “format” is not “%(format)s”."), format=FORMAT)
    if parsed.get("version") != VERSION:
        raise _refused(
            _("This file is of version %(version)s of the format; this release reads version %(known)s."),
            version=str(parsed.get("version"))[:20],
            known=VERSION,
        )
    for name in ("event", "session", "regulations"):
        if not isinstance(parsed.get(name), dict):
            raise _refused(_("“%(table)s” is missing or is no object."), table=name)
    for name in ("players", *(table.name for table in TABLES), "figures"):
        rows = parsed.get(name)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise _refused(_("“%(table)s” is missing or is no list of rows."), table=name)
    parsed["uuid"] = _uuid(parsed.get("uuid"))
    _check_ids(parsed)
    _check_players(parsed["players"])
    return parsed


def _no_number(text: str) -> float:
    raise ValueError(text)


def _uuid(text: object) -> UUID:
    try:
        return UUID(str(text))
    except ValueError:
        raise _refused(_("“uuid” is no UUID.")) from None


def _check_ids(data: Data) -> None:
    for name in ("players", *(table.name for table in TABLES)):
        ids = [row.get("id") for row in data[name]]
        if any(not isinstance(ident, int) or isinstance(ident, bool) for ident in ids) or len(set(ids)) != len(ids):
            raise _refused(_("In “%(table)s” a row has no id of its own."), table=name)


def _check_players(players: list[Data]) -> None:
    for row in players:
        if not all(isinstance(row.get(name), str) for name in PLAYER_COLUMNS) or not row["display_name"].strip():
            raise _refused(_("In “%(table)s” a row lacks a name or has something else than words."), table="players")


class RowMaker:
    """Makes rows of a table out of plain data. `made` are the rows made so far, by table and id in the file."""

    def __init__(self, made: dict[str, dict[int, Model]]) -> None:
        self.made = made

    def make(self, table: Table, row: Data, **given: Any) -> Model:
        """The row, not yet saved; what the file must not say is in `given`."""
        columns = {field.name: field for field in table.columns}
        if unknown := row.keys() - columns.keys() - {"id", "sections"}:
            raise _refused(_("“%(table)s” has no column “%(column)s”."), table=table.name, column=sorted(unknown)[0])
        values = {
            name: self._value(table, field, row.get(name)) for name, field in columns.items() if name not in given
        }
        made = table.model(**values, **given)
        references = {name for name, field in columns.items() if isinstance(field, ForeignKey)}
        try:
            made.clean_fields(exclude={*references, *given, "key"})
        except ValidationError as error:
            column, sentences = next(iter(error.message_dict.items()))
            raise _refused(
                _("“%(table)s”, row %(row)s, “%(column)s”: %(problem)s"),
                table=table.name,
                row=row["id"],
                column=column,
                problem=" ".join(sentences),
            ) from None
        return made

    def _value(self, table: Table, field: Field[Any, Any], value: Any) -> Any:
        if isinstance(field, ForeignKey):
            return None if value is None else self.find(table, field, value)
        try:
            return field.to_python(value)
        except (ValidationError, TypeError, ValueError):
            raise _refused(
                _("“%(table)s”, “%(column)s”: “%(value)s” is not what belongs there."),
                table=table.name,
                column=field.name,
                value=str(value)[:40],
            ) from None

    def find(self, table: Table, field: Field[Any, Any], ident: Any) -> Model:
        """The row that another one refers to."""
        target = TABLE_OF[field.related_model]  # type: ignore[index]
        row = self.made.get(target, {}).get(ident) if isinstance(ident, int) else None
        if target == "session":
            return self.made["session"][0]
        if row is None:
            raise _refused(
                _("“%(table)s”, “%(column)s”: there is no row %(row)s in “%(target)s”."),
                table=table.name,
                column=field.name,
                row=str(ident)[:20],
                target=target,
            )
        return row


def ids_of(made: Mapping[int, Model], values: Any) -> Any:
    """A list of lists, the ids of the file in it by those of the rows; other values stay."""
    if isinstance(values, list):
        return [ids_of(made, value) for value in values]
    return made[values].pk if isinstance(values, int) and values in made else values


def _refused(sentence: str, **gaps: object) -> BadSessionFile:
    return BadSessionFile(sentence % gaps, code="bad_session_file")
