"""Writing an entry, inside the transaction of the act that it records."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Model

from core.actors import Actor
from core.audit.chain import MARKER, keyed_hash, words_digest
from core.audit.keys import audit_keys
from core.audit.models import AuditChain, AuditEntry, AuditWords
from core.bodies import Body

SITE = "site"


@dataclass(frozen=True)
class Target:
    """What an act was done to, by kind and id."""

    kind: str
    id: str

    @classmethod
    def of(cls, obj: Model) -> Target:
        """By the name of its model, or by `AUDIT_KIND` where the model was called otherwise when the record began."""
        return cls(getattr(obj, "AUDIT_KIND", "") or obj._meta.model_name or "", str(obj.pk))


def values(obj: Model, names: Iterable[str]) -> dict[str, Any]:
    """The named fields as plain data. A personal one is only said to be there, never what it says."""
    personal: set[str] = getattr(obj, "PERSONAL", set())
    return {name: "(personal)" if name in personal else _plain(obj, name) for name in sorted(names)}


def changed_fields(before: Model, after: Model, names: Iterable[str]) -> list[str]:
    return [name for name in names if getattr(before, _column(before, name)) != getattr(after, _column(after, name))]


@dataclass(frozen=True)
class Deed:
    """What an entry says was done, apart from who did it and where."""

    act: str
    target: Model | Target
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None
    reason: str = ""


def record(
    *,
    actor: Actor,
    act: str,
    body: Body | None,
    target: Model | Target,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
) -> AuditEntry:
    """Append one entry to the body's chain (the site's chain where the act stands on no body)."""
    return record_all(actor=actor, body=body, deeds=[Deed(act, target, before, after, reason)])[0]


def record_all(*, actor: Actor, body: Body | None, deeds: Iterable[Deed]) -> list[AuditEntry]:
    """Append several entries to one chain, for the price of one lock and one insert."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("An act and its audit entry belong in one transaction.")
    return _append(_locked_chain(body.label if body else SITE), actor, acting_as(actor, body), deeds)


def _append(chain: AuditChain, actor: Actor, acted_as: str, deeds: Iterable[Deed]) -> list[AuditEntry]:
    actor_fields = {
        "actor_kind": actor.kind,
        "user_id": actor.user_id,
        "actor_ref": actor.ref,
        "acted_as": acted_as,
        "address": actor.address,
        "request_id": actor.request_id,
        "at": actor.at,
    }
    key = audit_keys()[-1]
    linked = [_link(chain, deed, actor_fields, key) for deed in deeds]
    entries = AuditEntry.objects.bulk_create(entry for entry, _words in linked)
    if words := [words for _entry, words in linked if words.text]:
        AuditWords.objects.bulk_create(words)
    chain.save(update_fields=["length", "head"])
    return entries


@transaction.atomic
def begin_key(*, actor: Actor, is_lost: bool) -> int:
    """Mark in every chain that its links are of the last key from here on; `is_lost`: the one before cannot be checked.

    For a program on the machine that has the keys, asked for by whoever keeps them.
    """
    labels = list(AuditChain.objects.filter(length__gt=0).order_by("label").values_list("label", flat=True))
    for label in labels:
        chain = _locked_chain(label)
        deed = Deed(MARKER, chain, after={"before": "lost" if is_lost else "kept"})
        _append(chain, actor, "", [deed])
    return len(labels)


def _locked_chain(label: str) -> AuditChain:
    locked = AuditChain.objects.select_for_update()
    try:
        return locked.get(label=label)
    except AuditChain.DoesNotExist:
        AuditChain.objects.get_or_create(label=label)
        return locked.get(label=label)


def _link(chain: AuditChain, deed: Deed, actor_fields: dict[str, Any], key: bytes) -> tuple[AuditEntry, AuditWords]:
    """The next entry of the chain, which now ends with it, and the words that stand beside it."""
    aim = deed.target if isinstance(deed.target, Target) else Target.of(deed.target)
    entry = AuditEntry(
        chain=chain,
        number=chain.length + 1,
        act=deed.act,
        target_kind=aim.kind,
        target_id=aim.id,
        before=deed.before or {},
        after=deed.after or {},
        previous_hash=chain.head,
        **actor_fields,
    )
    words = AuditWords(entry=entry, text=deed.reason, salt=secrets.token_hex(16) if deed.reason else "")
    if words.text:
        entry.words_digest = words_digest(words.text, words.salt)
    entry.hash = keyed_hash(entry, chain.label, key)
    chain.length, chain.head = entry.number, entry.hash
    return entry, words


def acting_as(actor: Actor, body: Body | None) -> str:
    """The roles under which the actor reached this body, as codes."""
    if body is None:
        return ""
    roles = actor.roles_on(body)
    if actor.user is not None and actor.user.is_superuser:
        roles.add("operator")
    return ",".join(sorted(roles))


def _column(obj: Model, name: str) -> str:
    return obj._meta.get_field(name).attname  # type: ignore[union-attr]


def _plain(obj: Model, name: str) -> Any:
    value = getattr(obj, _column(obj, name))
    if isinstance(value, datetime | date):
        return value.isoformat()
    if value is None or isinstance(value, bool | int | str | list | dict):
        return value
    return str(value)
