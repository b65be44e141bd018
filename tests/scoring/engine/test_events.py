"""Qualifying, rankings and ties."""

from fractions import Fraction

import pytest

from scoring.engine import methods
from scoring.engine.errors import ScoringError
from scoring.engine.explain import explain_score, explain_total
from scoring.engine.methods import METHODS, method_named
from scoring.engine.profiles import ACBL, COMPSCORE, PROFILES, SitOut, profile_named, replace_profile
from scoring.engine.ranking import TieBreak, break_ties, places
from scoring.engine.session import score_session
from scoring.engine.sheet import Board, Line, Scoresheet
from scoring.engine.stages import qualify

F = Fraction


def board(number: int, *rows: tuple[str, str, int]) -> Board:
    return Board(number, tuple(Line.played(*row) for row in rows))


@pytest.fixture
def session():
    sheet = Scoresheet(
        (
            board(1, ("1", "2", 420), ("3", "4", 170), ("5", "6", 140)),
            board(2, ("1", "4", 50), ("6", "3", 100), ("5", "2", 100)),
        )
    )
    return score_session(sheet, methods.MATCHPOINTS)


def test_places_are_shared():
    assert places({"a": 3, "b": 5, "c": 3, "d": 1}) == {
        "b": (1, False),
        "a": (2, True),
        "c": (2, True),
        "d": (4, False),
    }


def test_qualifying(session):
    standings = session.standings
    everyone = qualify(standings, len(standings))
    assert len(everyone.through) == 6
    tied = [s for s in standings if s.tied]
    assert tied
    places_left = tied[0].rank
    cut = qualify(standings, places_left)
    assert set(cut.undecided) == {s.contestant for s in standings if s.rank == tied[0].rank}
    assert cut.places_left == places_left - len(cut.through)


def test_ties_between_pairs(session):
    reverse = TieBreak("number", lambda who, tied: F(int(who)), higher_is_better=False)
    settled = break_ties(session.standings, [reverse])
    assert not any(s.tied for s in settled)
    assert [s.rank for s in settled] == [1, 2, 3, 4, 5, 6]


def test_two_winners_are_ranked_apart(session):
    rankings = {who: "NS" if who in "135" else "EW" for who in "123456"}
    split = score_session(Scoresheet(session.sheet.boards, rankings=rankings), methods.MATCHPOINTS)
    assert [s.ranking for s in split.standings] == ["NS"] * 3 + ["EW"] * 3
    assert {s.ranking: s.rank for s in reversed(split.standings)} == {"NS": 1, "EW": 1}


def test_a_sit_out_is_made_good():
    sheet = Scoresheet(
        (
            board(1, ("1", "2", 420), ("3", "4", 170)),
            board(2, ("1", "5", 50), ("3", "2", 100)),
            board(3, ("1", "2", 0)),
        )
    )
    scaled = score_session(sheet, methods.MATCHPOINTS, COMPSCORE).by_contestant
    assert scaled["3"].boards == 2
    assert scaled["3"].total == 3  # 2 of 4, scaled from two boards to three
    assert score_session(sheet, methods.MATCHPOINTS).by_contestant["3"].total == 2
    american = score_session(sheet, methods.MATCHPOINTS, ACBL).by_contestant
    assert american["3"].total == F(3, 2)
    assert american["3"].percent == 50


def test_acbl_scales_to_the_boards_that_a_pair_plays_and_not_to_those_of_the_session():
    """Thirty boards on the tables, twenty-four for each pair: 112.50 on 23 of them is 117.39, as ACBLscore has it."""
    pairs = (("1", "2"), ("3", "4"), ("5", "6"))
    numbers = {who: [n for n in range(1, 31) if n % 5 != at] for at, who in enumerate(pairs)}
    numbers[pairs[0]] = numbers[pairs[0]][1:]
    rows = {n: [(*who, 100 * at) for at, who in enumerate(pairs) if n in numbers[who]] for n in range(1, 31)}
    sheet = Scoresheet(tuple(board(number, *found) for number, found in rows.items()))
    plain = score_session(sheet, methods.MATCHPOINTS, replace_profile(ACBL, sit_out=SitOut.AS_PLAYED)).by_contestant
    scaled = score_session(sheet, methods.MATCHPOINTS, ACBL).by_contestant
    assert {who: standing.boards for who, standing in scaled.items()}["1"] == 23
    assert scaled["2"].total == plain["2"].total * 24 / 23
    assert scaled["3"].total == plain["3"].total
    assert abs(scaled["2"].percent - plain["2"].percent) < F(1, 100)


