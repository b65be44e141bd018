"""Who may speak for a team. The rules stand beside those of `events.permissions` and are asked in the same way."""

from __future__ import annotations

from typing import Any

import rules

from core.actors import Actor
from core.permissions import add_rules
from events.models import Contestant
from events.permissions import runs_sessions


@rules.predicate
def speaks_for(actor: Actor, obj: Any) -> bool:
    """The team's captain; where it has named none, any of its players."""
    player = actor.player
    if player is None or not isinstance(obj, Contestant):
        return False
    entrants = [entrant for entrant in obj.entrants.all() if entrant.is_active]
    captains = [entrant for entrant in entrants if entrant.is_captain]
    return any(entrant.person_id == player.pk for entrant in captains or entrants)


RULES = {
    "match.agree": speaks_for,
    # For a captain who cannot sign in.
    "match.witness": runs_sessions,
    "match.rule": runs_sessions,
}
# A captain's word is the captain's; who runs the session writes it down as a witness.
add_rules(RULES, personal=["match.agree"])
