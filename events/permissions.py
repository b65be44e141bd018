"""Who may do what with events. The rules stand beside those of `clubs.permissions` and are asked in the same way."""

from __future__ import annotations

from typing import Any

import rules

from clubs.models import Club, Role
from clubs.permissions import governing_body, is_member, is_officer_over, is_secretary
from core.actors import Actor
from core.permissions import add_rules
from events.models import DealFile, Event, Place

DESK = (Role.SECRETARY, Role.DIRECTOR, Role.SCORER)
KEEPERS = (Role.SECRETARY, Role.DIRECTOR)


@rules.predicate
def is_at_the_desk(actor: Actor, obj: Any) -> bool:
    """The secretary, a director or a scorer of the club."""
    body = governing_body(obj)
    return isinstance(body, Club) and actor.holds(DESK, body)


@rules.predicate
def is_director_of(actor: Actor, obj: Any) -> bool:
    body = governing_body(obj)
    return isinstance(body, Club) and actor.holds([Role.DIRECTOR], body)


@rules.predicate
def is_captain_of(actor: Actor, obj: Any) -> bool:
    """The captain of the team at this place."""
    player = actor.player
    if player is None or not isinstance(obj, Place):
        return False
    return any(entrant.is_captain and entrant.person_id == player.pk for entrant in obj.contestant.entrants.all())


@rules.predicate
def is_published(actor: Actor, obj: Any) -> bool:
    return isinstance(obj, Event) and obj.published_at is not None


@rules.predicate
def is_removed(actor: Actor, obj: Any) -> bool:
    return isinstance(obj, Event) and obj.removed_at is not None


@rules.predicate
def is_named_for(actor: Actor, obj: Any) -> bool:
    """The person for whom a file of deals is, as long as it is not withdrawn."""
    return isinstance(obj, DealFile) and obj.withdrawn_at is None and actor.user_id == obj.user_id


keeps = is_secretary | is_director_of | is_officer_over
runs_sessions = is_at_the_desk | is_officer_over

RULES = {
    "event.view": keeps | ((is_published | runs_sessions) & ~is_removed),
    "event.manage": keeps,
    "session.run": runs_sessions,
    "entry.make": is_member,
    "entry.manage": runs_sessions,
    "lineup.set": runs_sessions | is_captain_of,
    "money.view": runs_sessions,
    "money.take": runs_sessions,
    # The dealing right: the club's own people only. That they do not play the boards, the seal sees to.
    "deal.make": is_secretary | is_director_of,
    "deal.open": is_secretary | is_director_of,
    "deal.take": is_named_for,
}
add_rules(RULES, personal=["deal.take"])
