"""Matches between teams, and victory points."""

from fractions import Fraction

import pytest

from scoring.engine import victory
from scoring.engine.cards import Side
from scoring.engine.errors import ScoringError, SheetError
from scoring.engine.methods import AGGREGATE, BOARD_A_MATCH
from scoring.engine.sheet import AVERAGE, AVERAGE_MINUS, AVERAGE_PLUS, CarryOver, Line, Outcomes, Penalty
from scoring.engine.teams import (
    Awards,
    Comparison,
    MatchBoard,
    OneAtFault,
    TeamMatch,
    TeamRules,
    TeamTable,
    compare_rooms,
    score_match,
    team_standings,
)

F = Fraction
IMPS = TeamRules()


def board(number: int, opened, closed) -> MatchBoard:
    return MatchBoard(number, Comparison(TeamTable.of(opened), TeamTable.of(closed)))


def one(scored, **options):
    return score_match(TeamMatch("A", "B", (MatchBoard(1, scored),), **options), IMPS)


def test_imps_between_two_tables():
    match = score_match(TeamMatch("A", "B", (board(1, 420, 170), board(2, -100, 620), board(3, 50, 50))), IMPS)
    assert [entry.home for entry in match.boards] == [6, -12, 0]
    assert (match.home, match.away) == (-6, 6)


def test_a_board_not_played_counts_nothing():
    assert score_match(TeamMatch("A", "B", (MatchBoard(1, None), board(2, 420, 170))), IMPS).home == 6


def test_weighted_score_against_the_other_table():
    """60% of +420 and 40% of +170 against -420 where the other team sits North-South."""
    opened = Outcomes.weighted((-420, 100))
    match = one(Comparison(TeamTable.of(opened), TeamTable.of(Outcomes.weighted((-420, 60), (-170, 40)))))
    assert match.home == F(4, 10) * -6
    assert match.away == -match.home


def test_split_scores_need_not_balance():
    opened = TeamTable(Outcomes.one(-50), Outcomes.one(-400))
    match = one(Comparison(opened, TeamTable.of(400)))
    assert (match.home, match.away) == (-10, 13)


def test_split_scores_in_a_knockout_are_averaged():
    match = one(Comparison(TeamTable(Outcomes.one(620), Outcomes.one(170)), TeamTable.of(170)), knockout=True)
    assert (match.home, match.away) == (5, -5)
    drawn = one(Awards(AVERAGE_PLUS, AVERAGE_PLUS), knockout=True)
    assert (drawn.home, drawn.away) == (0, 0)


def test_artificial_scores():
    match = one(Awards(AVERAGE_PLUS, AVERAGE))
    assert (match.home, match.away) == (3, 0)
    assert one(Awards(AVERAGE_MINUS, AVERAGE_MINUS)).home == -3


def test_one_team_has_an_artificial_score_and_the_other_what_it_was_assigned():
    """Law 12C1(d) for one side of a table alone: the other side's score is compared as any other (Law 78B)."""
    assigned = Line.split("A", "B", AVERAGE_PLUS, Outcomes.one(170))
    other = Line.played("B", "A", 620)
    match = one(compare_rooms([(assigned, Side.NS), (other, Side.EW)]))
    assert (match.home, match.away) == (3, 10)
    turned = one(
        compare_rooms(
            [(Line.played("A", "B", 620), Side.NS), (Line.split("B", "A", Outcomes.one(170), AVERAGE), Side.EW)]
        )
    )
    assert (turned.home, turned.away) == (0, -10)


def test_two_awards_wait_for_nobody_and_one_waits_for_the_other_table():
    both = Line.artificial("A", "B", AVERAGE_PLUS, AVERAGE_MINUS)
    assert compare_rooms([(both, Side.NS)]) == Awards(AVERAGE_PLUS, AVERAGE_MINUS)
    assert compare_rooms([(both, Side.EW)]) == Awards(AVERAGE_MINUS, AVERAGE_PLUS)
    assert compare_rooms([(Line.split("A", "B", AVERAGE_PLUS, Outcomes.one(170)), Side.NS)]) is None
    assert compare_rooms([(Line.played("A", "B", 170), Side.NS), (Line.not_played("B", "A"), Side.EW)]) is None


def test_what_cannot_be_compared():
    cards, others = Line.played("A", "B", 170), Line.played("B", "A", 170, group="fouled")
    assert compare_rooms([(cards, Side.NS), (others, Side.EW)]) is None
    assert compare_rooms([(cards, Side.NS), (Line.played("A", "B", 620), Side.NS)]) is None


@pytest.mark.parametrize(("opened", "expected"), [(620, 10), (200, 3)])
def test_one_team_at_fault(opened, expected):
    innocent = one(OneAtFault(True, TeamTable.of(opened), TeamTable.of(170)))
    assert (innocent.home, innocent.away) == (expected, -expected)
    away = one(OneAtFault(False, TeamTable.of(170), TeamTable.of(opened)))
    assert (away.home, away.away) == (-expected, expected)


def test_board_a_match_and_aggregate():
    boards = (board(1, 420, 170), board(2, 50, 50), board(3, 100, 110))
    bam = score_match(TeamMatch("A", "B", boards), TeamRules(BOARD_A_MATCH))
    assert ([b.home for b in bam.boards], [b.away for b in bam.boards]) == ([2, 1, 0], [0, 1, 2])
    close = score_match(TeamMatch("A", "B", boards), TeamRules(BOARD_A_MATCH, equal_within=10))
    assert [b.home for b in close.boards] == [2, 1, 1]
    assert score_match(TeamMatch("A", "B", boards), TeamRules(AGGREGATE)).home == 240


