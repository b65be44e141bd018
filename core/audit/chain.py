"""How entries are linked, and how a broken link is found."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC

from django.utils.translation import gettext as _

from core.audit.models import AuditChain, AuditEntry

LINKED_FIELDS = (
    *("number", "actor_kind", "user_id", "actor_ref", "acted_as", "address", "request_id", "act"),
    *("target_kind", "target_id", "before", "after", "reason", "previous_hash"),
)


def entry_hash(entry: AuditEntry, chain_label: str) -> str:
    """SHA-256 over everything the entry says, its place in the chain and the hash before it."""
    content = {name: getattr(entry, name) for name in LINKED_FIELDS}
    content |= {"chain": chain_label, "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds")}
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True)
class ChainVerdict:
    chain: str
    checked: int
    broken_at: int | None = None
    problem: str = ""

    @property
    def is_whole(self) -> bool:
        return self.broken_at is None


def verify_chain(chain: AuditChain, progress: Callable[[int, int], None] | None = None) -> ChainVerdict:
    """Walk a chain from its first entry and name the first link that does not hold."""
    previous, expected = "", 1
    entries = AuditEntry.objects.filter(chain=chain).order_by("number")
    for entry in entries.iterator(chunk_size=1000):
        if problem := _problem(entry, chain.label, expected, previous):
            return ChainVerdict(chain.label, expected - 1, expected, problem)
        previous, expected = entry.hash, expected + 1
        if progress and expected % 500 == 0:
            progress(expected, chain.length)
    checked = expected - 1
    if checked != chain.length or previous != chain.head:
        return ChainVerdict(chain.label, checked, expected, _("entries are missing at the end"))
    return ChainVerdict(chain.label, checked)


def _problem(entry: AuditEntry, label: str, expected: int, previous: str) -> str:
    if entry.number != expected:
        return _("an entry is missing")
    if entry.previous_hash != previous:
        return _("it does not follow from the entry before it")
    if entry.hash != entry_hash(entry, label):
        return _("it was changed after it was written")
    return ""
