"""The hands of a Bridgemate file: deals for a session that has none, a check of those that it has."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from events.models import Session
from events.models.sessions import SessionState
from events.selectors.seal import board_set_seal
from events.selectors.seats import session_sections
from events.services.board_use import deal_for_session
from scoring.engine.cards import Seat
from scoring.engine.deal import DEALS, Deal
from scoring.interchange.bridgemate.records import FileHand
from tests.cast import Cast
from tests.scoring.bridgemate.laptop import Laptop

pytestmark = pytest.mark.django_db


def hand_row(board: int, deal: Deal) -> FileHand:
    hands = dict(zip(Seat, str(deal).partition(":")[2].split(), strict=True))
    suits = {seat: tuple(hand.split(".")) for seat, hand in hands.items()}
    return FileHand(1, board, {seat: (held[0], held[1], held[2], held[3]) for seat, held in suits.items()})


@pytest.fixture
def laptop(cast: Cast, session: Session) -> Laptop:
    laptop = Laptop(cast, session)
    chance = random.Random(3)
    boards = sorted({board for row in laptop.file.rounds for board in row.boards})
    hands = tuple(hand_row(board, Deal.from_number(chance.randrange(DEALS))) for board in boards)
    laptop.file = replace(laptop.file, hands=hands)
    return laptop


def test_a_session_without_deals_gets_those_of_the_file_and_they_are_sealed(laptop: Laptop, session: Session) -> None:
    report = laptop.read()
    assert report.deals == len(laptop.file.hands)
    board_set = session_sections(session)[0].board_set
    assert board_set is not None
    assert board_set_seal(board_set).is_whole
    assert laptop.read().deals == 0


def test_deals_are_not_taken_where_nobody_wants_them(laptop: Laptop, session: Session) -> None:
    assert laptop.read(with_deals=False).deals == 0
    assert session_sections(session)[0].board_set is None


def test_half_of_the_hands_wait_for_the_others_and_are_said_when_play_is_over(laptop: Laptop, session: Session) -> None:
    laptop.file = replace(laptop.file, hands=laptop.file.hands[1:])
    report = laptop.read()
    assert (report.deals, report.left_out) == (0, [])
    Session.objects.filter(pk=session.pk).update(state=SessionState.FINISHED, round=7)
    assert laptop.read().left_out == ["Section A: the file has no hands of boards 1, so that no deals are taken."]


def test_other_cards_than_ours_are_pointed_out_without_showing_them(laptop: Laptop, session: Session) -> None:
    deal_for_session(actor=laptop.cast.actor("secretary"), session=session)
    laptop.file = replace(laptop.file, hands=laptop.file.hands[:2])
    report = laptop.read()
    assert report.deals == 0
    assert report.left_out == [
        "Board 1; Board 2: the file has other hands than this session: compare them with the cards."
    ]


def test_a_hand_of_fourteen_cards_is_said_and_the_results_come_all_the_same(laptop: Laptop) -> None:
    first, *others = laptop.file.hands
    north = first.hands[Seat.NORTH]
    wrong = replace(first, hands={**first.hands, Seat.NORTH: (north[0] + "2", *north[1:])})
    laptop.file = replace(laptop.file, hands=(wrong, *others))
    laptop.play_round(1)
    report = laptop.read()
    assert report.new == len(laptop.rows)
    assert report.left_out == [
        "Board 1: The hands of the board in the file are not four hands of thirteen cards: they are left out."
    ]
