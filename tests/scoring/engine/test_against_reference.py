"""The fast scorer and the slow one agree on random sessions, figure by figure."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.engine import methods
from scoring.engine.cards import Side
from scoring.engine.profiles import PROFILES
from scoring.engine.session import score_session
from scoring.engine.sheet import Outcomes, Scoresheet
from tests.scoring import reference
from tests.scoring.sessions import many, sheets


@many
@given(sheet=sheets(), profile=st.sampled_from(sorted(PROFILES)))
def test_matchpoints_of_every_line(sheet: Scoresheet, profile: str):
    slow = reference.Matchpoints(sheet, profile)
    fast = score_session(sheet, methods.MATCHPOINTS, PROFILES[profile])
    for board in fast.boards:
        for line in board.lines:
            for side in Side:
                points = line.points(side)
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
                    assert line.points(side).counted == slow[board.number, line.line.contestant(side)]
