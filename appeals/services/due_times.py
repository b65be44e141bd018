"""When a request is due, kept beside it for the register: its time begins with the official score (Laws 92B, 92D)."""

from __future__ import annotations

from datetime import datetime

from appeals.gates import CaseState
from appeals.models import Appeal
from appeals.selectors.facts import appeal_facts, request_due_at


def keep_due_times(at: datetime) -> int:
    """What the sweep does: requests whose time has begun or moved since it was last looked at are due by it."""
    changed = 0
    rows = Appeal.objects.filter(state=CaseState.REQUESTED).select_related("ruling__session__event__club__federation")
    for appeal in rows.select_related("session__event", "club__federation"):
        due = request_due_at(appeal_facts(appeal, at))
        if due != appeal.due_at:
            changed += Appeal.objects.filter(pk=appeal.pk, state=CaseState.REQUESTED, version=appeal.version).update(
                due_at=due
            )
    return changed
