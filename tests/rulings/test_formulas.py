"""The numbers of rulings beyond the cases: choices of a regulation, limits, refusals."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.laws import formulas
from rulings.laws.errors import LawsError
from rulings.laws.evaluator import evaluate
from rulings.laws.library import library
from rulings.laws.regulation import Regulation
from scoring.engine import Outcomes
from scoring.engine.cards import Strain
from scoring.engine.errors import SheetError
from scoring.engine.sheet import AVERAGE_MINUS, Award, Unit

values = st.fractions(-30, 30, max_denominator=20)


@pytest.mark.parametrize("won", ["player", "partner", "nos"])
@pytest.mark.parametrize("later", [0, 1, 5])
def test_the_tree_and_the_formula_agree_on_revokes(won: str, later: int):
    facts = {"exempt": "none", "won": won, "later": "some" if later else "zero", "equity": "n"}
    [outcome] = evaluate(library(), "L64", facts).outcomes
    assert outcome["tricks"] == str(formulas.revoke_tricks("none", won, later))


def test_no_suit_is_left_to_forbid():
    assert formulas.forbidden_suits(formulas.SUITS) == ()
    assert formulas.forbidden_suits(()) == formulas.SUITS
    assert formulas.forbidden_suits([Strain.NOTRUMP, Strain.HEARTS]) == (Strain.CLUBS, Strain.DIAMONDS, Strain.SPADES)


def test_other_percentages_only_where_40_and_60_are_limits():
    limits = Regulation({"C11": "limits"})
    assert formulas.award("direct", Fraction(30), limits) == Award(percent=Fraction(30))
    assert formulas.award("direct", Fraction(40)) == AVERAGE_MINUS
    for fault, percent in (("direct", 45), ("none", 55), ("part", 45), ("none", 101)):
        with pytest.raises(LawsError, match="another needs setting C11"):
            formulas.award(fault, Fraction(percent), limits)
    with pytest.raises(LawsError, match="C11"):
        formulas.award("direct", Fraction(30))


def test_weights_of_one_result_are_that_result():
    one = formulas.weighted_matchpoints([620, 140], Outcomes.one(170))
    assert one == (2, 2)
    assert formulas.weighted_imps(-140, Outcomes.one(170)) == 1


def test_weights_must_add_up():
    with pytest.raises(SheetError, match="90%"):
        Outcomes.weighted((620, 60), (-100, 30))


@given(values, values, values)
def test_self_inflicted_damage(table: Fraction, normal: Fraction, adjusted: Fraction):
    found = formulas.split(table, normal, adjusted, Fraction(0))
    if adjusted <= normal:
        assert found == (table, -table)
    else:
        assert found.offending == -adjusted
        assert found.non_offending <= adjusted


def test_a_regulation_may_have_its_own_guidance():
    with pytest.raises(LawsError, match="enter each side's score"):
        formulas.split(*map(Fraction, (0, 2, 6, 6)), Regulation({"C5": "guidance"}))


@given(values, values)
def test_knockout_scores_balance(own: Fraction, theirs: Fraction):
    first, second = formulas.knockout(own, theirs)
    assert first + second == 0
    assert formulas.knockout(own, -own) == (own, -own)


def test_cancelled_boards_by_fault():
    assert formulas.cancelled("none", "none") == (3, 3)
    assert formulas.cancelled("direct", "direct") == (-3, -3)
    assert formulas.cancelled("part", "direct") == (0, -3)
    assert formulas.cancelled("none", "none", knocked_out=True) == (0, 0)
    assert formulas.cancelled("none", "none", regulation=Regulation({"C8": "average"})) == (0, 0)


def test_a_group_as_large_as_the_board_is_the_board():
    for method in ("half", "neuberg"):
        assert formulas.fouled(method, 9, 9, Fraction(5)) == 5


def test_a_penalty_is_a_share_of_a_top():
    penalty = formulas.procedural_penalty("7", "late")
    assert (penalty.amount, penalty.unit, penalty.reason) == (25, Unit.TOP_PERCENT, "late")
    assert formulas.procedural_penalty("7", "late", Regulation({"C10": "10"})).amount == 10


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (lambda: formulas.revoke_tricks("b1", "player", 0), "exempt=b1: choose one of none, b2"),
        (lambda: formulas.revoke_tricks("none", "dummy", 0), "won=dummy: choose one of player, partner, nos."),
        (lambda: formulas.revoke_tricks("none", "player", 13), "0 to 12 tricks"),
        (lambda: formulas.artificial_imps("half"), "fault=half: choose one of direct, part, none."),
        (lambda: formulas.fouled("average", 9, 3, Fraction(1)), "method=average: choose one of half, neuberg."),
        (lambda: formulas.fouled("half", 3, 9, Fraction(1)), "9 of 3 results"),
        (lambda: formulas.penalty_points(Fraction(8), Fraction(2)), "more than 0 and at most 1"),
    ],
)
def test_bad_input_is_refused(act, sentence: str):
    with pytest.raises(LawsError) as caught:
        act()
    assert sentence in str(caught.value)
