"""The fast scorer and the slow one agree on random sessions, figure by figure."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine import methods
from scoring.engine.cards import Side
from scoring.engine.field import Columns, score_field, score_field_cross_imps
from scoring.engine.profiles import PROFILES
from scoring.engine.session import score_session
from scoring.engine.sheet import Outcomes, Scoresheet
from tests.scoring import reference
from tests.scoring.sessions import many, plain_sheets, sheets

F = Fraction


@many
@given(sheet=sheets(), profile=st.sampled_from(sorted(PROFILES)))
def test_matchpoints_of_every_line(sheet: Scoresheet, profile: str):
    slow = reference.Matchpoints(sheet, profile)
    fast = score_session(sheet, methods.MATCHPOINTS, PROFILES[profile])
    for board in fast.boards:
        for line in board.lines:
            for side in Side:
                points = line.of(side)
                expected = slow.lines.get((board.number, line.line.contestant(side)))
                assert (tuple(points) if points else None) == expected


@many
@given(sheet=sheets(), profile=st.sampled_from(sorted(PROFILES)))
def test_totals_percentages_and_places(sheet: Scoresheet, profile: str):
    slow = reference.Matchpoints(sheet, profile)
    fast = score_session(sheet, methods.MATCHPOINTS, PROFILES[profile])
    assert {s.contestant: s.total for s in fast.standings} == slow.total
    assert {s.contestant: s.percent for s in fast.standings} == slow.percent
    assert {s.contestant: s.rank for s in fast.standings} == {who: slow.rank(who) for who in slow.total}


@many
@given(sheet=sheets(), mean=st.booleans())
def test_cross_imps_of_every_line(sheet: Scoresheet, mean: bool):
    slow = reference.cross_imps(sheet, mean)
    fast = score_session(sheet, methods.CROSS_IMPS if mean else methods.CROSS_IMPS_SUM)
    for board in fast.boards:
        if len(board.board.groups) > 1:
            continue  # a result alone in its form gets an artificial score, which has tests of its own
        for line in board.lines:
            for side in Side:
                if isinstance(line.line.value(side), Outcomes):
                    assert line.of(side).counted == slow[board.number, line.line.contestant(side)]


def columns_of(sheet: Scoresheet) -> Columns:
    index = {who: place for place, who in enumerate(sheet.contestants)}
    rows = [
        (place, index[line.ns], index[line.ew], line.ns_value.single)
        for place, board in enumerate(sheet.boards)
        for line in board.lines
    ]
    board, ns, ew, score = np.array(rows, np.int64).T.copy()
    return Columns(board, ns, ew, score, len(sheet.boards), len(index))


@pytest.fixture(params=["sorting", "counting"], scope="module")
def path(request):
    """Both ways of finding better and equal scores, whatever the size of the field."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scoring.engine.field.FEW", 10**9 if request.param == "sorting" else 0)
        yield request.param


@pytest.fixture(params=["short", "long"], scope="module")
def integers(request):
    """Exact values in 53 bits, and the way round them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scoring.engine.field.SAFE", 2**53 if request.param == "short" else 0)
        yield request.param


@many
@given(sheet=plain_sheets, profile=st.sampled_from(sorted(PROFILES)))
def test_a_whole_field_in_columns(path: str, integers: str, sheet: Scoresheet, profile: str):
    slow = reference.Matchpoints(sheet, profile)
    columns = columns_of(sheet)
    fast = score_field(columns, PROFILES[profile])
    for place, who in enumerate(sheet.contestants):
        assert fast.total(place) == slow.total[who]
        assert fast.percent(place) == slow.percent[who]
        assert fast.ranks[place] == slow.rank(who)
        assert fast.tied[place] == (sum(fast.ranks == fast.ranks[place]) > 1)


@many
@given(sheet=plain_sheets, mean=st.booleans())
def test_a_whole_field_at_cross_imps(sheet: Scoresheet, mean: bool):
    method = methods.CROSS_IMPS if mean else methods.CROSS_IMPS_SUM
    slow = reference.cross_imps(sheet, mean)
    fast = score_field_cross_imps(columns_of(sheet), method)
    for place, who in enumerate(sheet.contestants):
        expected = sum((value for (_, whose), value in slow.items() if whose == who), F(0))
        assert fast.total(place) == expected
    scaled = score_field_cross_imps(columns_of(sheet), method, PROFILES["pianola"])
    one_by_one = score_session(sheet, method, PROFILES["pianola"]).by_contestant
    for place, who in enumerate(sheet.contestants):
        assert scaled.total(place) == one_by_one[who].total
        assert scaled.ranks[place] == one_by_one[who].rank
