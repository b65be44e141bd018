"""Auctions: whose turn, what is legal, what contract."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.laws.auction import DOUBLE, PASS, REDOUBLE, Auction, Call, seat_after
from rulings.laws.errors import LawsError
from rulings.laws.library import library
from rulings.laws.words import say
from scoring.engine.cards import Seat
from scoring.engine.errors import NotationError

N, E, S, W = Seat


def auction(text: str, dealer: Seat = N) -> Auction:
    return Auction.parse(dealer, text)


@pytest.mark.parametrize(
    ("text", "contract", "declarer"),
    [
        ("1S P 2S P 4S P P P", "4S", N),
        ("1NT P 2D P 2H P 3NT P 4H P P P", "4H", N),
        ("P P 1C X P 1H P P P", "1H", E),
        ("1H X XX P P P", "1HXX", N),
        ("1H X P P P", "1HX", N),
        ("1C 1D 2C 2D X XX 3C P P P", "3C", N),
    ],
)
def test_contract_and_declarer(text: str, contract: str, declarer: Seat):
    found = auction(text)
    assert found.is_over
    assert found.turn is None
    assert str(found.contract) == contract
    assert found.declarer is declarer
    assert found.faults == ()


def test_four_passes():
    found = auction("P P P P")
    assert found.is_over
    assert found.contract is None
    assert found.declarer is None
    assert not auction("P P P").is_over
    assert auction("P P P").turn is W


def test_an_auction_that_is_on_has_no_contract():
    with pytest.raises(LawsError, match="it is S's turn"):
        auction("1S P").contract  # noqa: B018


@pytest.mark.parametrize(
    ("text", "code", "tree", "place"),
    [
        ("1S 1H", "insufficient", "L27", 1),
        ("1NT 1NT", "insufficient", "L27", 1),
        ("1S P X", "bad-double", "L36", 2),
        ("X", "bad-double", "L36", 0),
        ("1S X X", "bad-double", "L36", 2),
        ("1S XX", "bad-redouble", "L36", 1),
        ("1S X P XX", "bad-redouble", "L36", 3),
        ("1S S:2S", "out-of-rotation", "L29", 1),
        ("7NT 8C", "above-seven", "L38", 1),
        ("1S P P P 2H", "after-the-end", "L39", 4),
        ("P P P P P", "after-the-end", "L39", 4),
    ],
)
def test_what_is_wrong_with_a_call(text: str, code: str, tree: str, place: int):
    [fault] = auction(text).faults
    assert (fault.note.code, fault.tree, fault.place) == (code, tree, place)
    assert fault.tree in library().trees
    assert "Law" in say(fault.note)


def test_an_illegal_double_does_not_count():
    found = auction("1S P X P P P")
    assert str(found.contract) == "1S"


def test_an_accepted_insufficient_bid_is_the_last_bid():
    found = auction("2S 1H P P P")
    assert str(found.contract) == "1H"
    assert found.declarer is E


def test_a_pass_out_of_rotation_ends_nothing():
    """Law 17D3: East was left out, and gets the turn back."""
    found = auction("1H S:P W:P N:P")
    assert not found.is_over
    assert found.turn is E
    assert [fault.note.code for fault in found.faults] == ["out-of-rotation"]
    assert found.then(PASS, PASS, PASS).is_over


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("1S P W:P N:P", S),
        ("P P W:P N:P", S),
        ("P W:P N:P E:P", E),
        ("P 1H P P S:P", N),
        ("1S X P N:P E:P", W),
        ("P P P N:P E:P", W),
        ("1S W:P N:P E:P", E),
    ],
)
def test_the_turn_goes_back_to_the_player_who_was_passed_over(text: str, turn: Seat):
    """Law 17D3: later passes are cancelled, those before the turn that was missed stand."""
    found = auction(text)
    assert not found.is_over
    assert found.turn is turn


@pytest.mark.parametrize(
    ("text", "contract", "declarer"),
    [
        ("1S P W:P N:P S:P W:P", "1S", "N"),
        ("1S P W:P N:P P P", "1S", "N"),
        ("1S X P N:P E:P W:P N:P", "1SX", "N"),
        ("P P W:P N:P S:P W:P", None, None),
        ("P P W:P N:P P P", None, None),
        ("P P P N:P E:P W:P", None, None),
        ("P P W:P N:P S:1D W:P N:P E:P", "1D", "S"),
        ("1S P W:P N:P S:2S P P P", "2S", "N"),
        ("1S P W:P N:P N:P W:P S:P W:P", "1S", "N"),
    ],
)
def test_passes_before_a_turn_that_was_missed_still_count(text: str, contract: str | None, declarer: str | None):
    found = auction(text)
    assert found.is_over
    assert (str(found.contract) if found.contract else None) == contract
    assert (found.declarer.value if found.declarer else None) == declarer


def test_four_passes_begun_by_the_wrong_player_are_a_board_passed_out():
    """Law 17D3 asks about the three passes that follow a call: nobody was left out here (Law 22B)."""
    found = auction("E:P S:P W:P N:P")
    assert found.is_over
    assert found.contract is None
    assert [fault.note.code for fault in found.faults] == ["out-of-rotation"]


@pytest.mark.parametrize(
    ("text", "contract", "declarer"),
    [
        ("1S P W:P S:P W:P", "1S", N),
        ("1S S:2S E:P S:P W:P", "1S", N),
        ("1S W:2H E:2D P P P", "2D", E),
    ],
)
def test_the_proper_player_calls_over_a_call_out_of_rotation(text: str, contract: str, declarer: Seat):
    """Law 28B: the auction goes on as if the other player had not called at that turn."""
    found = auction(text)
    assert found.is_over
    assert (str(found.contract), found.declarer) == (contract, declarer)
    assert [fault.note.code for fault in found.faults] == ["out-of-rotation"]


def test_alerts_hesitations_and_signs():
    found = auction("1♠ 2NT! P~ e:x")
    assert [str(made.call) for made in found.calls] == ["1S", "2NT", "P", "X"]
    assert found.calls[1].alerted
    assert found.calls[2].hesitated
    assert found.calls[3].seat is E


@pytest.mark.parametrize("text", ["1", "0C", "1X", "NT", "!", "hello"])
def test_what_is_no_call_is_refused(text: str):
    with pytest.raises(LawsError, match="is no call"):
        Call.parse(text)


def test_a_seat_that_is_none_is_refused():
    with pytest.raises(NotationError):
        auction("Q:1S")


def test_legal_calls_at_the_start_and_at_the_end():
    assert len(Auction(N).legal_calls) == 36
    assert DOUBLE in auction("1S").legal_calls
    assert REDOUBLE in auction("1S X").legal_calls
    assert auction("7NT X XX").legal_calls == (PASS,)
    assert auction("P P P P").legal_calls == ()


@given(st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_legal_calls_make_legal_auctions(seed: int):
    chance = random.Random(seed)
    found = Auction(chance.choice(list(Seat)))
    while not found.is_over:
        found = found.then(PASS if chance.random() < 0.5 else chance.choice(found.legal_calls))
    assert found.faults == ()
    seats = [made.seat for made in found.calls]
    assert seats == [seat_after(found.dealer, place) for place in range(len(seats))]
    if found.contract is not None:
        assert found.declarer is not None
        assert 1 <= found.contract.level <= 7
    again = Auction.parse(found.dealer, " ".join(str(made.call) for made in found.calls))
    assert again == found


def test_a_long_list_of_calls_is_judged_quickly():
    assert len(auction("P " * 400).faults) == 396
