"""What the register notes beside a case. It changes nothing in it, so that it is possible after its end too."""

from __future__ import annotations

from datetime import date

from django.db import transaction

from appeals.models import Appeal
from appeals.services.base import taken
from clubs.actors import Actor
from clubs.audit import record
from clubs.permissions import require


@transaction.atomic
def note(*, actor: Actor, appeal: Appeal, notes: str, follow_up: date | None = None) -> Appeal:
    row = taken(appeal)
    require(actor, "appeal.note", row)
    row.notes, row.follow_up = notes.strip()[:4000], follow_up
    row.save(update_fields=["notes", "follow_up"])
    after = {"follow_up": follow_up.isoformat() if follow_up else None}
    record(actor=actor, act="appeal.note", body=row.club, target=row, after=after)
    return row
