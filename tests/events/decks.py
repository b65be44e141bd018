"""Sets of boards to test with, dealt from a seed so that every run has the same."""

from __future__ import annotations

from random import Random
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from clubs.models import Club
from core import actors
from events.models import BoardRelease, BoardSet, Play, Section, Session
from events.models.plays import PlayState
from events.services.boards import deal_boards
from scoring.engine.deal import Deal
from scoring.engine.dealing import draw_set
from scoring.interchange.deals import BoardDeal


def make_set(club: Club, count: int = 28, *, first: int = 1, seed: int = 5, **fields: Any) -> BoardSet:
    given = {"actor": actors.system(), "name": "Monday's boards"} | fields
    return deal_boards(club=club, count=count, first=first, randbelow=Random(seed).randrange, **given)


def some_deals(count: int, seed: int = 17) -> tuple[Deal, ...]:
    return draw_set(count, Random(seed).randrange)


def some_boards(count: int, *, first: int = 1, seed: int = 17) -> list[BoardDeal]:
    return [BoardDeal.of(first + at, deal) for at, deal in enumerate(some_deals(count, seed))]


def the_section(session: Session) -> Section:
    return session.sections.get()


def take(session: Session, board_set: BoardSet) -> Section:
    """The session's section plays this set."""
    section = the_section(session)
    Section.objects.filter(pk=section.pk).update(board_set=board_set)
    return the_section(session)


def play(session: Session, board: int | None = None, state: str = PlayState.DONE, **where: Any) -> None:
    """A board is played, at every table or only `where` it says. Played everywhere, the director opens it."""
    plays = Play.objects.filter(section__session=session, **where)
    plays = plays if board is None else plays.filter(board=board)
    plays.update(state=state)
    if state == PlayState.DONE and not where:
        release(plays)


def release(plays: QuerySet[Play]) -> None:
    """The boards of these plays are open to everybody, though their rounds go on."""
    used = plays.filter(section__board_set__isnull=False).values_list("section__board_set", "board").distinct()
    for set_id, number in used.order_by():
        BoardRelease.objects.get_or_create(
            board_set_id=set_id, number=number, withdrawn_at=None, defaults={"released_at": timezone.now()}
        )
