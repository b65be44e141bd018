"""Contracts, results, cards and vulnerabilities as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.boards import Conditions, Vulnerability
from scoring.engine.cards import Card, Seat, Side, Strain
from scoring.engine.contract import Contract, Result, is_not_played, is_pass
from scoring.engine.errors import NotationError
from tests.scoring.sessions import many

CONTRACTS = st.builds(Contract, st.integers(1, 7), st.sampled_from(Strain), st.integers(0, 2))


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("4S=", "4S="),
        ("3NTx-2 W", "3NTX-2 W"),
        ("4♠X+1", "4SX+1"),
        ("1NTxx=", "1NTXX="),
        ("w 3nt -2", "3NT-2 W"),
        ("5♥️ S +1", "5H+1 S"),
        ("6 N = by E", "6NT= E"),
        ("2c*-1", "2CX-1"),
        ("3SA−1", "3NT-1"),
        ("P", "Pass"),
        ("Pass", "Pass"),
        ("all pass", "Pass"),
    ],
)
def test_results_are_read_and_printed(typed: str, printed: str):
    assert str(Result.parse(typed)) == printed


@pytest.mark.parametrize(("typed", "printed"), [("1NTxx", "1NTXX"), ("4♠x", "4SX"), (" 7n ", "7NT"), ("5d**", "5DXX")])
def test_contracts_are_read_and_printed(typed: str, printed: str):
    assert str(Contract.parse(typed)) == printed


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "empty"),
        ("42", "not a contract"),
        ("8NT=", "level must be 1 to 7"),
        ("0S=", "level must be 1 to 7"),
        ("4Z=", "not a contract"),
        ("4S", "not a result"),
        ("4SXXX=", "not a result"),
        ("7NT+1", "between -13 and +0"),
        ("1C-8", "between -7 and +6"),
    ],
)
def test_what_cannot_be_read_is_said_precisely(typed: str, words: str):
    with pytest.raises(NotationError, match=words.replace("+", r"\+")):
        Result.parse(typed)


@many
@given(contract=CONTRACTS, tricks=st.integers(0, 13), declarer=st.none() | st.sampled_from(Seat))
def test_every_result_survives_printing(contract: Contract, tricks: int, declarer: Seat | None):
    result = Result(contract, declarer, tricks)
    assert Result.parse(str(result)) == result
    assert Contract.parse(str(contract)) == contract


@pytest.mark.parametrize("tricks", [-1, 14])
def test_impossible_tricks(tricks: int):
    with pytest.raises(NotationError, match="0 to 13"):
        Result(Contract.parse("4S"), Seat.NORTH, tricks)


def test_a_contract_needs_tricks():
    with pytest.raises(NotationError, match="no number of tricks"):
        Result(Contract.parse("4S"), Seat.NORTH)


def test_pass_and_not_played():
    assert is_pass("pass")
    assert not is_pass("NP")
    assert is_not_played("not played")


@pytest.mark.parametrize("typed", ["SK", "KS", "sk", "K♠"])
def test_leads(typed: str):
    assert str(Card.parse(typed)) == "SK"
    assert Card.parse("H10") == Card.parse("TH") == Card(Strain.HEARTS, "T")


@pytest.mark.parametrize("typed", ["", "S", "1S", "SX", "SKK", "NTK"])
def test_unreadable_cards(typed: str):
    with pytest.raises(NotationError, match="not a card"):
        Card.parse(typed)


def test_seats():
    assert Seat.parse("north") is Seat.parse(" n ") is Seat.NORTH
    assert Seat.WEST.side is Side.EW
    with pytest.raises(NotationError, match="not a seat"):
        Seat.parse("X")


def test_dealer_and_vulnerability_by_number():
    dealers = "".join(Conditions.of(number).dealer.value for number in range(1, 9))
    assert dealers == "NESWNESW"
    vulnerable = [Conditions.of(number).vulnerability.value for number in (1, 2, 3, 4, 5, 8, 9, 13, 16, 17, 32)]
    assert vulnerable == ["None", "NS", "EW", "All", "NS", "None", "EW", "All", "EW", "None", "EW"]


def test_what_is_marked_on_a_board_goes_before_its_number():
    marked = Conditions.of(1, dealer=Seat.WEST, vulnerability=Vulnerability.ALL)
    assert marked == Conditions(Seat.WEST, Vulnerability.ALL)
    assert marked.vulnerable(Side.NS)


def test_board_numbers_start_at_one():
    with pytest.raises(NotationError, match="board number"):
        Conditions.of(0)


@pytest.mark.parametrize(
    ("typed", "meant"), [("Both", "All"), ("N-S", "NS"), ("love", "None"), ("-", "None"), ("ew", "EW")]
)
def test_vulnerabilities(typed: str, meant: str):
    assert Vulnerability.parse(typed).value == meant
    with pytest.raises(NotationError):
        Vulnerability.parse("half")
