"""The cases of the demo's casebook hold what a reader checks: cards, marks, auction, lead, score and tricks."""

from __future__ import annotations

from typing import Any

import pytest

from appeals.demo.cases import CASES, COMMENTS
from appeals.models.casebook import Topic
from rulings.laws import Auction
from rulings.laws.paragraphs import is_paragraph
from scoring.engine.boards import Conditions
from scoring.engine.cards import Seat
from scoring.engine.contract import Result
from scoring.engine.deal import Deal
from scoring.engine.law77 import table_score

DEALT = [case for case in CASES if "deal" in case]
SUITS = {"♠": 0, "♥": 1, "♦": 2, "♣": 3}
SIDES = {Seat.NORTH: 1, Seat.SOUTH: 1, Seat.EAST: -1, Seat.WEST: -1}
ROUND = "NESW"


def hand(case: dict[str, Any], seat: str) -> list[str]:
    """The four suits that a seat holds, as in PBN."""
    first, _colon, hands = case["deal"].partition(":")
    return hands.split()[(ROUND.index(seat) - ROUND.index(first)) % 4].split(".")


def test_there_are_twelve_with_their_texts_and_paragraphs_of_the_laws() -> None:
    assert len(CASES) == 12
    for case in CASES:
        assert all(is_paragraph(law) for law in case["law_refs"]), case["subject"]
        assert all(case[name] for name in ("subject", "event", "facts", "ruling", "statements", "decision", "deposit"))
        assert case["topic"] in Topic.values
    assert {number for number, *_rest in COMMENTS} <= set(range(1, 13))


@pytest.mark.parametrize("case", DEALT, ids=lambda case: case["subject"])
def test_a_deal_its_marks_its_auction_its_lead_and_its_score_agree(case: dict[str, Any]) -> None:
    Deal.parse(case["deal"])
    cards = [f"{suit}{rank}" for seat in ROUND for suit, held in enumerate(hand(case, seat)) for rank in held]
    assert len(set(cards)) == 52
    assert all(sum(map(len, hand(case, seat))) == 13 for seat in ROUND)
    conditions = Conditions.of(case["board"])
    assert (case["dealer"], case["vulnerable"]) == (conditions.dealer.value, conditions.vulnerability.value)
    auction = Auction.parse(Seat(case["dealer"]), case["auction"])
    assert auction.is_over
    assert auction.faults == ()
    said, declarer, *score = case["contract"].split()
    result = Result.parse(f"{said} {declarer}")
    assert (str(auction.contract), auction.declarer) == (str(result.contract), result.declarer)
    if score != ["claimed"]:
        # As declarer's side sees it.
        assert int(score[0]) == table_score(result, conditions) * SIDES[Seat(declarer)]
    leader = ROUND[(ROUND.index(declarer) + 1) % 4]
    if "out of turn" in case["lead"]:
        leader = ROUND[(ROUND.index(declarer) + 3) % 4]
    suit, rank = case["lead"][0], case["lead"].split()[0][1:].replace("10", "T")
    assert rank in hand(case, leader)[SUITS[suit]]


# Which case, declarer and strain, the lead, and what declarer takes by best play from there.
TRICKS = [
    (1, "N", "S", "♥4", 10),
    (1, "W", "H", "♥8", 8),
    (2, "N", "C", "♠J", 8),
    (2, "E", "S", "♦T", 8),
    (3, "S", "H", "♣K", 12),
    (5, "E", "H", "♠T", 10),
    (6, "S", "S", "♥Q", 10),
    (7, "S", "N", "♠5", 9),
    (8, "W", "N", "♥Q", 8),
    (8, "W", "N", "♠3", 9),
]


def test_the_tricks_that_the_cases_speak_of_are_there() -> None:
    from endplay.dds import solve_board
    from endplay.types import Deal as Cards
    from endplay.types import Denom, Player

    for number, declarer, strain, lead, tricks in TRICKS:
        deal = Cards(CASES[number - 1]["deal"])
        deal.trump, deal.first = Denom.find(strain), Player.find(declarer).lho
        left = {str(card): 13 - taken for card, taken in solve_board(deal)}
        assert left[lead] == tricks, (number, left)
    clubs = [hand(CASES[3], seat)[3] for seat in ROUND]
    # The fourth: three rounds draw them all, and eleven tricks are on top once the knave of hearts has won.
    assert clubs == ["AKJ652", "T73", "98", "Q4"]
