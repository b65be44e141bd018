"""The worked figures of ../shared/golden/figures.json."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.engine import methods, rulings, victory
from scoring.engine.cards import Side
from scoring.engine.charts import Chart
from scoring.engine.numbers import Rounding
from scoring.engine.profiles import EXACT
from scoring.engine.session import score_session
from scoring.engine.sheet import Board, Line, Outcomes, Scoresheet
from tests.scoring.golden import GOLDEN, needs_golden

pytestmark = needs_golden
ONE = Rounding(1)


@pytest.fixture(scope="module")
def figures() -> dict:
    return json.loads((GOLDEN / "figures.json").read_text())


def exact(number: float) -> Fraction:
    return Fraction(str(number))


def test_wbf_continuous(figures):
    published = figures["wbf_continuous_vp"]["boards_24_margin_0_to_74"]
    scale = victory.wbf_continuous(24)
    assert [scale.points(margin) for margin in range(75)] == [exact(vp) for vp in published]
    assert scale.points(200) == 20


def test_wbf_discrete(figures):
    for boards, limits in figures["wbf_discrete_20_0_upper_margin_of_each_band"].items():
        scale = victory.wbf_discrete(int(boards))
        for points, limit in enumerate(limits, start=10):
            assert (scale.points(limit), scale.points(limit + 1)) == (points, points + 1)
            assert scale.points(-limit) == 20 - points


def test_percentages_to_victory_points(figures):
    limits = figures["matchpoint_percent_to_vp_20_0_upper_percent_of_each_band"]["7-9 boards"]
    for boards in (7, 8, 9):
        for points, limit in enumerate(map(exact, limits), start=10):
            above = limit + Fraction(1, 100)
            assert victory.percent_to_vp(limit, boards) == points
            assert victory.percent_to_vp(100 - limit, boards) == 20 - points
            assert victory.percent_to_vp(above, boards) == points + 1
    assert victory.percent_to_vp(Fraction(50), 8) == 10


def test_neuberg(figures):
    for case in figures["neuberg"]:
        for raw, published in zip(case["raw"], case["factored_1dp"], strict=True):
            scaled = rulings.neuberg(Fraction(raw), case["group"], case["results_on_the_board"])
            assert ONE.apply(scaled) == exact(published)


def test_small_fouled_groups(figures):
    published = figures["fouled_small_groups_percent"]
    for results, key in (
        (2, "2 results, at most a third of the field"),
        (3, "3 results, at most a third of the field"),
    ):
        lines = [Line.played(f"n{i}", f"e{i}", 100 * i, group="a" if i < 12 - results else "b") for i in range(12)]
        board = score_session(Scoresheet((Board(1, tuple(lines)),)), methods.MATCHPOINTS).boards[0]
        small = [line for line in board.lines if line.line.group == "b"]
        shares = sorted((line.ns.counted * 100 / line.ns.top for line in small), reverse=True)
        assert shares == published[key]
        assert sorted((line.ew.counted * 100 / line.ew.top for line in small), reverse=True) == published[key]


def test_weighted(figures):
    """Six tables; the sixth is given 30% of +650, which is worth 9.7, and 70% of -100, which is worth 5.7."""
    case = figures["weighted"][0]
    own = Outcomes.weighted((650, 30), (-100, 70))
    others = [Line.played(f"n{i}", f"e{i}", score) for i, score in enumerate([650, -100, -100, -200, -200])]
    board = Board(1, (*others, Line.assigned("N", "E", own)))
    scored = score_session(Scoresheet((board,)), methods.MATCHPOINTS).boards[0].lines
    assert [line.ns.counted for line in scored[:2]] == [exact(9.7), exact(5.7)]
    assert scored[-1].ns.counted == exact(case["ns_matchpoints"])
    assert scored[-1].ew.counted == exact(case["ew_matchpoints_of_10"])


def test_a_score_nobody_obtained(figures):
    case = figures["assigned_score_nobody_else_obtained"]
    frequencies = {420: 5, 450: 2, 500: 1}
    chart = Chart([Outcomes.one(s) for s, times in frequencies.items() for _ in range(times)], Side.NS)
    published = case["scores_and_matchpoints_in_the_field"]
    assert {str(score): chart.halves(score) - 1 for score in frequencies} == published


def test_butler(figures):
    for case in figures["butler"]:
        entries = [(int(score), times) for score, times in case["ns_scores_and_how_many"].items()]
        chart = Chart([Outcomes.one(s) for s, times in entries for _ in range(times)], Side.NS)
        method = replace(methods.BUTLER, trim=methods.Trim())
        assert Rounding(2).apply(chart.trimmed_mean(method)) == exact(case["mean"])
        assert chart.datum(method) == case["datum"]
        assert {str(s): chart.butler(Outcomes.one(s), method) for s, _ in entries} == case["imps"]


def test_cross_imps(figures):
    for case in figures["cross_imps"]:
        lines = tuple(Line.played(f"n{i}", f"e{i}", s) for i, s in enumerate(case["ns_scores"]))
        method = replace(methods.CROSS_IMPS, cap=case["imp_cap"])
        board = score_session(Scoresheet((Board(1, lines),)), method, EXACT).boards[0]
        assert [line.ns.counted for line in board.lines] == [exact(value) for value in case["ns_imps"]]
        assert [line.ew.counted for line in board.lines] == [-exact(value) for value in case["ns_imps"]]
