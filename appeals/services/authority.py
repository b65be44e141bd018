"""A decision's right to change a score after the periods are over."""

from __future__ import annotations

from appeals.models import Decision
from scoring.services.locks import authority


@authority("decision")
def allowed_by_decision(session_id: int, ident: str, final: bool) -> bool:
    """The appeal was requested in time, and while it is open the score is not final."""
    row = Decision.objects.filter(pk=ident, appeal__session=session_id).select_related("appeal").first()
    return row is not None and not final and row.appeal.lodged_at is not None
