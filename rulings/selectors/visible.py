"""Which rulings of a session somebody may read, and how much of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet

from core.actors import Actor
from core.permissions import may
from events.models import Session
from events.models.plays import PlayState
from rulings.models import Ruling
from rulings.models.rulings import RulingState
from rulings.selectors.reach import Reach, Spot, director_reach


def session_rulings(session: Session) -> QuerySet[Ruling]:
    rows = Ruling.objects.filter(session=session)
    return rows.select_related(
        "session__event__club__federation",
        "section",
        "play__section__session__event__club__federation",
        "director__player",
        "deputy_for",
        "call",
    )


def rulings_at_tables(spots: Iterable[Spot]) -> Q:
    """Rulings at these tables in these rounds."""
    parts = [Q(section=section, round=number, table=table) for section, number, table in sorted(spots)]
    return reduce(or_, parts) if parts else Q(pk__in=[])


def of_players(reach: Reach) -> Q:
    """At their own tables, once given and once the board is over there: a ruling tells of cards (Law 16D)."""
    is_played = Q(play__isnull=True) | ~Q(play__state=PlayState.DUE)
    return rulings_at_tables(reach.own) & ~Q(state=RulingState.DRAFT) & is_played


def visible_rulings(actor: Actor, session: Session, reach: Reach | None = None) -> QuerySet[Ruling]:
    own_reach = reach or director_reach(actor, session)
    own_rulings = of_players(own_reach)
    unseen = Q(board__isnull=True) | ~Q(board__in=own_reach.hidden)
    if may(actor, "ruling.view", session):
        return session_rulings(session).filter((unseen & ~rulings_at_tables(own_reach.own)) | own_rulings)
    return session_rulings(session).filter((unseen & rulings_at_tables(own_reach.deputised)) | own_rulings)


def is_of_staff(actor: Actor, ruling: Ruling, reach: Reach) -> bool:
    """Whether somebody reads it as an official: everything, and not only what the players were told."""
    spot = (ruling.section_id or 0, ruling.round or 0, ruling.table or 0)
    if spot in reach.own:
        return False
    return spot in reach.deputised or may(actor, "ruling.view", ruling.session)
