"""Every figure says how it came about."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine import methods
from scoring.engine.cards import Seat, Side
from scoring.engine.contract import Contract, Result
from scoring.engine.explain import SENTENCES, explain_score, explain_total, sentence
from scoring.engine.profiles import COMPSCORE, EXACT, PROFILES, Fouled, replace_profile
from scoring.engine.ranking import TieBreak
from scoring.engine.session import score_session
from scoring.engine.sheet import (
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    Board,
    CarryOver,
    Line,
    Outcomes,
    Penalty,
    Scoresheet,
    SelfInflicted,
    Unit,
)
from tests.scoring.sessions import many, sheets

F = Fraction


def field(*scores: int, start: int = 0) -> tuple[Line, ...]:
    return tuple(Line.played(f"n{i}", f"e{i}", score) for i, score in enumerate(scores, start))


def said(session, board, who) -> list[str]:
    return [sentence(step) for step in explain_score(session, board, who)]


def test_a_plain_result():
    result = Result(Contract.parse("4S"), Seat.NORTH, 10)
    lines = (Line.played("N", "E", 420, result=result), *field(420, 170, 450))
    session = score_session(Scoresheet((Board(1, lines),)), methods.MATCHPOINTS)
    assert said(session, 1, "N") == [
        "4S= N: 420 to North-South.",
        "420: better than 1, equal to 1, worse than 1 others.",
        "That gives 3 matchpoints among 4 results.",
    ]


def test_neuberg_and_rounding():
    sheet = Scoresheet((Board(1, field(420, 170, 50)), Board(2, field(420, 170, 50, 90))))
    session = score_session(sheet, methods.MATCHPOINTS)
    assert said(session, 1, "n0")[-3:] == [
        "Scaled from 3 to 4 results, (4 + 1) x 4 / 3 - 1 = 5.6667.",
        "5.6667 is shown as 5.67.",
        "5.6667 enters the total.",
    ]


def test_rulings_are_named():
    spoiled = Line.artificial(
        "n1", "e1", AVERAGE_PLUS, AVERAGE_MINUS, authority="the board was fouled by the next table"
    )
    weighted = Line.assigned("n2", "e2", Outcomes.weighted((620, 60), (-100, 40)))
    sheet = Scoresheet((Board(1, (*field(100), spoiled, weighted)), Board(2, field(1, 2, 3))))
    session = score_session(sheet, methods.MATCHPOINTS)
    assert said(session, 1, "n1") == [
        "The Director's ruling: the board was fouled by the next table.",
        "An artificial score of average plus (Law 12C2): 60% of 4, 2.4.",
    ]
    assert said(session, 1, "n2")[:2] == [
        "60% of the score is 620 to North-South (Law 12C1(c)).",
        "40% of the score is -100 to North-South (Law 12C1(c)).",
    ]


def test_a_weighted_score_is_compared_with_the_other_results_and_with_no_part_of_itself():
    weighted = Line.assigned("n9", "e9", Outcomes.weighted((620, 60), (-100, 40)))
    session = score_session(Scoresheet((Board(1, (*field(620, 100, -200), weighted)),)), methods.MATCHPOINTS)
    compared = [step.figures for step in explain_score(session, 1, "n9") if step.kind == "compared"]
    assert compared == [
        {"score": 620, "better": 0, "equal": 1, "worse": 2},
        {"score": -100, "better": 2, "equal": 0, "worse": 1},
    ]
    points = sum(
        weight * (2 * step["worse"] + step["equal"]) for weight, step in zip((F(3, 5), F(2, 5)), compared, strict=True)
    )
    assert session.board(1).lines[-1].points(Side.NS).counted == points


def test_the_own_average_and_self_inflicted_damage():
    good = Board(1, field(620, 600, 170, 100))
    spoiled = Board(2, (Line.artificial("n0", "e0", AVERAGE_PLUS, AVERAGE_MINUS), *field(50, 90, 120, start=1)))
    session = score_session(Scoresheet((good, spoiled)), methods.MATCHPOINTS)
    assert said(session, 2, "n0")[-1] == "Its own 100 on the other boards replaces it (Law 12C2(c))."
    ruling = SelfInflicted(Side.NS, Outcomes.one(-500), Outcomes.one(110), Outcomes.one(620))
    board = Board(1, (*field(100, 140, 170), Line.self_damage("N", "E", ruling)))
    session = score_session(Scoresheet((board,)), methods.MATCHPOINTS)
    text = "the table score is worth 0, the normal one 2, the adjusted one 6; the non-offending side gets 4."
    assert said(session, 1, "N")[0] == f"Law 12C1(e): {text}"


AGAINST = ["Against 170 it gives 6.", "Against 50 it gives 9."]


@pytest.mark.parametrize(
    ("method", "words"),
    [
        (
            methods.CROSS_IMPS,
            [*AGAINST, "IMPs against 2 other results add up to 15.", "Divided by 2 comparisons: 7.5."],
        ),
        (methods.CROSS_IMPS_SUM, [*AGAINST, "IMPs against 2 other results add up to 15."]),
        (methods.BUTLER, ["The datum is 170, from a mean of 170.", "420 against the datum is 6 IMPs."]),
        (methods.TOTAL_POINTS, ["The points count as they are: 420."]),
    ],
)
def test_other_methods(method, words):
    session = score_session(Scoresheet((Board(1, field(420, 170, 50)),)), method)
    assert said(session, 1, "n0")[1:] == words


def test_equal_results_are_said_once_and_the_only_one_has_nothing_to_be_compared_with():
    session = score_session(Scoresheet((Board(1, field(420, 170, 170)),)), methods.CROSS_IMPS)
    assert said(session, 1, "n0")[1] == "Against 170 it gives 6, 2 times."
    alone = score_session(Scoresheet((Board(1, field(420)),)), methods.CROSS_IMPS)
    assert said(alone, 1, "n0")[1:] == ["There is no other result to compare it with."]


def test_fouled_boards():
    lines = tuple(Line.played(f"n{i}", f"e{i}", 10 * i, group="b" if i < 2 else "a") for i in range(9))
    session = score_session(Scoresheet((Board(1, lines),)), methods.MATCHPOINTS)
    assert said(session, 1, "n0")[-1] == "So small a group is given 55% of a top of 16: 8.8."
    halves = score_session(session.sheet, methods.MATCHPOINTS, replace_profile(EXACT, fouled=Fouled.HALF))
    assert any("Half a comparison for each of 2 results" in text for text in said(halves, 1, "n8"))


def test_a_total():
    sheet = Scoresheet(
        (Board(1, field(420, 170, 50)), Board(2, field(420, 170))),
        penalties=(Penalty("n0", F(10), Unit.TOP_PERCENT, "slow play"),),
        carry_overs=(CarryOver("n0", F(1)),),
    )
    session = score_session(sheet, methods.MATCHPOINTS, tie_breaks=[TieBreak("lot", lambda who, tied: F(1))])
    assert [sentence(step) for step in explain_total(session, "n0")] == [
        "2 boards add up to 7.5.",
        "A penalty of 0.4: slow play.",
        "1 is carried over from an earlier stage.",
        "7.1 out of 8 is 88.75%.",
        "That is place 1 of 6.",
    ]
    scaled = score_session(sheet, methods.MATCHPOINTS, COMPSCORE)
    assert any(step.kind == "sit-out" for step in explain_total(scaled, "e2"))


@many
@given(
    sheet=sheets(),
    profile=st.sampled_from(sorted(PROFILES)),
    method=st.sampled_from([methods.MATCHPOINTS, methods.CROSS_IMPS, methods.BUTLER, methods.TOTAL_POINTS]),
)
def test_whatever_was_scored_can_be_explained(sheet: Scoresheet, profile: str, method):
    session = score_session(sheet, method, PROFILES[profile])
    for board in session.boards:
        for line in board.lines:
            for side in Side:
                steps = explain_score(session, board.number, line.line.contestant(side))
                assert bool(steps) == (line.points(side) is not None)
                assert all(sentence(step) for step in steps)
    for standing in session.standings:
        assert [sentence(step) for step in explain_total(session, standing.contestant)]


def test_every_sentence_ends_like_one():
    assert all(text.endswith(".") for text in SENTENCES.values())
