"""Law 77, and Law 78B."""

import pytest

from scoring.engine.boards import Conditions
from scoring.engine.cards import Seat
from scoring.engine.contract import Contract, Result
from scoring.engine.errors import NotationError
from scoring.engine.imps import imps
from scoring.engine.law77 import declarer_score, is_possible, table_score


@pytest.mark.parametrize(
    ("contract", "tricks", "vulnerable", "score"),
    [
        ("1C", 7, False, 70),
        ("1NT", 7, False, 90),
        ("1H", 9, False, 140),
        ("3NT", 9, True, 600),
        ("3NT", 7, True, -200),
        ("3NTX", 11, False, 750),
        ("2CX", 8, False, 180),
        ("2CXX", 8, True, 760),
        ("4S", 9, True, -100),
        ("4S", 12, False, 480),
        ("4SX", 11, True, 990),
        ("5D", 10, False, -50),
        ("5D", 11, False, 400),
        ("6NT", 12, False, 990),
        ("6S", 12, True, 1430),
        ("7NT", 13, True, 2220),
        ("7NTXX", 13, True, 2980),
        ("1NTXX", 13, True, 3160),
        ("4HX", 9, False, -100),
        ("4HX", 8, False, -300),
        ("4HX", 7, False, -500),
        ("4HX", 6, False, -800),
        ("4HX", 5, False, -1100),
        ("4HX", 9, True, -200),
        ("4HX", 7, True, -800),
        ("4HXX", 6, False, -1600),
        ("4HXX", 6, True, -2200),
        ("7NTXX", 0, True, -7600),
        ("7NTXX", 0, False, -7000),
    ],
)
def test_scores(contract: str, tricks: int, vulnerable: bool, score: int):
    assert declarer_score(Contract.parse(contract), tricks, vulnerable=vulnerable) == score


def test_tables_see_north_south():
    east = Result(Contract.parse("4S"), Seat.EAST, 10)
    assert table_score(east, Conditions.of(1)) == -420
    assert table_score(east, Conditions.of(3)) == -620
    assert table_score(Result(), Conditions.of(1)) == 0


def test_a_contract_without_declarer_has_no_score():
    with pytest.raises(NotationError, match="no declarer"):
        table_score(Result(Contract.parse("4S"), None, 10), Conditions.of(1))


def test_impossible_scores_are_known():
    assert is_possible(-620)
    assert is_possible(0)
    assert not is_possible(425)
    assert is_possible(620, Conditions.of(2))
    assert not is_possible(620, Conditions.of(1))


@pytest.mark.parametrize(
    ("difference", "worth"),
    [
        (0, 0),
        (10, 0),
        (20, 1),
        (40, 1),
        (50, 2),
        (420, 9),
        (430, 10),
        (-430, -10),
        (750, 13),
        (3990, 23),
        (4000, 24),
        (9000, 24),
    ],
)
def test_imps(difference: int, worth: int):
    assert imps(difference) == worth


def test_a_cap_limits_every_swing():
    assert imps(-2500, cap=17) == -17
    assert [imps(difference, cap=17) for difference in (2500, 50)] == [17, 2]
