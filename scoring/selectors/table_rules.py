"""What the director's rules for a section come to at one of its tables."""

from __future__ import annotations

from typing import Any

from events.models import Play, Session
from events.models.conditions import Form
from events.models.plays import PlayState
from scoring.models import TableRules
from scoring.models.night import When
from scoring.services.night import RULES


def rules_data(session: Session, rules: TableRules) -> dict[str, Any]:
    """A number tells who declared only where both partners have the same one, and play nowhere else."""
    asked = rules.declarer_pair and session.event.form == Form.PAIRS
    return {name: getattr(rules, name) for name in sorted(RULES)} | {"declarer_pair": asked}


def may_see_ranking(session: Session, when: str, *, plays: list[Play], is_last: bool) -> bool:
    """All the time; after each round: once those here have nothing left to play in it. At the end: once nobody has.

    `plays` are the table's in this round. A board that was not played may still be: until then nothing is shown.
    """
    if when == When.NEVER or not session.round:
        return False
    if session.is_over or when == When.LIVE:
        return True
    if not plays or any(play.state == PlayState.DUE for play in plays):
        return False
    if when == When.ROUND:
        return True
    return is_last and not Play.objects.filter(section__session=session, state=PlayState.DUE).exists()