def test_carry_over_and_penalties_within_a_match():
    match = score_match(TeamMatch("A", "B", (board(1, 420, 170),), home_carry=F(-2), home_penalty=F(3)), IMPS)
    assert (match.home, match.away) == (1, -4)


def test_victory_points_from_each_teams_own_score():
    scale = victory.wbf_discrete(8)
    balanced = score_match(TeamMatch("A", "B", (board(1, 620, -100),)), IMPS, scale)
    assert (balanced.home_vps, balanced.away_vps) == (14, 6)
    split = score_match(TeamMatch("A", "B", (MatchBoard(1, Awards(AVERAGE_PLUS, AVERAGE_PLUS)),)), IMPS, scale)
    assert (split.home_vps, split.away_vps) == (11, 11)


def test_a_fractional_margin_goes_to_the_nearest_imp():
    scale = victory.wbf_discrete(8)
    assert scale.points(F(1, 2)) == 11
    assert scale.points(F(49, 100)) == 10
    assert scale.points(F(-1, 2)) == 9


def test_custom_bands():
    scale = victory.bands([0, 2, 5], draw=3)
    assert [scale.points(margin) for margin in (-9, -6, -3, 0, 1, 3, 6, 99)] == [0, 0, 1, 3, 4, 5, 6, 6]
    with pytest.raises(SheetError, match="must rise"):
        victory.bands([3, 2])


def test_a_25_to_0_scale_caps_the_winner():
    scale = victory.capped_bands([2, 6, 10, 14, 18, 22, 27, 32, 37, 43, 49, 55, 61, 68, 75])
    assert (scale.points(43), scale.points(-43)) == (24, 6)
    assert (scale.points(49), scale.points(-49)) == (25, 5)
    assert (scale.points(76), scale.points(-76)) == (25, 0)
    assert (scale.points(0), scale.points(-50)) == (15, 4)


def test_scales_have_names():
    assert victory.scale("ebu", 3).points(2) == 12
    assert victory.scale("wbf", 24).points(5) == F("11.23")
    with pytest.raises(ScoringError, match="no victory-point scale 'x'"):
        victory.scale("x", 8)
    with pytest.raises(SheetError, match="at least one board"):
        victory.wbf_continuous(0)


def test_percent_columns_are_the_published_ones():
    known = {2: ("50.92", "75.95"), 6: ("50.78", "72.13"), 13: ("50.54", "65.30"), 14: ("50.45", "62.78")}
    known |= {20: ("50.38", "60.71"), 28: ("50.32", "58.97"), 55: ("50.27", "57.53")}
    for boards, (first, last) in known.items():
        limits = victory.percent_limits(boards)
        assert (limits[0], limits[9]) == (F(first), F(last))
        assert list(limits) == sorted(limits)
    # By the square root of the boards this one would be 51.39.
    assert victory.percent_limits(16)[1] == F("51.38")


@pytest.mark.parametrize("boards", [1, 56])
def test_a_percentage_over_a_length_without_a_column_is_refused(boards):
    with pytest.raises(SheetError, match=f"2 to 55 boards, not for {boards}"):
        victory.percent_to_vp(F(60), boards)


@pytest.fixture
def league():
    """Three teams: everybody wins once by the same number of IMPs, but over different boards."""
    return [
        score_match(TeamMatch("A", "B", (board(1, 420, 170), board(2, 50, 50)), round=1), IMPS),
        score_match(TeamMatch("B", "C", (board(1, 620, -100), board(2, 0, 220)), round=2), IMPS),
        score_match(TeamMatch("C", "A", (board(1, 420, 170), board(2, 50, 50)), round=3), IMPS),
    ]


def test_standings_and_ties(league):
    standings = team_standings(league)
    assert [(s.contestant, s.place, s.total) for s in standings] == [
        ("A", "1=", 0),
        ("B", "1=", 0),
        ("C", "1=", 0),
    ]
    assert standings[0].boards == 4


def test_penalties_and_carry_over(league):
    standings = team_standings(
        league, penalties=[Penalty("A", F(1))], carry_overs=[CarryOver("C", F(2)), CarryOver("C", F(1))]
    )
    assert [(s.contestant, s.total) for s in standings] == [("C", 3), ("B", 0), ("A", -1)]


def test_averages_at_board_a_match():
    rules = TeamRules(BOARD_A_MATCH)
    match = score_match(TeamMatch("A", "B", (MatchBoard(1, Awards(AVERAGE_PLUS, AVERAGE)),)), rules)
    assert (match.home, match.away) == (F(6, 5), 1)
    fault = score_match(
        TeamMatch("A", "B", (MatchBoard(1, OneAtFault(True, TeamTable.of(0), TeamTable.of(50))),)), rules
    )
    assert (fault.home, fault.away) == (F(6, 5), F(4, 5))
    split = Comparison(TeamTable(Outcomes.one(620), Outcomes.one(170)), TeamTable.of(170))
    knocked = score_match(TeamMatch("A", "B", (MatchBoard(1, split),), knockout=True), rules)
    assert (knocked.home, knocked.away) == (F(3, 2), F(1, 2))


def test_limits_of_a_scale_can_be_typed() -> None:
    scale = victory.scale("25-0:2,6,10,14,18,22,27,32,37,43,49,55,61,68,75", boards=16)
    assert (scale.winner[76], scale.loser[76]) == (25, 0)
    assert (scale.winner[3], scale.loser[3]) == (16, 14)
    assert victory.scale("20-0: 0, 1, 2", boards=3).winner[2] == 12


@pytest.mark.parametrize("typed", ["25-0:", "25-0:a,b", "20-0:5,3", "30-0:1,2", "20-0:-1,2"])
def test_limits_that_make_no_scale_say_so(typed: str) -> None:
    with pytest.raises(ScoringError, match=r"limits|no victory-point scale"):
        victory.scale(typed, boards=16)
