"""What every service does alike: take the row under a lock, refuse what went stale, count the version."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.audit.record import changed_fields
from core.bodies import Body
from core.errors import Conflict
from core.locks import lock_row
from core.versioned import Versioned

V = TypeVar("V", bound=Versioned)
T = TypeVar("T")
S = TypeVar("S")


def locked(obj: V, *, version: int | None = None) -> V:
    """The row as it stands now, under a lock. A caller that saw another version is refused."""
    row = lock_row(obj)
    if version is not None and row.version != version:
        raise Conflict
    return row


def change(
    *,
    actor: Actor,
    act: str,
    obj: V,
    body: Body | None,
    fields: dict[str, Any],
    version: int | None = None,
    check: Callable[[V], None] | None = None,
    reason: str = "",
) -> V:
    """Set fields on a versioned row, validated, counted and audited; nothing happens where nothing changes.

    `check` looks at the changed row before it is saved and raises what is wrong with it.
    """
    with transaction.atomic():
        row = locked(obj, version=version)
        before = copy.copy(row)
        for name, value in fields.items():
            setattr(row, name, value)
        names = changed_fields(before, row, fields)
        if not names:
            return row
        row.full_clean()
        if check:
            check(row)
        row.version += 1
        row.save(update_fields=[*names, "version"])
        record(
            actor=actor,
            act=act,
            body=body,
            target=row,
            before=values(before, names),
            after=values(row, names),
            reason=reason,
        )
        return row


def reject_unknown_fields(fields: dict[str, Any], allowed: set[str]) -> None:
    """A caller that names another field has a mistake in it, or passes on what a stranger sent."""
    if strange := set(fields) - allowed:
        raise TypeError(f"not to be changed here: {', '.join(sorted(strange))}")


def refuse_any(rows: Sequence[T], check: Callable[[T, S], None], seen: S) -> None:
    """Check every row and refuse them all with a sentence for each one that is wrong, named by its place.

    `seen` is what the rows must not clash with; the check adds each row to it.
    """
    problems: list[str] = []
    for place, row in enumerate(rows, start=1):
        try:
            check(row, seen)
        except ValidationError as error:
            problem = " ".join(error.messages)
            problems.append(_("Line %(place)s: %(problem)s") % {"place": place, "problem": problem})
    if problems:
        raise ValidationError(problems)
