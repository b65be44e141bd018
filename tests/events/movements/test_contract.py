"""One contract for every generator: an independent checker accepts what it makes, at every size up to 40 tables."""

import pytest

from events.movements import Movement, MovementKind, MovementRequest, Unit, build_movement
from events.movements.present import movement_json
from tests.events.movements.independent import problems

TABLES = range(2, 41)


def sound(request: MovementRequest, *, meetings: int | None = None) -> Movement:
    movement = build_movement(request)
    data = movement_json(movement)
    places = 2 if movement.unit is Unit.TEAM else 1
    allowed = (movement.meetings if meetings is None else meetings) * places
    assert problems(data, places=places, meetings=allowed, times_per_board=places) == []
    assert data["kind"] == request.kind
    assert data["report"]["sound"]
    return movement


def pair_requests(tables: int) -> list[MovementRequest]:
    kinds = [MovementKind.MITCHELL, MovementKind.BAROMETER, MovementKind.HOWELL]
    kinds += [MovementKind.SKIP, MovementKind.RELAY] if tables % 2 == 0 and tables > 2 else []
    kinds += [MovementKind.HESITATION] if tables >= 5 else []
    kinds += [MovementKind.WEB] if tables >= 3 else []
    return [
        MovementRequest(Unit.PAIR, pairs, kind) for kind in kinds for pairs in (2 * tables - 1, 2 * tables) if pairs > 3
    ]


@pytest.mark.parametrize("tables", TABLES)
def test_every_movement_for_pairs_is_sound(tables: int) -> None:
    for request in pair_requests(tables):
        sound(request)


@pytest.mark.parametrize("tables", range(3, 41))
def test_barometers_in_two_fields(tables: int) -> None:
    for pairs in (2 * tables - 1, 2 * tables):
        sound(MovementRequest(Unit.PAIR, pairs, MovementKind.BAROMETER, winners=2))


@pytest.mark.parametrize("tables", range(3, 41))
def test_half_tables_may_miss_either_side(tables: int) -> None:
    for missing in ("ns", "ew"):
        sound(MovementRequest(Unit.PAIR, 2 * tables - 1, MovementKind.MITCHELL, missing=missing))


@pytest.mark.parametrize("tables", range(3, 41))
def test_a_mitchell_may_be_cut_after_any_round_and_switched(tables: int) -> None:
    for rounds in {1, tables // 2, tables - 1}:
        sound(MovementRequest(Unit.PAIR, 2 * tables, MovementKind.MITCHELL, rounds, winners=1))


@pytest.mark.parametrize("tables", range(3, 41))
def test_every_rover_is_sound_and_meets_at_most_one_pair_twice(tables: int) -> None:
    movement = sound(MovementRequest(Unit.PAIR, 2 * tables + 1, MovementKind.ROVER))
    again = [note for note in movement.notes if note.code == "rover-repeats"]
    assert bool(again) == (movement.meetings == 2)
    if tables % 3:
        assert not again


@pytest.mark.parametrize("tables", range(5, 41))
def test_a_web_fits_every_odd_number_of_sets(tables: int) -> None:
    for rounds in range(3, min(tables, 17) + 1, 2):
        sound(MovementRequest(Unit.PAIR, 2 * tables, MovementKind.WEB, rounds))


@pytest.mark.parametrize("teams", range(2, 41))
def test_every_movement_for_teams_is_sound(teams: int) -> None:
    sound(MovementRequest(Unit.TEAM, teams, MovementKind.ROUND_ROBIN))
    sound(MovementRequest(Unit.TEAM, teams, MovementKind.ROUND_ROBIN, rounds=2 * (teams - 1 + teams % 2)))
    if teams > 3:
        for kind in (MovementKind.AMERICAN_WHIST, MovementKind.NEW_ENGLAND):
            sound(MovementRequest(Unit.TEAM, teams, kind))
            sound(MovementRequest(Unit.TEAM, teams, kind, rounds=teams - 1))


def test_head_to_head_is_sound() -> None:
    sound(MovementRequest(Unit.TEAM, 2, MovementKind.HEAD_TO_HEAD, rounds=6))


@pytest.mark.parametrize("players", range(4, 41))
def test_every_individual_is_sound(players: int) -> None:
    most = players - 1 + players % 2
    for rounds in {1, min(5, most), min(9, most), most}:
        sound(MovementRequest(Unit.PLAYER, players, MovementKind.INDIVIDUAL, rounds), meetings=rounds)


@pytest.mark.parametrize("contestants", [4, 5, 6, 7, 9, 12, 21, 30])
def test_every_swiss_rehearsal_is_sound(contestants: int) -> None:
    for unit in (Unit.PAIR, Unit.TEAM):
        sound(MovementRequest(unit, contestants, MovementKind.SWISS))
