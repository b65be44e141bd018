"""Table codes: their form, and the table that one opens."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from events.models import StandingCode, TableCode

# No 0, O, 1 or I: nobody has to guess what stands on a card. 32 signs, 8 of them: 40 bits.
SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
LENGTH = 8
SHAPE = re.compile(f"[{SIGNS}]{{{LENGTH}}}")
# How long after a session a device may still send what it could not send before.
LATE = timedelta(hours=12)


def find_code(text: str, *, at: datetime | None = None) -> TableCode | None:
    """The code as it was typed or scanned, as long as it opens anything.

    With a moment `at`: also for a while after the session is over, for what a device could not send before.
    """
    cleaned = cleaned_code(text)
    if not cleaned:
        return None
    # Not the movement: it is large, devices ask often, and whoever needs it has it read when first asked for.
    codes = TableCode.objects.select_related("section__session__event__club__federation").defer(
        "section__movement_data"
    )
    code = codes.filter(code=cleaned, revoked_at=None, section__session__event__removed_at=None).order_by().first()
    if code is None or not code.section.session.is_over:
        return code
    finished = code.section.session.finished_at
    return code if at is not None and finished is not None and at - finished < LATE else None


def has_existed(text: str) -> bool:
    """Whether this is, or once was, the code of a table, whatever it opens now."""
    cleaned = cleaned_code(text)
    return bool(cleaned) and (
        TableCode.objects.filter(code=cleaned).exists() or StandingCode.objects.filter(code=cleaned).exists()
    )


def cleaned_code(text: str) -> str:
    """As it is stored; empty for what cannot be a code."""
    cleaned = text.replace("-", "").replace(" ", "").upper()
    return cleaned if SHAPE.fullmatch(cleaned) else ""


def table_device_name(code: TableCode) -> str:
    """How the audit names whoever acts at this table."""
    return f"table:{code.pk}"
