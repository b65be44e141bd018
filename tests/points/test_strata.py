"""Stratified rankings."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from points.strata import (
    StrataError,
    Stratum,
    ValueOfPair,
    check_strata,
    contestant_value,
    rank_by_strata,
    stratum_by_kind,
    stratum_by_value,
)

F = Fraction
ABC = [Stratum("A"), Stratum("B", F(500)), Stratum("C", F(100))]


def test_the_value_of_a_pair():
    values = [F(80), F(300)]
    assert contestant_value(values) == 300
    assert contestant_value(values, ValueOfPair.MEAN) == 190
    assert contestant_value(values, ValueOfPair.SUM) == 380
    with pytest.raises(StrataError, match="without players"):
        contestant_value([])


def test_who_is_below_the_limit_belongs_to_the_stratum():
    assert [stratum_by_value(ABC, "p", F(value)) for value in (0, 99, 100, 499, 500, 9000)] == [2, 2, 1, 1, 0, 0]
    with pytest.raises(StrataError, match="Smith & Jones has no value"):
        stratum_by_value(ABC, "Smith & Jones", None)


def test_strata_by_kind():
    strata = [Stratum("Open", kinds=frozenset({"open"})), Stratum("Novice", kinds=frozenset({"novice", "junior"}))]
    assert stratum_by_kind(strata, "p", "junior") == 1
    with pytest.raises(StrataError, match="p is senior, which is no stratum; there are junior, novice, open"):
        stratum_by_kind(strata, "p", "senior")


def test_a_pair_ranks_in_its_own_stratum_and_all_higher_ones():
    scores = {name: F(60 - index) for index, name in enumerate("abcdefghij")}
    own = dict(zip("abcdefghij", (0, 0, 1, 2, 2, 1, 2, 2, 2, 0), strict=True))
    a, b, c = rank_by_strata(ABC, own, scores)
    assert [place.contestant for place in a.places] == list("abcdefghij")
    assert [place.contestant for place in b.places] == list("cdefghi")
    assert [(place.contestant, place.rank) for place in c.places] == [("d", 1), ("e", 2), ("g", 3), ("h", 4), ("i", 5)]


def test_the_lowest_stratum_needs_enough_pairs():
    scores = {name: F(60 - index) for index, name in enumerate("abcdefgh")}
    own = dict(zip("abcdefgh", (0, 0, 0, 1, 2, 2, 2, 2), strict=True))
    a, b, c = rank_by_strata(ABC, own, scores)
    assert c.too_few
    assert c.places == ()
    assert not b.too_few  # the four of C and one of B make five
    assert len(b.places) == 5
    a, b, c = rank_by_strata(ABC, own, scores, least=6)
    assert b.too_few
    assert len(a.places) == 8
    assert not rank_by_strata(ABC, own, scores, least=4)[2].too_few


def test_ties_within_a_stratum():
    scores = {"a": F(60), "b": F(50), "c": F(50), "d": F(40), "e": F(50)}
    own = dict.fromkeys(scores, 1) | {"b": 0}
    [_, low] = rank_by_strata(ABC[:2], own, scores, least=3)
    assert [(place.contestant, place.rank, place.tied) for place in low.places] == [
        ("a", 1, 1), ("c", 2, 2), ("e", 2, 2), ("d", 4, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("strata", "sentence"),
    [
        (ABC[:1], "1 strata cannot be ranked: name two or three."),
        ([*ABC, Stratum("D", F(50))], "4 strata"),
        ([Stratum("A", F(1000)), *ABC[1:]], "leave its limit out"),
        ([ABC[0], ABC[2], ABC[1]], "must fall from the highest to the lowest: 100, 500 do not"),
        ([ABC[0], ABC[1], ABC[1]], "500, 500 do not"),
        ([ABC[0], Stratum("B")], "none do not"),
    ],
)
def test_strata_that_contradict_themselves(strata, sentence):
    with pytest.raises(StrataError, match=sentence):
        check_strata(strata)


@given(st.dictionaries(st.text("abcdef", min_size=1), st.tuples(st.integers(0, 2), st.integers(30, 70)), min_size=1))
def test_no_place_is_worse_in_a_lower_stratum(entries):
    own = {name: stratum for name, (stratum, _) in entries.items()}
    scores = {name: F(score) for name, (_, score) in entries.items()}
    rankings = rank_by_strata(ABC, own, scores, least=1)
    ranks = [{place.contestant: place.rank for place in ranking.places} for ranking in rankings]
    for name in entries:
        held = [found[name] for found in ranks if name in found]
        assert len(held) == own[name] + 1
        assert held == sorted(held, reverse=True)
