"""Individuals: whist tournaments in full, and even schedules of any length."""

from collections import Counter

import pytest

from events.movements import MovementError, MovementKind, MovementRequest, Unit, build_movement
from events.movements.present import movement_json
from events.movements.whist import SIZES, decode, encode, stored_lines, whist_starter
from tests.events.movements.independent import problems


@pytest.mark.parametrize("players", SIZES)
def test_a_whist_tournament_pairs_once_and_opposes_twice(players: int) -> None:
    data = movement_json(build_movement(MovementRequest(Unit.PLAYER, players, MovementKind.WHIST)))
    assert problems(data, meetings=2) == []
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for row in (row for round_ in data["rounds"] for row in round_):
        n, e, s, w = row["seats"]
        partners.update((frozenset((n, s)), frozenset((e, w))))
        opponents.update(frozenset(two) for two in ((n, e), (e, s), (s, w), (w, n)))
    everyone = players * (players - 1) // 2
    assert (len(partners), set(partners.values())) == (everyone, {1})
    assert (len(opponents), set(opponents.values())) == (everyone, {2})


@pytest.mark.parametrize("players", range(8, 41))
@pytest.mark.parametrize("rounds", [3, 7])
def test_short_schedules_are_even(players: int, rounds: int) -> None:
    data = movement_json(build_movement(MovementRequest(Unit.PLAYER, players, MovementKind.INDIVIDUAL, rounds)))
    assert problems(data, meetings=3) == []
    sit_outs = data["report"]["sit_outs"]
    assert sit_outs["maximum"] - sit_outs["minimum"] <= 2
    assert all(len(out) == players % 4 for out in data["sitting_out"])


@pytest.mark.parametrize("players", [14, 18, 22, 26, 30, 34, 38])
def test_no_two_are_opponents_much_more_often_than_others(players: int) -> None:
    movement = build_movement(MovementRequest(Unit.PLAYER, players, MovementKind.INDIVIDUAL, rounds=players - 1))
    (note,) = (note for note in movement.notes if note.code == "opponents-even")
    assert int(str(note["high"])) <= 4


def test_two_tables_share_and_more_need_copies() -> None:
    assert all(s.shared for s in build_movement(MovementRequest(Unit.PLAYER, 8, MovementKind.WHIST)).seatings())
    assert build_movement(MovementRequest(Unit.PLAYER, 16, MovementKind.WHIST)).copies == 4


def test_thirteen_players_have_boards_that_travel() -> None:
    movement = build_movement(MovementRequest(Unit.PLAYER, 13, MovementKind.WHIST))
    assert movement.copies == 1
    assert not any(seating.shared for seating in movement.seatings())


def test_the_stored_tournaments_survive_writing_and_reading() -> None:
    for players, line in stored_lines().items():
        starter = whist_starter(players)
        assert starter is not None
        assert encode(starter) == line
        assert decode(line) == starter


@pytest.mark.parametrize(
    ("players", "kind", "rounds", "words"),
    [
        (3, MovementKind.INDIVIDUAL, None, "--players 4 or more"),
        (41, MovementKind.INDIVIDUAL, None, "--players 40 or fewer"),
        (10, MovementKind.WHIST, None, "--kind individual"),
        (8, MovementKind.INDIVIDUAL, 8, "--rounds 7 or fewer"),
    ],
)
def test_impossible_individuals(players: int, kind: MovementKind, rounds: int | None, words: str) -> None:
    with pytest.raises(MovementError, match=words):
        build_movement(MovementRequest(Unit.PLAYER, players, kind, rounds))
