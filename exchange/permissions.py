"""Who brings results in and takes them out. The rules stand beside those of `events.permissions`."""

from __future__ import annotations

from core.permissions import add_rules
from events.permissions import keeps

RULES = {
    "import.view": keeps,
    "import.make": keeps,
    "webhook.manage": keeps,
    # With people by name and number: for those who keep the record.
    "session.export": keeps,
}
add_rules(RULES)
