"""A seal that is opened while its boards are chosen; a board that two directors deal again."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from core.errors import Conflict, Forbidden
from events.models import Board, BoardSet, SealOpening, Session
from events.services.board_use import deal_for_session, use_boards
from events.services.boards import redeal
from events.services.seals import open_seal
from tests.cast import Cast
from tests.concurrency.threads import all_chains_are_whole, at_once, refused
from tests.events.decks import make_set, the_section
from tests.events.evening import make_players, make_session

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_opens_the_seal_while_the_boards_are_chosen_either_looks_or_plays(people: Cast) -> None:
    """Both would mean that somebody plays what they have seen."""
    session = make_session(people.harbour, state="seating", players=[people.director.player, *make_players(15)])
    board_set = make_set(people.harbour)

    def act(number: int) -> Any:
        if number == 0:
            return open_seal(actor=people.actor("director"), board_set=board_set, reason="To look")
        section = the_section(Session.objects.get(pk=session.pk))
        return use_boards(actor=people.actor("secretary"), section=section, board_set=board_set)

    problems = refused(at_once(act), (ValidationError, Forbidden))
    assert len(problems) == 1
    chosen = the_section(session).board_set is not None
    assert chosen != SealOpening.objects.exists()
    assert all_chains_are_whole()


def test_two_directors_deal_one_board_again_once(people: Cast) -> None:
    board_set = make_set(people.harbour, 4)

    def act(number: int) -> Any:
        actor = people.actor(("director", "secretary")[number])
        return redeal(actor=actor, board_set=board_set, number=2, reason="A card was seen", version=1)

    assert len(refused(at_once(act), Conflict)) == 1
    assert Board.objects.filter(number=2).count() == 2
    assert Board.objects.current().filter(number=2).count() == 1


def test_boards_for_a_session_are_dealt_once(people: Cast) -> None:
    session = make_session(people.harbour, state="seating")

    def act(number: int) -> Any:
        return deal_for_session(actor=people.actor("secretary"), session=Session.objects.get(pk=session.pk))

    assert len(refused(at_once(act), ValidationError)) == 1
    assert BoardSet.objects.count() == 1
