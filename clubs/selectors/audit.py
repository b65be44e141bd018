"""The audit as a page shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Model, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from clubs.models import AuditEntry, Player, User
from clubs.models.bodies import Body
from clubs.models.roles import Role
from clubs.regulations import CATALOGUE
from clubs.regulations.types import Regulation
from core.audit.models import AuditChain
from core.audit.words import ACTS

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
class AuditLine:
    """One entry in words."""

    entry: AuditEntry
    who: str
    acted_as: str
    act: str
    target: str
    changes: list[Change]


def audit_entries(body: Body) -> QuerySet[AuditEntry]:
    """The newest first, by the chain's own index."""
    chain = AuditChain.objects.filter(label=body.label).values("pk")[:1]
    return AuditEntry.objects.filter(chain=Subquery(chain)).select_related("words").order_by("-number")


def with_names(entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    """Each with `user_name`, what its user is called today; nothing once the person is erased."""
    names = Player.objects.filter(user=OuterRef("user_id")).values("display_name")[:1]
    return entries.annotate(user_name=Subquery(names))


def audit_lines(entries: Iterable[AuditEntry]) -> list[AuditLine]:
    """Entries in words, with the people's names as they are today, fetched at once."""
    rows = list(entries)
    people = PeopleInEntries.load(rows)
    return [
        AuditLine(
            entry=entry,
            who=people.user(entry.user_id) if entry.user_id else str(entry.get_actor_kind_display()),
            acted_as=_roles(entry.acted_as),
            act=str(ACTS.get(entry.act, entry.act)),
            target=_target(entry),
            changes=_changes(entry, people),
        )
        for entry in rows
    ]


@dataclass(frozen=True)
class PeopleInEntries:
    """Whom the entries speak of, by id."""

    users: dict[int, User]
    players: dict[int, Player]

    @classmethod
    def load(cls, entries: list[AuditEntry]) -> PeopleInEntries:
        changes = [values for entry in entries for values in (entry.before, entry.after)]
        users = {entry.user_id for entry in entries} | {values.get("user") for values in changes}
        players = {values.get("player") for values in changes}
        return cls(User.objects.select_related("player").in_bulk(_ids(users)), Player.objects.in_bulk(_ids(players)))

    def user(self, pk: int) -> str:
        user = self.users.get(pk)
        player = getattr(user, "player", None)
        if player:
            return str(player.display_name)
        return str(user) if user else _("somebody since erased")

    def player(self, pk: int) -> str:
        player = self.players.get(pk)
        return player.display_name if player else f"#{pk}"


def _ids(values: Iterable[Any]) -> set[int]:
    return {pk for pk in values if isinstance(pk, int)}


def _roles(codes: str) -> str:
    labels = {role.value: str(role.label) for role in Role} | {"operator": _("Operator")}
    return ", ".join(labels.get(code, code) for code in codes.split(",") if code)


def _target(entry: AuditEntry) -> str:
    """The kind of thing by its own name, and which one."""
    model = _model(entry)
    name = str(model._meta.verbose_name) if model else entry.target_kind
    return f"{name} {entry.target_id}"


def _changes(entry: AuditEntry, people: PeopleInEntries) -> list[Change]:
    """What differs between before and after; a personal field is named without its values."""
    names = sorted({*entry.before, *entry.after})
    pairs = [(name, entry.before.get(name), entry.after.get(name)) for name in names]
    return [
        Change(_label(entry, name), _words(entry, name, before, people), _words(entry, name, after, people))
        for name, before, after in pairs
        if (before or None) != (after or None) or before == PERSONAL
    ]


def _words(entry: AuditEntry, name: str, value: Any, people: PeopleInEntries) -> Any:
    """A value as people read it: names for ids, labels for codes."""
    if isinstance(value, int) and name in ("user", "player"):
        return getattr(people, name)(value)
    if name == "key" and value in CATALOGUE:
        return CATALOGUE[value].label
    if name == "value" and (rule := _regulation(entry)) is not None and value is not None:
        return rule.kind.show(value)
    if isinstance(value, list) and all(isinstance(item, str | int) for item in value):
        return ", ".join(map(str, value))
    choices = dict(getattr(_field(entry, name), "flatchoices", ()))
    return choices.get(value, value) if isinstance(value, str) else value


def _regulation(entry: AuditEntry) -> Regulation | None:
    """The regulation that an entry is about; its key stands on either side."""
    return CATALOGUE.get(str(entry.after.get("key") or entry.before.get("key")))


def _label(entry: AuditEntry, name: str) -> str:
    """The field as its model names it to people."""
    return str(getattr(_field(entry, name), "verbose_name", name))


def _model(entry: AuditEntry) -> type[Model] | None:
    try:
        return apps.get_model("clubs", entry.target_kind)
    except LookupError:
        return None


def _field(entry: AuditEntry, name: str) -> Any:
    model = _model(entry)
    try:
        return model._meta.get_field(name) if model else None
    except FieldDoesNotExist:
        return None
