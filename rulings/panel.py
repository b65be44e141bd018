"""What rulings add to the director's desk and to the page of a result."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from core.actors import Actor
from core.permissions import may
from events.models import Play, Session
from rulings.reviews import with_reviews
from rulings.selectors.reach import director_reach
from rulings.selectors.restrictions import (
    due_reminders,
    opinions_wanted,
    owed_scores,
    restrictions_version,
    table_restrictions,
)
from rulings.selectors.trick_transfer import pending_transfers
from rulings.selectors.visible import visible_rulings
from scoring.panels import Panel


def _desk(actor: Actor, session: Session) -> dict[str, Any]:
    if not may(actor, "ruling.make", session):
        return {"rules": False}
    reach = director_reach(actor, session)
    return {
        "rules": True,
        "restrictions": table_restrictions(session, reach),
        "reminders": due_reminders(session, reach),
        "owed": owed_scores(session, reach),
        "transfers": pending_transfers(session, reach),
        "opinions": opinions_wanted(actor, session),
    }


def _play(actor: Actor, play: Play) -> dict[str, Any]:
    session = play.section.session
    reach = director_reach(actor, session)
    rules = may(actor, "ruling.make", session)
    return {
        "rulings": with_reviews(actor, visible_rulings(actor, session, reach).filter(play=play).order_by("pk")),
        "rules": rules and reach.may_rule(play.section_id, play.round, play.table, play.board),
    }


PANEL = Panel(
    desk_template="rulings/on_desk.html",
    desk=_desk,
    tag=restrictions_version,
    play_template="rulings/on_play.html",
    play=_play,
    call_page="club-ruling-new",
    pages=(("club-session-polls", _("Polls of peers")),),
)
