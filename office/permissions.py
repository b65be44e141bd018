"""The rules for renewals, mail to groups and notices."""

from __future__ import annotations

from clubs.permissions import is_signed_in, runs
from core.permissions import add_rules

RULES = {
    "renewal.view": runs,
    "renewal.keep": runs,
    "group_mail.view": runs,
    "group_mail.send": runs,
    # Whom a mail did not reach.
    "undelivered.view": runs,
    "undelivered.settle": runs,
    # What oneself is told, and wants by mail.
    "notice.view": is_signed_in,
    "notice.choose": is_signed_in,
}
add_rules(RULES)
