"""Writing an entry, inside the transaction of the act that it records."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Model

from core.actors import Actor
from core.audit.chain import MARKER, keyed_hash, words_digest
from core.audit.keys import audit_keys
from core.audit.models import AuditChain, AuditEntry, AuditWords
from core.bodies import Body
from core.locks import lock

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
) -> None:
    """Append one entry to the body's chain (the site's chain where the act stands on no body)."""
    record_all(actor=actor, body=body, deeds=[Deed(act, target, before, after, reason)])


def record_all(*, actor: Actor, body: Body | None, deeds: Iterable[Deed]) -> None:
    """Append several entries to one chain; inside `core.transaction.atomic` they are written when it ends."""
    connection = transaction.get_connection()
    if not connection.in_atomic_block:
        raise RuntimeError("An act and its audit entry belong in one transaction.")
    # Their targets by the ids that they have now: some are deleted before this is written.
    done = [replace(deed, target=_target(deed)) for deed in deeds]
    records = Records(body.label if body else SITE, _actor_fields(actor, roles_acted_under(actor, body)), done)
    pending = _pending(connection)
    if pending is None:
        _write([records])
    else:
        pending.append(records)


@dataclass(frozen=True)
class Records:
    """What one actor did, for the chain of this label."""

    label: str
    actor_fields: dict[str, Any]
    deeds: list[Deed]


@contextmanager
def written_last() -> Iterator[None]:
    """Keep what is recorded in here until the outermost of these ends; forget it where it ends with an error."""
    connection: Any = transaction.get_connection()
    outer = _pending(connection)
    pending: list[Records] = [] if outer is None else outer
    before = len(pending)
    connection.pending_records = pending
    try:
        yield
        if outer is None:
            _write(pending)
    except BaseException:
        del pending[before:]
        raise
    finally:
        connection.pending_records = outer


def write_pending() -> None:
    """For whoever has to read the record in the middle of an act."""
    if pending := _pending(transaction.get_connection()):
        _write(pending)
        pending.clear()


def _pending(connection: Any) -> list[Records] | None:
    """What waits to be written; None outside of `written_last`."""
    return getattr(connection, "pending_records", None)


def _write(pending: list[Records]) -> None:
    """Chain by chain by their labels, so that no two wait for each other; in each the acts in their order."""
    for label in sorted({records.label for records in pending}):
        chain = _locked_chain(label)
        key = audit_keys()[-1]
        _append(
            chain,
            [
                _link(chain, deed, records.actor_fields, key)
                for records in pending
                if records.label == label
                for deed in records.deeds
            ],
        )


def _actor_fields(actor: Actor, acted_as: str) -> dict[str, Any]:
    return {
        "actor_kind": actor.kind,
        "user_id": actor.user_id,
        "actor_ref": actor.ref,
        "acted_as": acted_as,
        "address": actor.address,
        "request_id": actor.request_id,
        "at": actor.at,
    }


def _append(chain: AuditChain, linked: list[tuple[AuditEntry, AuditWords]]) -> None:
    AuditEntry.objects.bulk_create(entry for entry, _words in linked)
    if words := [words for _entry, words in linked if words.text]:
        AuditWords.objects.bulk_create(words)
    chain.save(update_fields=["length", "head"])


@transaction.atomic
def begin_key(*, actor: Actor, is_lost: bool) -> int:
    """Mark in every chain that its links are of the last key from here on; `is_lost`: the one before cannot be checked.

    For a program on the machine that has the keys, asked for by whoever keeps them.
    """
    labels = list(AuditChain.objects.filter(length__gt=0).order_by("label").values_list("label", flat=True))
    for label in labels:
        chain = _locked_chain(label)
        deed = Deed(MARKER, chain, after={"before": "lost" if is_lost else "kept"})
        _append(chain, [_link(chain, deed, _actor_fields(actor, ""), audit_keys()[-1])])
    return len(labels)


def _locked_chain(label: str) -> AuditChain:
    locked = lock(AuditChain.objects)
    try:
        return locked.get(label=label)
    except AuditChain.DoesNotExist:
        AuditChain.objects.get_or_create(label=label)
        return locked.get(label=label)


def _link(chain: AuditChain, deed: Deed, actor_fields: dict[str, Any], key: bytes) -> tuple[AuditEntry, AuditWords]:
    """The next entry of the chain, which now ends with it, and the words that stand beside it."""
    aim = _target(deed)
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


def _target(deed: Deed) -> Target:
    return deed.target if isinstance(deed.target, Target) else Target.of(deed.target)


def roles_acted_under(actor: Actor, body: Body | None) -> str:
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
