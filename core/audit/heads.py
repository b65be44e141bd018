"""Where every chain ends, written outside the database: what is cut off or exchanged afterwards shows against it.

A file has one line for each time it was written: JSON with the moment, the length and the head of every chain, and an
HMAC over them.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from core.audit.chain import ChainVerdict
from core.audit.keys import audit_keys
from core.audit.models import AuditChain, AuditEntry

Heads = dict[str, list[Any]]


class HeadsError(Exception):
    """One sentence: what is wrong with a file of heads."""


@dataclass(frozen=True)
class KnownHead:
    """Where a chain ended at some time."""

    at: str
    chain: str
    length: int
    head: str


def heads_line(at: datetime) -> str:
    """One line that says where every chain ends now."""
    chains = AuditChain.objects.filter(length__gt=0).order_by("label")
    heads: Heads = {label: [length, head] for label, length, head in chains.values_list("label", "length", "head")}
    said = {"at": at.astimezone(UTC).isoformat(timespec="seconds"), "heads": heads}
    return json.dumps(said | {"mac": _mac(said, audit_keys()[-1])}, sort_keys=True)


def append_heads(path: Path, at: datetime) -> str:
    """Add a line to a file that only its owner reads; it is never written anew."""
    line = heads_line(at)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a") as file:
        file.write(f"{line}\n")
    return line


def written_heads(lines: Iterable[str]) -> Iterator[KnownHead]:
    """What a file of heads says; a mail that quotes such lines will do. HeadsError for a line that was changed."""
    keys, found = audit_keys(), False
    for number, line in enumerate(lines, 1):
        if not line.lstrip(" >").startswith('{"at"'):
            continue
        found = True
        said = _parsed(line.lstrip(" >"), number)
        mac = str(said.pop("mac", ""))
        if not any(hmac.compare_digest(mac, _mac(said, key)) for key in keys):
            raise HeadsError(_("Line %(number)s was changed, or written with another key.") % {"number": number})
        for label, (length, head) in said["heads"].items():
            yield KnownHead(said["at"], label, length, head)
    if not found:
        raise HeadsError(_("There is no line of heads in this file."))


def compare_with_heads(known: Iterable[KnownHead]) -> list[ChainVerdict]:
    """The chains that no longer contain what they ended with at some time."""
    lengths = dict(AuditChain.objects.values_list("label", "length"))
    missing: dict[str, ChainVerdict] = {}
    for one in known:
        if one.chain in missing:
            continue
        names = {"at": one.at, "number": one.length}
        if lengths.get(one.chain, 0) < one.length:
            sentence = _("on %(at)s it had %(number)s entries, and now it has fewer") % names
        elif not AuditEntry.objects.filter(chain__label=one.chain, number=one.length, hash=one.head).exists():
            sentence = _("entry %(number)s is not the one that stood there on %(at)s") % names
        else:
            continue
        missing[one.chain] = ChainVerdict(one.chain, 0, one.length, sentence)
    return list(missing.values())


def _parsed(line: str, number: int) -> dict[str, Any]:
    try:
        said = json.loads(line)
        if not isinstance(said["heads"], dict):
            raise TypeError
    except (ValueError, KeyError, TypeError):
        raise HeadsError(_("Line %(number)s is not whole.") % {"number": number}) from None
    return dict(said)


def _mac(said: dict[str, Any], key: bytes) -> str:
    return hmac.new(key, json.dumps(said, sort_keys=True).encode(), hashlib.sha256).hexdigest()
