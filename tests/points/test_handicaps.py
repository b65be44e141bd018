"""Handicaps, and the ranking beside the scratch one."""

from fractions import Fraction

from points.handicaps import HandicapShare, handicap_by_grades, handicap_by_hand, player_handicap, with_handicaps
from scoring.engine.results import ScoredStanding

F = Fraction
HALF = HandicapShare.HALF


def standing(rank: int, contestant: str, percent: Fraction | None, total: Fraction | int = 0, **more) -> ScoredStanding:
    return ScoredStanding(rank, False, contestant, 24, F(total), percent, **more)


def test_half_of_what_a_player_is_below_the_middle():
    assert player_handicap(F(42)) == 4
    assert player_handicap(F(56)) == -3


def test_a_pair_gets_the_sum_or_the_mean():
    assert handicap_by_grades([F(42), F(46)]) == 6
    assert handicap_by_grades([F(42), F(46)], HALF) == 3
    assert handicap_by_grades([F(42), F(42)]) == 8
    assert handicap_by_grades([]) == 0


def test_players_of_an_individual_and_teams():
    assert handicap_by_grades([F(42)]) == 8
    assert handicap_by_grades([F(42), F(46), F(50), F(54)]) == 2


def test_by_hand():
    assert handicap_by_hand([F(3), F(5)]) == 8
    assert handicap_by_hand([F(3), F(5)], HALF) == 4


def test_the_handicap_ranking():
    scratch = [standing(1, "a", F(60)), standing(2, "b", F(55), tie_break=("split",)), standing(3, "c", F(50))]
    ranking = with_handicaps(scratch, {"b": F(5), "c": F(12)})
    assert [(one.contestant, one.place, one.percent) for one in ranking] == [
        ("c", "1", 62),
        ("a", "2=", 60),
        ("b", "2=", 60),
    ]
    assert all(one.tie_break == () for one in ranking)


def test_where_there_are_no_percentages_points_are_added():
    ranking = with_handicaps([standing(1, "a", None, F(20)), standing(2, "b", None, F(-4))], {"b": F(30)})
    assert [(one.contestant, one.total) for one in ranking] == [("b", 26), ("a", 20)]


def test_who_has_no_place_gets_none():
    scratch = [standing(1, "a", F(60)), standing(2, "b", F(50), is_ranked=False)]
    ranking = with_handicaps(scratch, {"b": F(20)})
    assert [(one.contestant, one.is_ranked) for one in ranking] == [("a", True), ("b", False)]


def test_each_ranking_by_itself():
    scratch = [
        standing(1, "n1", F(60), ranking="NS"),
        standing(2, "n2", F(55), ranking="NS"),
        standing(1, "e1", F(52), ranking="EW"),
    ]
    ranking = with_handicaps(scratch, {"n2": F(10)})
    assert [(one.contestant, one.rank) for one in ranking] == [("n2", 1), ("n1", 2), ("e1", 1)]
