"""What each side is given, in its own figures."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scoring.adjusted.storage import pack
from scoring.adjusted.words import given_words, value_words
from scoring.engine.cards import Side
from scoring.engine.sheet import Outcomes, award_for_percent


def test_east_west_read_a_score_with_their_own_sign() -> None:
    made = Outcomes.one(420)
    assert (value_words(made, Side.NS), value_words(made, Side.EW)) == ("+420", "−420")


def test_each_part_of_a_weighted_score_has_the_side_s_own_sign() -> None:
    weighted = Outcomes.weighted((-50, "60"), (420, "40"))
    assert value_words(weighted, Side.EW) == "60%\N{NO-BREAK SPACE}+50, 40%\N{NO-BREAK SPACE}−420"
    assert given_words(pack(weighted), Side.EW) == "60%\N{NO-BREAK SPACE}+50, 40%\N{NO-BREAK SPACE}−420"


def test_a_share_is_a_share_for_either_side() -> None:
    assert {value_words(award_for_percent(60), side) for side in Side} == {"60%"}


@given(st.integers(-7600, 7600))
def test_the_sides_read_opposite_figures(score: int) -> None:
    ns, ew = (value_words(Outcomes.one(score), side) for side in Side)
    assert int(ns.replace("−", "-")) == -int(ew.replace("−", "-"))
