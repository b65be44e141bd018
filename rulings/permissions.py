"""Who rules, and who may read rulings. Which table and which board, `rulings.selectors.reach` sees to."""

from __future__ import annotations

from typing import Any

import rules

from clubs.permissions import is_officer_over, is_official
from core.actors import Actor
from core.permissions import SCOPE_OF_AREA, add_rules
from events.models import Entrant, Session, SessionOfficial, Substitution
from events.models.sessions import Duty
from events.permissions import is_director_of


def _session_for_player(actor: Actor, obj: Any) -> Session | None:
    """The session that something belongs to; None for whoever is no player."""
    session = obj if isinstance(obj, Session) else getattr(obj, "session", None)
    session = session or getattr(getattr(obj, "ruling", None), "session", None)
    return session if isinstance(session, Session) and actor.player is not None else None


def _directs(actor: Actor, obj: Any, **as_whom: Any) -> bool:
    session = _session_for_player(actor, obj)
    if session is None:
        return False
    return SessionOfficial.objects.filter(session=session, duty=Duty.DIRECTOR, **as_whom).exists()


@rules.predicate
def is_named_director(actor: Actor, obj: Any) -> bool:
    """Named as a director of this session, with or without a role in the club."""
    return _directs(actor, obj, player=actor.player)


@rules.predicate
def is_deputy(actor: Actor, obj: Any) -> bool:
    """Rules at the own table of a director who plays (Law 81)."""
    return _directs(actor, obj, deputy=actor.player)


@rules.predicate
def plays_here(actor: Actor, obj: Any) -> bool:
    """Seated in this session, or standing in for somebody: the rulings of the own tables are there to be read."""
    session = _session_for_player(actor, obj)
    if session is None:
        return False
    seated = Entrant.objects.filter(player=actor.player, contestant__places__session=session)
    standing_in = Substitution.objects.filter(player=actor.player, place__session=session, withdrawn_at=None)
    return seated.exists() or standing_in.exists()


rules_everywhere = is_director_of | is_officer_over | is_named_director

RULES = {
    # Everywhere but at the own table; a deputy at one table only.
    "ruling.make": rules_everywhere | is_deputy,
    "ruling.direct": rules_everywhere,
    # Every ruling of the session. Players read those of their own tables.
    "ruling.view": rules_everywhere | is_official,
    # The page that lists what one may read.
    "ruling.list": rules_everywhere | is_official | is_deputy | plays_here,
}
add_rules(RULES)
SCOPE_OF_AREA["ruling"] = "event"
