"""The audit as a page shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from clubs.audit.words import ACTS
from clubs.models import AuditEntry, Player, User
from clubs.models.bodies import Body
from clubs.models.roles import Role

PERSONAL = "(personal)"


@dataclass(frozen=True)
class Change:
    label: str
    before: Any
    after: Any

    @property
    def is_personal(self) -> bool:
        return PERSONAL in (self.before, self.after)


@dataclass(frozen=True)
class Line:
    """One entry in words."""

    entry: AuditEntry
    who: str
    acted_as: str
    act: str
    changes: list[Change]


def entries_of(body: Body) -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(chain__label=body.label).order_by("-number")


def with_names(entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    """Each with `user_name`, what its user is called today; nothing once the person is erased."""
    names = Player.objects.filter(user=OuterRef("user_id")).values("display_name")[:1]
    return entries.annotate(user_name=Subquery(names))


def lines(entries: Iterable[AuditEntry]) -> list[Line]:
    """Entries with the people's names as they are today, fetched at once."""
    rows = list(entries)
    users = User.objects.select_related("player").in_bulk({row.user_id for row in rows if row.user_id})
    return [
        Line(row, _who(row, users), _roles(row.acted_as), str(ACTS.get(row.act, row.act)), _changes(row))
        for row in rows
    ]


def _who(entry: AuditEntry, users: dict[int, User]) -> str:
    if entry.user_id is None:
        return str(entry.get_actor_kind_display())
    user = users.get(entry.user_id)
    player = getattr(user, "player", None)
    if player:
        return str(player.display_name)
    return str(user) if user else _("somebody since erased")


def _roles(codes: str) -> str:
    labels = {role.value: str(role.label) for role in Role} | {"operator": _("Operator")}
    return ", ".join(labels.get(code, code) for code in codes.split(",") if code)


def _changes(entry: AuditEntry) -> list[Change]:
    """What differs between before and after; a personal field is named without its values."""
    names = sorted({*entry.before, *entry.after})
    pairs = [Change(_label(entry, name), entry.before.get(name), entry.after.get(name)) for name in names]
    return [pair for pair in pairs if (pair.before or None) != (pair.after or None) or pair.is_personal]


def _label(entry: AuditEntry, name: str) -> str:
    """The field as its model names it to people."""
    try:
        field = apps.get_model("clubs", entry.target_kind)._meta.get_field(name)
    except (LookupError, FieldDoesNotExist):
        return name
    return str(getattr(field, "verbose_name", name))
