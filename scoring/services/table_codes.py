"""Which table a device may speak for."""

from __future__ import annotations

from django.utils.translation import gettext as _

from core.errors import Forbidden
from events.models import TableCode


def refuse_other_table(code: TableCode, section_id: int, table: int) -> None:
    """Refuse a device whose code is revoked, or opens another table."""
    if code.revoked_at is not None or (code.section_id, code.table) != (section_id, table):
        raise Forbidden(_("This code is for another table."))
