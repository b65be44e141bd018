"""One award of several, parts of awards, ranks, promotions and conversions."""

from fractions import Fraction

import pytest

from points.schemes.awards import PointAward, award_session, shown_points
from points.schemes.errors import PointsError
from points.schemes.library import scheme_named
from points.schemes.ranks import convert, next_rank, promotions, rank_for
from points.schemes.several import NamedAward, award_strata, best_award, scaled_award
from points.schemes.words import say
from points.strata import Stratum, rank_by_strata

F = Fraction


def first_of(pairs: str) -> PointAward:
    facts = {"form": "pairs", "winners": "1", "pairs": pairs, "places": "1"}
    return award_session(scheme_named("acbl-club").newest, facts).awards[0]


def test_the_best_of_several_counts_and_tells_of_the_others():
    best = best_award([NamedAward("section", first_of("8")), NamedAward("overall", first_of("12"))])
    assert shown_points(best) == "1.20"
    assert say(best.steps[-1]) == (
        "The best of several awards counts: 1.20 masterpoints from overall; section would have given 0.80 masterpoints."
    )


def test_of_equal_awards_the_first_is_kept_and_one_alone_needs_no_words():
    award = first_of("8")
    assert best_award([NamedAward("A", award), NamedAward("B", award)]).steps[-1]["name"] == "A"
    assert best_award([NamedAward("A", award)]) == award
    with pytest.raises(PointsError, match="no award to choose from"):
        best_award([])


def test_full_for_scratch_or_half_for_handicap_whichever_is_higher():
    """As Norway has it: the full scale by the scratch result, half of it by the handicap result."""
    scratch, handicap = first_of("7"), first_of("15")
    half = scaled_award(handicap, F(1, 2))
    assert shown_points(half) == "0.75"
    assert shown_points(best_award([NamedAward("scratch", scratch), NamedAward("handicap", half)])) == "0.75"


def test_strata_are_awarded_by_their_own_number_and_the_best_counts():
    strata = [Stratum("A"), Stratum("B", F(500))]
    scores = {f"p{number}": F(60 - number) for number in range(10)}
    own = {name: 1 if name in ("p4", "p5", "p6", "p7", "p8", "p9") else 0 for name in scores}
    rankings = rank_by_strata(strata, own, scores)
    awards = award_strata(scheme_named("acbl-club").newest, {"form": "pairs", "winners": "1", "pairs": "10"}, rankings)
    assert shown_points(awards["p0"]) == "1.00"  # first of ten
    assert shown_points(awards["p4"]) == "0.60"  # fifth of ten has nothing, first of six in B
    assert shown_points(awards["p5"]) == "0.42"
    assert shown_points(awards["p6"]) == "0.00"
    assert awards["p4"].steps[-1]["name"] == "B"


def test_titles_of_the_wbf():
    ranks = scheme_named("wbf").newest.ranks
    assert rank_for(ranks, {"WMP": F(149)}) is None
    assert rank_for(ranks, {"WMP": F(150)}).name == "World Master"
    assert rank_for(ranks, {"WMP": F(350)}).name == "World International Master"
    assert rank_for(ranks, {"PP": F(5)}).name == "World Life Master"
    assert rank_for(ranks, {"title": F(1)}).name == "World Life Master"
    assert rank_for(ranks, {"PP": F(10)}).name == "World Life Master"
    assert rank_for(ranks, {"PP": F(10), "title": F(1)}).name == "World Grand Master"


def test_what_is_missing_to_the_next_rank():
    ranks = scheme_named("wbf").newest.ranks
    rank, told = next_rank(ranks, {"WMP": F(120)})
    assert (rank.name, say(told)) == ("World Master", "World Master: 30 WMP to go.")
    rank, told = next_rank(ranks, {"WMP": F(400), "PP": F(3)})
    assert say(told) == "World Life Master: 1 title to go."
    assert next_rank(ranks, {"PP": F(10), "title": F(1)}) is None


def test_promotions_come_once_and_in_order():
    ranks = scheme_named("wbf").newest.ranks
    gained = promotions(ranks, {"WMP": F(140)}, {"WMP": F(360)})
    assert [promotion.rank.name for promotion in gained] == ["World Master", "World International Master"]
    assert say(gained[0].told) == "World Master: reached with 360 WMP."
    assert promotions(ranks, {"WMP": F(360)}, {"WMP": F(370)}) == ()
    assert promotions(ranks, {"WMP": F(360)}, {"WMP": F(100)}) == ()


def test_grades_of_new_zealand():
    ranks = scheme_named("nz").newest.ranks
    grades = [rank_for(ranks, {"rating": F(points)}).name for points in (0, 29, 30, 99, 100)]
    assert grades == ["Junior", "Junior", "Intermediate", "Intermediate", "Open"]


def test_conversions():
    [of_nz], [of_wbf] = scheme_named("nz").newest.conversions, scheme_named("wbf").newest.conversions
    converted = convert(of_nz, F(250))
    assert (converted.points, converted.kind, converted.rest) == (2, "B", 50)
    assert [say(step) for step in converted.steps] == ["200 C are 2 B.", "50 C wait for the next one."]
    assert (convert(of_wbf, F(55)).points, convert(of_wbf, F(55)).rest) == (F("5.5"), 0)
