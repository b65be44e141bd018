"""The sentences read out to the room hold for the movement as it is played now."""

import pytest

from events.movements import Movement, MovementKind, MovementRequest, Unit, build_movement, say
from events.movements.catalogue import KINDS
from events.movements.current_notes import current_notes
from events.movements.errors import MovementError
from events.movements.present import movement_json
from events.movements.repair import late_pair, leave, wrong_table
from events.movements.seats import seats_in, stationary_numbers


def sentences(movement: Movement) -> list[str]:
    return [say(note) for note in current_notes(movement)]


def howell(pairs: int, rounds: int | None = None) -> Movement:
    return build_movement(MovementRequest(Unit.PAIR, pairs, MovementKind.HOWELL, rounds, boards_per_round=2))


@pytest.mark.parametrize("played", [0, 1, 4])
def test_a_late_pair_in_the_empty_stationary_place_is_named_among_those_who_stay(played: int) -> None:
    before = howell(13, 12)
    assert "Stationary: 13. Everyone else moves." in sentences(before)
    after = late_pair(before, played).movement
    seats = {seats_in(after, number)[14] for number in range(played + 1, 13)}
    assert len(seats) == 1
    assert "Stationary: 13, 14. Everyone else moves." in sentences(after)
    assert stationary_numbers(after) == {13, 14}
    assert any("1 follows 12" in sentence for sentence in sentences(after))
    assert "Stationary: 13, 14. Everyone else moves." in [note["text"] for note in movement_json(after)["notes"]]


def test_who_left_is_not_called_stationary_any_more() -> None:
    after = leave(howell(14, 12), 3, 13).movement
    assert "Stationary: 14. Everyone else moves." in sentences(after)


def test_who_took_over_a_stationary_track_is_named_instead() -> None:
    movement = howell(14, 12)
    repair = wrong_table(movement, 1, 13, 5)
    keeps = any(note.code == "tracks-exchanged" for note in repair.changes)
    wanted = "Stationary: 5, 14." if keeps else "Stationary: 13, 14."
    assert any(sentence.startswith(wanted) for sentence in sentences(repair.movement))


def test_nobody_follows_the_next_lower_number_where_some_without_opponents_meet() -> None:
    repair = leave(leave(howell(14, 12), 2, 1).movement, 4, 3)
    assert any(note.code == "joined-up" for note in repair.changes)
    assert not any("takes the place the next lower number leaves" in one for one in sentences(repair.movement))


def test_nobody_is_announced_as_stationary_where_nobody_stays() -> None:
    """Seven pairs: the one who would stay does not exist. Whoever takes that place is named."""
    assert not any(sentence.startswith("Stationary") for sentence in sentences(howell(7)))
    assert "Stationary: 8. Everyone else moves." in sentences(late_pair(howell(7), 1).movement)


def test_beside_a_triangle_only_the_others_play_the_same_boards() -> None:
    movement = build_movement(MovementRequest(Unit.TEAM, 5, MovementKind.SWISS, 2, 4, three_ways=True))
    said = sentences(movement)
    assert any("boards of their own" in sentence for sentence in said)
    assert "All others play the same boards in each round." in said
    assert "Everyone plays the same boards in each round." not in said


@pytest.mark.parametrize("unit", list(Unit))
def test_a_movement_that_nobody_has_changed_says_what_its_maker_says(unit: Unit) -> None:
    for kind in KINDS[unit]:
        for contestants in range(4, 21):
            try:
                movement = build_movement(MovementRequest(unit, contestants, kind, boards_per_round=2))
            except MovementError:
                continue
            true = tuple(note for note in movement.notes if dict(note.params).get("contestants") != ())
            assert current_notes(movement) == true, (kind, contestants)
