"""What the register notes beside a case. It changes nothing in it, so that it is possible after its end too."""

from __future__ import annotations

from datetime import date
from hashlib import sha256

from django.utils.translation import gettext as _

from appeals.models import Appeal
from appeals.services.base import lock_case
from core import transaction
from core.actors import Actor
from core.audit import record
from core.errors import Conflict
from core.permissions import require


def note_fingerprint(appeal: Appeal) -> str:
    return sha256(f"{appeal.notes}\n{appeal.follow_up}".encode()).hexdigest()[:16]


@transaction.atomic
def write_note(
    *, actor: Actor, appeal: Appeal, notes: str, follow_up: date | None = None, seen: str | None = None
) -> Appeal:
    """`seen` is what `note_fingerprint` said of the note when the page was made."""
    case = lock_case(appeal)
    require(actor, "appeal.note", case)
    if seen is not None and seen != note_fingerprint(case):
        raise Conflict(_("Somebody else has written a note meanwhile. It stands below yours: put both together."))
    case.notes, case.follow_up = notes.strip()[:4000], follow_up
    case.save(update_fields=["notes", "follow_up"])
    after = {"follow_up": follow_up.isoformat() if follow_up else None}
    record(actor=actor, act="appeal.note", body=case.club, target=case, after=after)
    return case
