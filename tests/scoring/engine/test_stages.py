"""Stages with carry-over, and tie-breaks in the declared order."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine import tie_breaks
from scoring.engine.methods import MATCHPOINTS
from scoring.engine.ranking import break_ties, rank_standings
from scoring.engine.results import ScoredStanding
from scoring.engine.session import score_session
from scoring.engine.sheet import CarryOver
from scoring.engine.stages import Carry, Combining, carried_share, stage
from scoring.engine.teams import MatchBoardScore, MatchScore, TeamMatch, team_standings
from scoring.engine.tie_breaks import Encounter
from tests.scoring.sessions import many, plain_sheets

F = Fraction
ORDER = ["head-to-head", "opponents", "imps", "quotient", "tops", "boards-won", "lot"]


def standing(who: str, total: int, boards: int = 10, percent: int | None = None) -> ScoredStanding:
    return ScoredStanding(0, False, who, boards, F(total), None if percent is None else F(percent))


def match(home: str, away: str, *imps: int, vps: tuple[int, int] | None = None, number: int = 1) -> MatchScore:
    boards = tuple(MatchBoardScore(at, F(imp), F(-imp)) for at, imp in enumerate(imps, start=1))
    total = F(sum(imps))
    given_vps = (F(vps[0]), F(vps[1])) if vps else (None, None)
    return MatchScore(TeamMatch(home, away, (), number), boards, total, -total, *given_vps)


@pytest.mark.parametrize(
    ("carry", "before", "now", "share"),
    [
        (Carry.NONE, 26, 26, F(0)),
        (Carry.FULL, 26, 13, F(1)),
        (Carry.HALF, 26, 13, F(1, 2)),
        (Carry.PROPORTION, 52, 26, F(1, 4)),
        (Carry.PROPORTION, 26, 26, F(1, 2)),
        (Carry.PROPORTION, 26, 52, F(1, 2)),
        (Carry.FULL, 0, 26, F(0)),
    ],
)
def test_how_much_is_carried_over(carry: Carry, before: int, now: int, share: Fraction) -> None:
    assert carried_share(carry, before, now) == share


def test_percentages_weigh_as_much_as_their_boards_and_so_does_the_carry_over() -> None:
    before = stage({"1": [standing("a", 100, 20, 60), standing("b", 90, 20, 50)]}, Combining.MEAN_PERCENT)
    [final] = stage({"2": [standing("a", 50, 20, 40)]}, Combining.MEAN_PERCENT, before=before, carry=Carry.HALF)
    assert final.standing.percent == (F(40) * 20 + F(60) * 10) / 30
    assert (final.share, final.carried) == (F(1, 2), F(50))


def test_points_are_added_and_the_carry_over_with_them() -> None:
    before = stage({"1": [standing("a", 30), standing("b", 20)]}, Combining.SUM)
    after = stage({"2": [standing("a", 5), standing("b", 12)]}, Combining.SUM, before=before, carry=Carry.HALF)
    assert [(one.standing.contestant, one.standing.total) for one in after] == [("b", F(22)), ("a", F(20))]


def test_the_result_between_the_tied_only_counts_where_all_have_met() -> None:
    matches = [match("a", "b", 3, vps=(12, 8)), match("b", "c", 5, vps=(13, 7)), match("c", "a", 5, vps=(13, 7))]
    met = tie_breaks.in_matches(matches)
    rules = tie_breaks.tie_breaks_in_order(["head-to-head"], met, {})
    standings = rank_standings([standing(who, 20) for who in "ab"], dict.fromkeys("ab", F(20)))
    broken = break_ties(standings, rules)
    assert [(one.contestant, one.place, one.tie_break) for one in broken] == [
        ("a", "1", ("head-to-head: 12",)),
        ("b", "2", ("head-to-head: 8",)),
    ]
    strangers = rank_standings([standing(who, 20) for who in "ad"], dict.fromkeys("ad", F(20)))
    assert all(one.tied and not one.tie_break for one in break_ties(strangers, rules))


def test_each_rule_is_asked_in_its_turn() -> None:
    met = [
        Encounter("a", ("x",), F(0), F(0), ((F(4), F(-4)), (F(-4), F(4)))),
        Encounter("b", ("y",), F(0), F(0), ((F(6), F(-6)), (F(-2), F(2)))),
        Encounter("c", ("z",), F(0), F(0), ((F(5), F(-5)),)),
    ]
    standings = rank_standings([standing(who, 20) for who in "abc"], dict.fromkeys("abc", F(20)))
    broken = break_ties(standings, tie_breaks.tie_breaks_in_order(["quotient", "boards-won"], met, {}))
    assert [one.contestant for one in broken] == ["c", "b", "a"]
    lots = break_ties(standings, tie_breaks.tie_breaks_in_order(["lot"], met, {}, "seed"))
    assert [one.rank for one in lots] == [1, 2, 3]
    assert lots == break_ties(standings, tie_breaks.tie_breaks_in_order(["lot"], met, {}, "seed"))


def test_a_bye_counts_and_gives_no_boards() -> None:
    places = team_standings([match("a", "b", 3, vps=(12, 8))], byes=[CarryOver("c", F(12)), CarryOver("a", F(0))])
    assert {(one.contestant, one.place, one.total, one.boards) for one in places} == {
        ("a", "1=", F(12), 1),
        ("c", "1=", F(12), 0),
        ("b", "3", F(8), 1),
    }


@many
@given(plain_sheets, st.permutations(ORDER))
def test_tie_breaks_move_nobody_past_a_better_score(sheet, order) -> None:
    session = score_session(sheet, MATCHPOINTS)
    totals = {one.contestant: one.total for one in session.standings}
    met = tie_breaks.in_session(session)
    broken = break_ties(session.standings, tie_breaks.tie_breaks_in_order(order, met, totals, "x"))
    assert {one.contestant for one in broken} == set(totals)
    values = [one.percent if one.percent is not None else F(-1) for one in broken]
    assert values == sorted(values, reverse=True)
    # A lot leaves no tie.
    assert not any(one.tied for one in broken)
    assert [one.rank for one in broken] == list(range(1, len(broken) + 1))


@many
@given(
    st.lists(st.tuples(st.integers(-60, 60), st.integers(1, 40), st.integers(0, 100)), min_size=2, max_size=8),
    st.sampled_from(list(Carry)),
    st.sampled_from(list(Combining)),
)
def test_a_stage_loses_nobody_and_its_figures_add_up(rows, carry, how) -> None:
    made = [standing(str(at), total, boards, percent) for at, (total, boards, percent) in enumerate(rows)]
    before = stage({"1": made}, how)
    after = stage({"2": made[1:], "3": made[1:]}, how, before=before, carry=carry)
    assert {one.standing.contestant for one in after} == {one.contestant for one in made[1:]}
    for one in after:
        legs = sum((leg.standing.total for leg in one.legs), F(0))
        assert one.standing.total == legs + one.carried
        assert one.standing.boards == sum(leg.standing.boards for leg in one.legs)
        if how is Combining.MEAN_PERCENT:
            assert 0 <= one.standing.percent <= 100
