"""Recommendations: what good clubs play, limits kept, reasons given."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.movements import MovementError, MovementKind, MovementRequest, Unit, Wish, build_movement, recommend, say
from events.movements.recommend import recommend_or_fail
from events.movements.timing import boards_in, round_minutes, session_minutes

# What a well-run club plays, table by table.
CLUB_PLAN = {
    4: (MovementKind.HOWELL, 3, 9),
    6: (MovementKind.HOWELL, 5, 5),
    8: (MovementKind.HOWELL, 7, 4),
    10: (MovementKind.HOWELL, 9, 3),
    12: (MovementKind.HOWELL, 9, 3),
    14: (MovementKind.HOWELL, 13, 2),
    16: (MovementKind.HESITATION, 9, 3),
    18: (MovementKind.MITCHELL, 9, 3),
    20: (MovementKind.SKIP, 9, 3),
    22: (MovementKind.HOWELL, 13, 2),
    24: (MovementKind.HESITATION, 13, 2),
    26: (MovementKind.MITCHELL, 13, 2),
    28: (MovementKind.SKIP, 13, 2),
    32: (MovementKind.WEB, 13, 2),
    40: (MovementKind.WEB, 13, 2),
    52: (MovementKind.WEB, 13, 2),
}


@pytest.mark.parametrize("pairs", CLUB_PLAN)
def test_the_first_choice_is_what_clubs_play(pairs: int) -> None:
    best = recommend(Wish(pairs))[0]
    assert (best.sketch.kind, best.sketch.rounds, best.sketch.boards) == CLUB_PLAN[pairs]


@pytest.mark.parametrize(
    ("pairs", "wanted", "rounds", "boards"),
    [(9, 16, 4, 4), (9, 28, 4, 7), (8, 24, 4, 6), (16, 26, 7, 4), (16, 16, 4, 4), (20, 24, 6, 4)],
)
def test_a_swiss_that_was_asked_for_has_the_boards_that_are_wanted(
    pairs: int, wanted: int, rounds: int, boards: int
) -> None:
    best = recommend(Wish(pairs, boards=wanted, kind=MovementKind.SWISS))[0]
    assert best.request.kind is MovementKind.SWISS
    assert (len(best.movement.rounds), best.movement.boards_per_set) == (rounds, boards)


@pytest.mark.parametrize("kind", [MovementKind.HOWELL, MovementKind.MITCHELL, MovementKind.SWISS])
@pytest.mark.parametrize("wanted", [12, 16, 20, 24, 30])
def test_a_kind_that_was_asked_for_goes_by_the_boards_wanted(kind: MovementKind, wanted: int) -> None:
    """However far down the list of recommendations it stands."""
    found = recommend(Wish(10, boards=wanted, kind=kind))
    assert {one.request.kind for one in found} == {kind}
    best = found[0].movement
    assert abs(len(best.rounds) * best.boards_per_set - wanted) <= 4


def test_half_tables_avoid_sharing() -> None:
    best = recommend(Wish(15))[0]
    assert best.sketch.kind is MovementKind.RELAY
    assert best.report.shared_rounds == 0


@pytest.mark.parametrize("pairs", [51, 57, 84, 85, 90])
@pytest.mark.parametrize("copies", [1, 2, 3])
def test_no_more_copies_than_there_are(pairs: int, copies: int) -> None:
    found = recommend(Wish(pairs, boards=24, copies=copies))
    assert found
    assert all(candidate.movement.copies in range(1, copies + 1) for candidate in found)


def test_a_length_that_cannot_be_made_is_left_out() -> None:
    assert all(candidate.sketch.kind is not MovementKind.ROVER for candidate in recommend(Wish(85, rounds=41)))


@given(
    st.integers(4, 90),
    st.integers(12, 36),
    st.sampled_from([None, 1, 2]),
    st.sampled_from([None, 1, 2]),
)
@settings(max_examples=40, deadline=None)
def test_every_candidate_is_sound_and_keeps_what_was_asked(
    pairs: int, boards: int, winners: int | None, copies: int | None
) -> None:
    found = recommend(Wish(pairs, boards=boards, winners=winners, copies=copies))
    assert found
    for candidate in found:
        assert candidate.report.sound
        assert winners in (None, candidate.movement.winners)
        assert copies is None or candidate.movement.copies <= copies or candidate.movement.copies == 1
        assert candidate.reasons
        assert all(say(note) for note in candidate.reasons)
        assert candidate.minutes == session_minutes(candidate.sketch.rounds, candidate.sketch.boards)
    assert [c.cost for c in found] == sorted(c.cost for c in found)


@given(st.integers(8, 60), st.integers(110, 240))
@settings(max_examples=40, deadline=None)
def test_the_first_choice_ends_in_time(pairs: int, minutes: int) -> None:
    best = recommend(Wish(pairs, minutes=minutes))[0]
    assert best.minutes <= minutes + 15


@pytest.mark.parametrize("pairs", range(14, 53, 2))
def test_the_seventy_per_cent_rule_is_kept(pairs: int) -> None:
    best = recommend(Wish(pairs, share=70))[0]
    assert 100 * best.report.boards_per_contestant.minimum >= 70 * best.report.boards_in_play


def test_the_reasons_say_how_much_is_played() -> None:
    best = recommend(Wish(18))[0]
    codes = {note.code for note in best.reasons}
    assert {"every-pair", "no-sit-out", "two-winners", "simple", "seats-kept"} <= codes


def test_one_winner_means_arrow_switches_or_a_howell() -> None:
    for candidate in recommend(Wish(18, winners=1)):
        assert candidate.movement.winners == 1
        one_field = candidate.sketch.kind in (MovementKind.HOWELL, MovementKind.HESITATION)
        assert one_field or candidate.movement.arrow_switched


@pytest.mark.parametrize("pairs", range(4, 81))
def test_pairs_alone_give_a_movement(pairs: int) -> None:
    assert build_movement(MovementRequest(Unit.PAIR, pairs)).contestants == pairs


@pytest.mark.parametrize(("pairs", "rounds"), [(20, 5), (20, 10), (20, 13), (20, 19), (9, 4), (4, 2)])
def test_rounds_alone_choose_a_kind(pairs: int, rounds: int) -> None:
    assert len(build_movement(MovementRequest(Unit.PAIR, pairs, rounds=rounds)).rounds) == rounds


@pytest.mark.parametrize("number", range(2, 31))
def test_teams_and_players_have_recommendations(number: int) -> None:
    assert recommend(Wish(number, Unit.TEAM))
    if number >= 4:
        assert recommend(Wish(number, Unit.PLAYER))


def test_times() -> None:
    assert [round_minutes(boards) for boards in (1, 2, 3, 4, 8)] == [8, 15, 22, 28, 56]
    assert round_minutes(3, 7.5) == 23
    assert boards_in(180) == 24


@pytest.mark.parametrize("unit", list(Unit))
def test_nothing_to_recommend_for_one(unit: Unit) -> None:
    with pytest.raises(MovementError, match="at least"):
        recommend_or_fail(Wish(1, unit))


def test_wishes_that_exclude_everything_say_so() -> None:
    with pytest.raises(MovementError, match="leave out"):
        recommend_or_fail(Wish(10, rounds=60))
