"""The rules for renewals, mail to groups, notices, and a federation's own desk."""

from __future__ import annotations

from typing import Any

import rules

from clubs.models import Club, Federation, Role
from clubs.permissions import governing_body, is_officer_over, is_signed_in, runs
from core.actors import Actor
from core.permissions import add_rules
from office.selectors.closures import is_closed


@rules.predicate
def is_secretary_below(actor: Actor, obj: Any) -> bool:
    """The secretary of a club under this federation."""
    body = governing_body(obj)
    return isinstance(body, Federation) and any(
        grant.role == Role.SECRETARY and grant.club is not None and body.pk in grant.club.line for grant in actor.grants
    )


@rules.predicate
def club_is_closed(actor: Actor, obj: Any) -> bool:
    body = governing_body(obj)
    return isinstance(body, Club) and is_closed(body)


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
    # A federation's own desk. Who may direct is for the clubs to know too.
    "federation.tree_view": is_officer_over,
    "federation.tree_change": is_officer_over,
    "licence.view": is_officer_over | is_secretary_below,
    "licence.keep": is_officer_over,
    "history.view": rules.always_allow,
}
# Nobody joins a club that has closed, whoever adds them.
CONFLICTS = {"membership.add": club_is_closed}
add_rules(RULES, conflicts=CONFLICTS)
