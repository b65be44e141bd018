"""How entries are linked, and how a broken link is found.

A link is an HMAC with a key that is not in the database. Entries from before that was so are linked by a plain hash;
in each of their chains a marker, itself keyed, is the first entry that is not, and no plain link is taken after it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from django.utils.translation import gettext as _

from core.audit.keys import audit_keys
from core.audit.models import AuditChain, AuditEntry

MARKER = "audit.key"
PLAIN_FIELDS = (
    "number",
    "actor_kind",
    "user_id",
    "actor_ref",
    "acted_as",
    "address",
    "request_id",
    "act",
    "target_kind",
    "target_id",
    "before",
    "after",
    "previous_hash",
)


def plain_hash(entry: Any, chain_label: str) -> str:
    """SHA-256 over everything the entry says, its place in the chain and the hash before it."""
    content = _content(entry, chain_label) | {"reason": entry.plain_reason}
    return hashlib.sha256(_bytes(content)).hexdigest()


def keyed_hash(entry: Any, chain_label: str, key: bytes) -> str:
    """The same with a key; of the words of its reason, which may be erased, only their digest."""
    content = _content(entry, chain_label) | {"words_digest": entry.words_digest}
    return hmac.new(key, _bytes(content), hashlib.sha256).hexdigest()


def words_digest(text: str, salt: str) -> str:
    """Without the salt nobody can try out what the words were."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def _content(entry: Any, chain_label: str) -> dict[str, Any]:
    content = {name: getattr(entry, name) for name in PLAIN_FIELDS}
    return content | {"chain": chain_label, "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds")}


def _bytes(content: dict[str, Any]) -> bytes:
    return json.dumps(content, sort_keys=True, ensure_ascii=False).encode()


@dataclass(frozen=True)
class ChainVerdict:
    chain: str
    checked: int
    broken_at: int | None = None
    problem: str = ""
    # Entries whose key is lost, before the marker that says so: that they follow each other is all that is known.
    unchecked: int = 0

    @property
    def is_whole(self) -> bool:
        return self.broken_at is None


def verify_chain(chain: AuditChain, progress: Callable[[int, int], None] | None = None) -> ChainVerdict:
    """Walk a chain from its first entry and name the first link that does not hold."""
    walk = _Walk(chain, audit_keys())
    entries = AuditEntry.objects.filter(chain=chain).select_related("words").order_by("number")
    for entry in entries.iterator(chunk_size=1000):
        if problem := walk.problem(entry):
            return ChainVerdict(chain.label, walk.expected - 1, walk.expected, problem)
        walk.go_on(entry)
        if progress and walk.expected % 500 == 0:
            progress(walk.expected, chain.length)
    checked = walk.expected - 1
    if checked != chain.length or walk.previous != chain.head:
        return ChainVerdict(chain.label, checked, walk.expected, _("entries are missing at the end"))
    if checked and walk.key is None:
        return ChainVerdict(chain.label, checked, checked, _("none of its links is keyed any more"))
    return ChainVerdict(chain.label, checked, unchecked=walk.lost_before)


class _Walk:
    """How far a chain has been walked, and what the next entry has to follow from."""

    def __init__(self, chain: AuditChain, keys: list[bytes]) -> None:
        self.label, self.keys = chain.label, keys
        self.previous, self.expected = "", 1
        # The key of the entries from here on; none while they are linked by plain hashes.
        self.key: bytes | None = None
        self.lost_before = _lost_before(chain, keys)

    def go_on(self, entry: AuditEntry) -> None:
        self.previous, self.expected = entry.hash, entry.number + 1

    def problem(self, entry: AuditEntry) -> str:
        if entry.number != self.expected:
            return _("an entry is missing")
        if entry.previous_hash != self.previous:
            return _("it does not follow from the entry before it")
        if entry.number < self.lost_before:
            return ""
        return self._link_problem(entry) or _words_problem(entry)

    def _link_problem(self, entry: AuditEntry) -> str:
        if self.key is not None and _is_linked(entry, self.label, self.key):
            return ""
        if self.key is None and _same(entry.hash, plain_hash(entry, self.label)):
            return ""
        key = next((key for key in self.keys if _is_linked(entry, self.label, key)), None)
        if key is None:
            return _("it was changed after it was written, or linked with a key that is not here")
        if entry.number > 1 and entry.act != MARKER:
            return _("a key begins here without a marker: what stands before it was rewritten")
        self.key = key
        return ""


def has_its_key() -> bool:
    """Whether the newest entry of all is linked with a key that is here."""
    entry = AuditEntry.objects.select_related("chain").order_by("-pk").first()
    return entry is None or any(_is_linked(entry, entry.chain.label, key) for key in audit_keys())


def _lost_before(chain: AuditChain, keys: list[bytes]) -> int:
    """The number of the newest marker that says that the key before it is lost; 0 where there is none."""
    markers = AuditEntry.objects.filter(chain=chain, act=MARKER).order_by("-number")
    for entry in markers:
        if entry.after.get("before") == "lost" and any(_is_linked(entry, chain.label, key) for key in keys):
            return entry.number
    return 0


def _is_linked(entry: AuditEntry, label: str, key: bytes) -> bool:
    return _same(entry.hash, keyed_hash(entry, label, key))


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _words_problem(entry: AuditEntry) -> str:
    words = getattr(entry, "words", None)
    if words is None:
        return _("its words are missing") if entry.words_digest else ""
    if words.erased_at is None and words_digest(words.text, words.salt) != entry.words_digest:
        return _("its words were changed after they were written")
    return ""
