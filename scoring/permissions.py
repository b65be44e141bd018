"""Who may do what with the official score. The rules stand beside those of `clubs.permissions`."""

from __future__ import annotations

from clubs.permissions import is_officer_over, is_secretary, is_signed_in
from core.permissions import add_rules
from events.permissions import runs_sessions

RULES = {
    "official.publish": runs_sessions,
    # For the tournament organizer (Law 79C2): not the director on duty.
    "official.approve": is_secretary | is_officer_over,
    "correction.decide": runs_sessions,
    # That somebody has played the board, the service sees to.
    "correction.ask": is_signed_in,
}
add_rules(RULES)
