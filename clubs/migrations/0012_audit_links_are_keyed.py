"""Puts a marker at the end of every chain: from it on links are keyed, and what stands before it cannot be rewritten."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from django.db import migrations
from django.utils import timezone

from core.audit.chain import MARKER, keyed_hash
from core.audit.keys import audit_keys


def mark(apps: Any, editor: Any) -> None:
    chain_model, entry_model = apps.get_model("clubs", "AuditChain"), apps.get_model("clubs", "AuditEntry")
    key, now = audit_keys()[-1], timezone.now()
    for chain in chain_model.objects.filter(length__gt=0):
        said: dict[str, Any] = {
            "number": chain.length + 1,
            "at": now,
            "actor_kind": "system",
            "user_id": None,
            "actor_ref": "",
            "acted_as": "",
            "address": "",
            "request_id": "",
            "act": MARKER,
            "target_kind": "auditchain",
            "target_id": str(chain.pk),
            "before": {},
            "after": {"before": "plain"},
            "previous_hash": chain.head,
            "words_digest": "",
        }
        link = keyed_hash(SimpleNamespace(**said), chain.label, key)
        entry_model.objects.create(chain=chain, hash=link, **said)
        chain_model.objects.filter(pk=chain.pk).update(length=said["number"], head=link)


class Migration(migrations.Migration):
    dependencies = [("clubs", "0011_audit_words_beside_the_chain")]
    operations = [migrations.RunPython(mark, migrations.RunPython.noop, elidable=False)]
