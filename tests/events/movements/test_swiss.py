"""Swiss: no repeat meetings over a long event with withdrawals, late entries, byes and hand corrections."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.movements import MovementError
from events.movements.swiss import (
    Draw,
    History,
    PassedOver,
    Rematch,
    SwissRules,
    SwissStanding,
    check_draw,
    draw,
    passed_over,
    rehearse,
    take_sides,
    triple_rounds,
)

NEVER = SwissRules(rematch=Rematch.NEVER)


def simulate(teams: int, rounds: int, seed: int, leaving: int = 0, joining: int = 0) -> list[tuple[set[int], Draw]]:
    """An event with made-up results; some leave and some come late, each in a random round."""
    rng = random.Random(seed)
    strength = {team: rng.gauss(0, 3) for team in range(1, teams + joining + 1)}
    leave_at = {team: rng.randrange(2, rounds) for team in rng.sample(range(1, teams + 1), leaving)}
    join_at = {team: rng.randrange(2, rounds) for team in range(teams + 1, teams + joining + 1)}
    scores = dict.fromkeys(strength, 0.0)
    history, played = History(), []
    for number in range(1, rounds + 1):
        present = {t for t in strength if number < leave_at.get(t, 999) and number >= join_at.get(t, 1)}
        for team in present & {t for t in join_at if join_at[t] == number}:
            scores[team] = 10.0 * (number - 1)
        made = draw([SwissStanding(team, scores[team]) for team in present], history, NEVER)
        for one, other in made.matches:
            won = min(20.0, max(0.0, rng.gauss(10 + strength[one] - strength[other], 4)))
            scores[one] += won
            scores[other] += 20 - won
        if made.bye is not None:
            scores[made.bye] += 12
        history = history.after(made)
        played.append((present, made))
    return played


def assert_sound(played: list[tuple[set[int], Draw]]) -> None:
    met: set[frozenset[int]] = set()
    for present, made in played:
        seated = [team for match in made.matches for team in match]
        seated += [] if made.bye is None else [made.bye]
        assert sorted(seated) == sorted(present)
        fresh = {frozenset(match) for match in made.matches}
        assert not fresh & met
        met |= fresh


def test_thirty_rounds_with_two_hundred_teams_and_withdrawals() -> None:
    played = simulate(200, 30, seed=4, leaving=25, joining=5)
    assert_sound(played)
    byes = [made.bye for _, made in played if made.bye is not None]
    assert byes
    assert len(byes) == len(set(byes))


@pytest.mark.parametrize("seed", range(6))
def test_small_fields_are_drawn_to_the_last_legal_round(seed: int) -> None:
    assert_sound(simulate(12, 9, seed))
    assert_sound(simulate(31, 12, seed, leaving=3, joining=2))


@given(st.integers(4, 24), st.integers(1, 7), st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_any_short_event_is_sound(teams: int, rounds: int, seed: int) -> None:
    assert_sound(simulate(teams, min(rounds, max(1, teams // 2 - 1)), seed))


def test_neighbours_in_the_standings_meet() -> None:
    made = draw([SwissStanding(number, 100 - number) for number in range(1, 9)])
    assert made.matches == ((1, 2), (3, 4), (5, 6), (7, 8))


def test_those_who_have_met_take_the_nearest_other() -> None:
    history = History((((1, 2), (3, 4)),))
    made = draw([SwissStanding(number, 100 - number) for number in range(1, 5)], history)
    assert made.matches == ((1, 3), (2, 4))


def test_neighbours_who_do_not_meet_are_named_with_the_round_in_which_they_did() -> None:
    standings = [SwissStanding(number, 100 - number) for number in range(1, 5)]
    history = History((((1, 2), (3, 4)),))
    assert passed_over(draw(standings, history), standings, history) == [PassedOver(1, 2, 1)]


def test_neighbours_who_could_have_met_are_named_without_a_round() -> None:
    standings = [SwissStanding(number, 100 - number) for number in range(1, 5)]
    history = History((((3, 4),),))
    made = draw(standings, history)
    assert made.matches == ((1, 3), (2, 4))
    assert passed_over(made, standings, history) == [PassedOver(1, 2, None)]


@given(st.integers(4, 16), st.integers(1, 4), st.integers(0, 10**6))
@settings(max_examples=40)
def test_whoever_is_passed_over_does_not_meet_and_nobody_is_where_neighbours_do(
    teams: int, rounds: int, seed: int
) -> None:
    rng, history = random.Random(seed), History()
    for _number in range(rounds):
        standings = [SwissStanding(team, rng.random()) for team in range(1, teams + 1)]
        made = draw(standings, history)
        met = {frozenset(match): number for number, round_ in enumerate(history.rounds, 1) for match in round_}
        for pair in passed_over(made, standings, history):
            both = frozenset((pair.higher, pair.lower))
            assert both not in {frozenset(match) for match in made.matches}
            assert pair.met == met.get(both)
        if not history.rounds:
            assert passed_over(made, standings, history) == []
        history = history.after(made)


def test_the_bye_goes_to_the_lowest_without_one() -> None:
    standings = [SwissStanding(number, 100 - number) for number in range(1, 6)]
    assert draw(standings).bye == 5
    assert draw(standings, History(byes=(5,))).bye == 4


def test_a_triangle_instead_of_a_bye() -> None:
    standings = [SwissStanding(number, 100 - number) for number in range(1, 8)]
    made = draw(standings, rules=SwissRules(triples=True))
    assert made.triple == (5, 6, 7)
    assert made.bye is None
    after = draw(standings, History().after(made), SwissRules(triples=True))
    assert after.triple is not None
    assert not {frozenset(match) for match in after.matches} & {frozenset((5, 6)), frozenset((6, 7)), frozenset((5, 7))}


def test_a_triangle_gives_nobody_the_same_boards_twice() -> None:
    first, second = triple_rounds((5, 6, 7))
    for team in (5, 6, 7):
        for side in ("ns", "ew"):
            sets = [table.board_set for table in (*first, *second) if getattr(table, side) == team]
            assert len(set(sets)) == 2
    assert {(t.ew, t.ns, t.board_set) for t in first} == {(t.ns, t.ew, t.board_set) for t in second}


def test_rematches_only_as_a_last_resort_or_never() -> None:
    standings = [SwissStanding(number, 10) for number in (1, 2, 3, 4)]
    everyone = (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))
    made = draw(standings, History(everyone))
    assert len(made.rematches) == 2
    with pytest.raises(MovementError, match="rematch"):
        draw(standings, History(everyone), NEVER)


def test_a_rematch_is_legal_after_enough_rounds() -> None:
    standings = [SwissStanding(number, 10 - number) for number in (1, 2, 3, 4)]
    everyone = (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))
    made = draw(standings, History(everyone), SwissRules(rematch=Rematch.NEVER, rounds_apart=2))
    assert made.matches == ((1, 2), (3, 4))


def test_a_draw_corrected_by_hand_is_checked() -> None:
    standings = [SwissStanding(number, 10) for number in range(1, 8)]
    history = History((((1, 2), (3, 4), (5, 6)),), byes=(7,))
    assert check_draw([(1, 3), (2, 4), (5, 7)], standings, history, bye=6) == ()
    notes = check_draw([(1, 2), (3, 3), (9, 5)], standings, history, bye=7)
    assert {note.code for note in notes} == {
        "met-again",
        "seated-twice",
        "unknown-contestant",
        "not-seated",
        "second-bye",
    }


def test_a_wide_search_finds_the_only_draw_left() -> None:
    """Everyone has met all near neighbours, so the neighbourhood has to be widened."""
    size = 30
    met = tuple((a, b) for a in range(1, size + 1) for b in range(a + 1, size + 1) if b - a < size // 2)
    made = draw(
        [SwissStanding(number, -number) for number in range(1, size + 1)], History((met,)), SwissRules(neighbours=2)
    )
    assert set(made.matches) == {(number, number + size // 2) for number in range(1, size // 2 + 1)}


def test_pairs_sit_north_south_about_half_the_time() -> None:
    def lower(one: int, other: int, _number: int) -> tuple[float, float]:
        return (1.0, 0.0) if one < other else (0.0, 1.0)

    counts = Counter(ns for drawn in take_sides(rehearse(20, 9, lower)) for ns, _ in drawn.matches)
    assert set(counts) == set(range(1, 21))
    assert all(3 <= amount <= 6 for amount in counts.values())


def test_a_rehearsal_needs_no_randomness() -> None:
    def lower(one: int, other: int, _number: int) -> tuple[float, float]:
        return (1.0, 0.0) if one < other else (0.0, 1.0)

    assert rehearse(10, 5, lower) == rehearse(10, 5, lower)
