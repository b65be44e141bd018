"""Taking the words of a reason out of the record; the chain keeps that there were some, and their digest."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from core.actors import Actor
from core.audit.models import AuditEntry, AuditWords
from core.audit.record import record, write_pending
from core.permissions import require


@transaction.atomic
def erase_words(*, actor: Actor, entry: AuditEntry) -> None:
    """Erase the words of one entry, on request; that it was done is recorded in the site's chain."""
    require(actor, "audit.erase")
    if AuditWords.objects.filter(entry=entry, erased_at=None).update(text="", salt="", erased_at=actor.at):
        place = {"chain": entry.chain.label, "number": entry.number}
        record(actor=actor, act="audit.erase_words", body=None, target=entry, after=place)


def forget_words_about(*, at: datetime, user_id: int | None, targets: dict[str, list[str]]) -> int:
    """Erase what a person wrote, and what was written about these objects of theirs (ids by kind)."""
    # What the act itself has recorded so far is forgotten like the rest.
    write_pending()
    about = Q(entry__user_id=user_id) if user_id else Q(pk__in=[])
    for kind, ids in targets.items():
        about |= Q(entry__target_kind=kind, entry__target_id__in=ids)
    return AuditWords.objects.filter(about, erased_at=None).update(text="", salt="", erased_at=at)
