"""Grades: par, what a session moves, uncertainty, and the same bytes however they are kept."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from points.grading import MODELS, GradedSession, PairResult, StateSpaceModel, WindowModel, encode, replay
from points.grading.bands import band
from points.grading.history import decode, graded, in_order
from points.grading.model import (
    CROSS_IMP_FACTOR,
    Grade,
    GradingError,
    Maturity,
    partnership,
    percent_from_imps,
    sentence,
)
from tests.points.histories import graded_sessions, histories

DAY = date(2026, 11, 18)
every_model = pytest.mark.parametrize("model", [kind() for kind in MODELS.values()], ids=list(MODELS))
few = settings(max_examples=15, deadline=None)


def session(*percents: float, number: int = 1, day: date = DAY, boards: int = 24, **more) -> GradedSession:
    pairs = [(f"{letter}1", f"{letter}2") for letter in "abcdefgh"]
    results = tuple(PairResult(pair, percent, boards) for pair, percent in zip(pairs, percents, strict=False))
    return GradedSession(number, day, results, **more)


def record(grade: float, boards: int = 2000) -> dict:
    """A window that says this grade, nearly whatever the prior."""
    return {"entries": [[DAY.toordinal(), boards, 1e9, grade]], "boards": boards}


def test_par_of_the_published_example():
    """Grades 50 and 30 in a field of 50 are expected to make 40 %."""
    records = {"a1": record(50), "a2": record(30), "b1": record(50), "b2": record(50)}
    [line, _] = WindowModel().grade_session(records, session(40, 60)).lines
    assert line.expected == pytest.approx(40, abs=1e-3)
    assert line.strength == pytest.approx(50, abs=1e-3)
    assert [grade.value for grade in line.after] == pytest.approx([50, 30], abs=1e-3)


@every_model
def test_above_par_both_grades_rise_and_below_par_both_fall(model):
    lines = model.grade_session({}, session(60, 50, 40)).lines
    moves = [
        [after.value - before.value for before, after in zip(line.before, line.after, strict=True)] for line in lines
    ]
    assert all(move > 0 for move in moves[0])
    assert moves[1] == pytest.approx([0, 0])
    assert all(move < 0 for move in moves[2])


@every_model
def test_strong_opposition_lowers_par(model):
    records = replay(
        model, [session(70, 30, number=number, day=DAY - timedelta(days=90 - number)) for number in range(1, 30)]
    )
    [_, line] = model.grade_session({key: records[key] for key in ("a1", "a2")}, session(50, 50)).lines
    assert line.expected < 50
    assert line.strength > 50


@every_model
def test_somebody_new_is_in_the_middle_and_surely_only_after_many_boards(model):
    new = model.grade(None, DAY)
    assert (new.value, new.boards, new.maturity) == (50, 0, Maturity.HIDDEN)
    records = replay(model, [session(60, 40, number=1)])
    once = model.grade(records["a1"], DAY)
    assert 50 < once.value < 56  # one session is drawn to the middle
    assert once.uncertainty < new.uncertainty
    many = [session(60, 40, number=number, day=DAY - timedelta(days=7 * (50 - number))) for number in range(1, 51)]
    often = model.grade(replay(model, many)["a1"], DAY)
    assert often.uncertainty < once.uncertainty
    assert often.maturity is Maturity.MATURE
    assert often.value > once.value


@every_model
def test_more_boards_weigh_more(model):
    moved = [model.grade_session({}, session(60, 40, boards=boards)).lines[0].after[0].value for boards in (6, 24, 60)]
    assert moved == sorted(moved)
    assert moved[0] < moved[2]
    assert model.grade_session({}, session(60, 40, weight=2.0)).lines[0].after[0].value > moved[1]


@every_model
def test_uncertainty_grows_with_absence(model):
    records = replay(model, [session(60, 40, number=1, day=DAY - timedelta(days=1400))])
    soon, late = (model.grade(records["a1"], DAY - timedelta(days=days)) for days in (1399, 0))
    assert late.uncertainty > soon.uncertainty
    assert late.uncertainty <= model.grade(None, DAY).uncertainty


def test_the_window_forgets_by_boards_and_by_days():
    model = WindowModel(window=48, days=100, oldest=1.0)
    sessions = [session(80, 20, number=1, day=DAY - timedelta(days=10))]
    sessions += [session(50, 50, number=number, day=DAY - timedelta(days=10 - number)) for number in (2, 3)]
    records = replay(model, sessions)
    assert len(records["a1"]["entries"]) == 2
    assert records["a1"]["boards"] == 72
    assert model.grade(records["a1"], DAY + timedelta(days=200)) == model.grade(None, DAY)


def test_a_newcomer_beside_an_old_hand_moves_most():
    model = StateSpaceModel()
    records = replay(model, [session(55, 45, number=n, day=DAY - timedelta(days=100 - n)) for n in range(1, 60)])
    results = (PairResult(("a1", "new"), 60, 24), PairResult(("b1", "b2"), 40, 24))
    [line, _] = model.grade_session(records, GradedSession(99, DAY, results)).lines
    old, new = (after.value - before.value for before, after in zip(line.before, line.after, strict=True))
    assert new > 2 * old > 0


@every_model
def test_partnerships_have_a_grade_between_theirs_and_their_players(model):
    records = replay(
        model, [session(60, 40, number=number, day=DAY - timedelta(days=40 - number)) for number in range(1, 9)]
    )
    players = [model.grade(records[name], DAY) for name in ("a1", "a2")]
    pair = model.partnership_grade(records[partnership(("a2", "a1"))], players, DAY)
    assert pair.boards == 8 * 24
    assert pair.value > players[0].value
    assert model.partnership_grade(None, players, DAY).value == pytest.approx(players[0].value)


@every_model
def test_matches_are_graded_against_their_opponents(model):
    strong = replay(model, [session(70, 30, number=n, day=DAY - timedelta(days=50 - n)) for n in range(1, 20)])
    results = (
        PairResult(("x", "y"), 50, 8, against=(1,)),
        PairResult(("a1", "a2"), 50, 8, against=(0,)),
        PairResult(("u", "v"), 50, 8, against=(3,)),
        PairResult(("s", "t"), 50, 8, against=(2,)),
    )
    lines = model.grade_session(strong, GradedSession(50, DAY, results)).lines
    assert lines[0].expected < 45
    assert lines[2].expected == pytest.approx(50)


def test_a_sentence_says_what_was_expected():
    [line, _] = WindowModel().grade_session({}, session(52.1, 47.9)).lines
    assert sentence(line).startswith("Expected 50.0, made 52.1 against opposition of 50.0. a1: 50.00 to 50.")


def test_cross_imps_as_a_percentage():
    assert percent_from_imps(0.5, CROSS_IMP_FACTOR) == pytest.approx(53.24)
    assert percent_from_imps(-20, CROSS_IMP_FACTOR) == 0


def test_bands():
    assert [band(grade) for grade in (30, 39, 49, 50.9, 59, 61, 66, 67, 80)] == [
        "Two", "Three", "Eight", "Eight", "King", "Ace of Clubs", "Ace of Hearts", "Ace of Spades", "Ace of Spades",
    ]  # fmt: skip


def test_maturity_by_boards():
    assert [Grade(50, 1, boards).maturity for boards in (299, 300, 999, 1000)] == [
        "hidden",
        "evolving",
        "evolving",
        "mature",
    ]


@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        ([PairResult(("a", "b"), 50, 24)], "one result: nothing is compared"),
        (
            [PairResult(("a", "b"), 150, 24), PairResult(("c", "d"), 50, 24)],
            "150 % for a & b: a percentage lies between",
        ),
        ([PairResult(("a", "b"), 50, 0), PairResult(("c", "d"), 50, 24)], "0 boards for a & b"),
        ([PairResult(("a", "b"), 50, 24), PairResult(("a", "d"), 50, 24)], "has a twice"),
        ([PairResult((), 50, 24), PairResult(("a", "d"), 50, 24)], "without players"),
        ([PairResult(("a", "b"), 50, 24, (0,)), PairResult(("c", "d"), 50, 24)], "with itself or with one that is not"),
        ([PairResult(("a", "b"), 50, 24, (7,)), PairResult(("c", "d"), 50, 24)], "with itself or with one that is not"),
    ],
)
@every_model
def test_what_cannot_be_graded_is_refused_with_a_sentence(model, results, sentence):
    with pytest.raises(GradingError, match=sentence):
        model.grade_session({}, GradedSession(1, DAY, tuple(results)))


def test_two_sessions_with_one_number_have_no_order():
    with pytest.raises(GradingError, match="Sessions 1 and 1 have the same day and id"):
        in_order([session(60, 40), session(55, 45)])


@every_model
@few
@given(history=histories())
def test_kept_up_to_date_and_recomputed_from_the_first_session_are_the_same_bytes(model, history):
    kept: dict = {}
    for one in in_order(history):
        stored = decode(encode({key: kept[key] for key in (*one.players(), *one.partnerships()) if key in kept}))
        kept |= decode(encode(model.grade_session(stored, one).records))
    assert encode(kept) == encode(replay(model, reversed(history)))


@every_model
@few
@given(history=histories(), data=st.data())
def test_a_late_correction_replays_the_sessions_after_it(model, history, data):
    ordered = in_order(history)
    at = data.draw(st.integers(0, len(ordered) - 1))
    changed = data.draw(graded_sessions(ordered[at].id))
    corrected = GradedSession(ordered[at].id, ordered[at].day, changed.results, changed.weight)
    before = replay(model, ordered[:at])
    replayed = replay(model, [corrected, *ordered[at + 1 :]], before)
    assert encode(replayed) == encode(replay(model, [*ordered[:at], corrected, *ordered[at + 1 :]]))


@every_model
@few
@given(history=histories())
def test_grades_stay_within_reason_and_pars_of_a_field_are_50_in_the_mean(model, history):
    for one, grades in zip(in_order(history), graded(model, history), strict=True):
        for line in grades.lines:
            assert all(-60 < grade.value < 160 and grade.uncertainty > 0 for grade in line.after)
        if not any(result.against for result in one.results):
            assert sum(line.expected for line in grades.lines) / len(grades.lines) == pytest.approx(50)


@every_model
@few
@given(one=graded_sessions(1), data=st.data())
def test_the_order_of_results_does_not_matter(model, one, data):
    if any(result.against for result in one.results):
        return
    shuffled = GradedSession(one.id, one.day, tuple(data.draw(st.permutations(one.results))), one.weight)
    first, second = (replay(model, [each]) for each in (one, shuffled))
    for player in one.players():
        assert model.grade(first[player], one.day).value == pytest.approx(model.grade(second[player], one.day).value)
