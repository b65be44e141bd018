"""docs/algorithms/grading.md compares the models by figures that anybody can recompute."""

from pathlib import Path
from statistics import pstdev

import pytest

from bench.graded_histories import KINDS, make_history
from bench.grading_models import FLOOR, PREDICTORS, elo, errors, everybody_is_50, table
from points.grading import MODELS, GradedSession, PairResult
from tests.scoring.golden import needs_golden, text, tree

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "algorithms" / "grading.md").read_text()


def row(name: str) -> list[str]:
    [line] = [line for line in PAGE.splitlines() if line.startswith(f"| {name} |")]
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


@pytest.mark.parametrize("name", ["club, regular partners"])
def test_a_row_of_the_page_is_recomputed(name: str):
    [kind] = [kind for kind in KINDS if kind.name == name]
    found = errors(kind)
    assert row(name) == [f"{found[predictor]:.2f}" for predictor in (*PREDICTORS, FLOOR)]


@pytest.mark.long
def test_the_whole_table_of_the_page_is_recomputed():
    assert table() in PAGE


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_page_says_that_both_models_predict_better_than_50(kind):
    figures = dict(zip((*PREDICTORS, FLOOR), map(float, row(kind.name)), strict=True))
    assert figures["window"] < figures["everybody is 50"]
    assert figures["state-space"] <= figures["window"]
    assert figures[FLOOR] < figures["state-space"]


def test_a_history_is_the_same_for_the_same_seed():
    first, second = (make_history(KINDS[0], 5) for _ in range(2))
    assert first == second
    assert make_history(KINDS[0], 6) != first
    assert all(abs(sum(line.percent for line in one.results) / len(one.results) - 50) < 0.01 for one in first.sessions)


@needs_golden
@pytest.mark.parametrize("name", ["compscore-howell.xml", "brian-no-neuberg.xml", "ebuscore-two-sections.xml"])
def test_single_golden_sessions_tell_the_models_nothing_yet(name: str):
    """Nobody is known before a first session, so that every model expects 50 and errs by the field's own deviation."""
    percents = [float(text(pair, "PERCENTAGE")) for pair in tree(name).iter("PAIR") if text(pair, "PERCENTAGE")]
    results = tuple(PairResult((f"{number}a", f"{number}b"), percent, 24) for number, percent in enumerate(percents))
    session = GradedSession(1, make_history(KINDS[0], 1).sessions[0].day, results)
    for model in MODELS.values():
        assert [line.expected for line in model().grade_session({}, session).lines] == pytest.approx(
            [50.0] * len(results)
        )
    assert elo([session])[0] == pytest.approx(everybody_is_50([session])[0])
    assert f"| {name} | {pstdev(percents, 50.0):.2f} |" in PAGE