def test_pianola_scales_the_cross_imps_of_a_pair_that_sat_out():
    """A pair with 16 boards where the others have 24: times 24/16."""
    rows = {n: [("1", "2", 100), ("3", "4", -100)] + [("5", "6", 420)] * (n <= 16) for n in range(1, 25)}
    sheet = Scoresheet(tuple(board(number, *found) for number, found in rows.items()))
    exact = score_session(sheet, methods.CROSS_IMPS).by_contestant
    scaled = score_session(sheet, methods.CROSS_IMPS, PROFILES["pianola"])
    assert scaled.by_contestant["5"].total == exact["5"].total * 24 / 16 != 0
    assert scaled.by_contestant["1"].total == exact["1"].total
    butler = score_session(sheet, methods.BUTLER, PROFILES["pianola"]).by_contestant
    assert butler["5"].total == score_session(sheet, methods.BUTLER).by_contestant["5"].total
    steps = {step.kind: step.figures for step in explain_total(scaled, "5")}
    assert (steps["sit-out"]["boards"], steps["sit-out"]["full"]) == (16, 24)


def test_pianola_shows_two_decimals():
    """Three results of four: 0, 2 and 4 become thirds on the top of the session."""
    full = [("1", "2", 10), ("3", "4", 20), ("5", "6", 30), ("7", "8", 40)]
    sheet = Scoresheet((board(1, *full), board(2, *full[:3])))
    scored = score_session(sheet, methods.MATCHPOINTS, PROFILES["pianola"])
    assert [line.ns.shown for line in scored.board(2).lines] == [F("0.33"), F(3), F("5.67")]


def test_scorebridge_can_count_a_missing_result_as_a_tie():
    """Three of four results are 5, 3 and 1; two of four are 4 and 2."""
    full = [("1", "2", 10), ("3", "4", 20), ("5", "6", 30), ("7", "8", 40)]
    sheet = Scoresheet((board(1, *full), board(2, *full[:3]), board(3, *full[:2])))
    ties = score_session(sheet, methods.MATCHPOINTS, PROFILES["scorebridge-ties"])
    shown = [[line.ns.shown for line in scored.lines] for scored in ties.boards]
    assert shown == [[0, 2, 4, 6], [1, 3, 5], [2, 4]]
    assert ties.by_contestant["3"].percent == F(100 * 9, 18)
    assert "missing" in {step.kind for step in explain_score(ties, 2, "3")}
    neuberg = score_session(sheet, methods.MATCHPOINTS, PROFILES["scorebridge"])
    assert neuberg.board(2).lines[2].ns.shown == F("5.7")


def test_a_session_with_one_result_on_every_board_has_no_percentages():
    session = score_session(Scoresheet((board(1, ("1", "2", 420)),)), methods.MATCHPOINTS)
    assert [(s.percent, s.place) for s in session.standings] == [(None, "1="), (None, "1=")]


def test_names():
    assert method_named("Cross_IMP") is METHODS["cross-imps"]
    assert method_named("MP") is METHODS["matchpoints"]
    assert profile_named(" EBUScore ") is PROFILES["ebuscore"]
    assert all(profile.about.endswith(".") for profile in PROFILES.values())
    with pytest.raises(ScoringError, match="no scoring method 'x'"):
        method_named("x")
    with pytest.raises(ScoringError, match="there are exact"):
        profile_named("x")
