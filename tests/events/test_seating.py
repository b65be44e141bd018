"""Who gets which number: seats are kept, needs are met, nobody sits out every week."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.movements import Movement, MovementKind, MovementRequest, Unit, build_movement
from events.movements.seats import TableSeat, seats_in
from events.seating import Want, arrange, arrange_by_seed, assignable_numbers, draw, sit_outs, stationary_numbers

MOVEMENTS = [
    build_movement(MovementRequest(unit, size, kind, winners=winners))
    for unit, size, kind, winners in (
        (Unit.PAIR, 14, MovementKind.MITCHELL, 2),
        (Unit.PAIR, 14, MovementKind.MITCHELL, 1),
        (Unit.PAIR, 12, MovementKind.SKIP, 2),
        (Unit.PAIR, 13, MovementKind.MITCHELL, 2),
        (Unit.PAIR, 11, MovementKind.ROVER, 2),
        (Unit.PAIR, 8, MovementKind.HOWELL, None),
        (Unit.PAIR, 11, MovementKind.HOWELL, None),
        (Unit.TEAM, 7, MovementKind.ROUND_ROBIN, None),
        (Unit.PLAYER, 12, MovementKind.WHIST, None),
        (Unit.PLAYER, 9, MovementKind.INDIVIDUAL, None),
    )
]


def mitchell(pairs: int, **options: object) -> Movement:
    return build_movement(MovementRequest(Unit.PAIR, pairs, MovementKind.MITCHELL, **options))  # type: ignore[arg-type]


@st.composite
def rooms(draw_one: st.DrawFn) -> tuple[Movement, list[Want]]:
    movement = draw_one(st.sampled_from(MOVEMENTS))
    sides = "NESW" if movement.unit is Unit.PLAYER else ("NS", "EW")
    seat = st.builds(TableSeat, st.integers(1, movement.tables + 1), st.sampled_from(sides))
    want = st.builds(
        Want,
        needs_stationary=st.booleans(),
        sat_out=st.integers(0, 4),
        preferred=st.none() | seat,
        seed=st.none() | st.integers(1, 20),
    )
    return movement, draw_one(st.lists(want, max_size=movement.contestants))


def number_at(movement: Movement) -> dict[TableSeat, int]:
    return {seat: number for number, seat in seats_in(movement, 1).items()}


def needs_met(movement: Movement, wants: list[Want], numbers: list[int]) -> int:
    stays = stationary_numbers(movement)
    return sum(want.needs_stationary and number in stays for want, number in zip(wants, numbers, strict=True))


@given(rooms(), st.randoms(use_true_random=False))
def test_everybody_gets_a_number_of_their_own_that_the_movement_has(
    room: tuple[Movement, list[Want]], random: Random
) -> None:
    movement, wants = room
    for numbers in (
        arrange(movement, wants),
        arrange_by_seed(movement, wants),
        draw(movement, wants, random.randrange),
    ):
        assert len(numbers) == len(wants)
        assert len(set(numbers)) == len(numbers)
        assert set(numbers) <= set(assignable_numbers(movement))


@given(rooms(), st.randoms(use_true_random=False))
def test_as_many_as_there_are_stationary_numbers_keep_their_table(
    room: tuple[Movement, list[Want]], random: Random
) -> None:
    movement, wants = room
    possible = min(len(stationary_numbers(movement)), sum(want.needs_stationary for want in wants))
    for numbers in (
        arrange(movement, wants),
        arrange_by_seed(movement, wants),
        draw(movement, wants, random.randrange),
    ):
        assert needs_met(movement, wants, numbers) == possible


@given(rooms())
def test_nobody_is_moved_who_is_not_in_the_way(room: tuple[Movement, list[Want]]) -> None:
    """A seat is lost only to somebody who prefers the same one, or to one who must not move."""
    movement, wants = room
    at, numbers, stays = number_at(movement), arrange(movement, wants), stationary_numbers(movement)
    needs = sum(want.needs_stationary for want in wants)
    for person, want in enumerate(wants):
        wished = at.get(want.preferred) if want.preferred else None
        if wished is None or numbers[person] == wished:
            continue
        moved_for_own_need = want.needs_stationary and wished not in stays
        has_it = numbers.index(wished) if wished in numbers else None
        same_wish = has_it is not None and wants[has_it].preferred == want.preferred
        lost_to_need = wished in stays and has_it is not None and wants[has_it].needs_stationary
        assert moved_for_own_need or same_wish or lost_to_need
        if lost_to_need and not same_wish:
            # Only where the needs could not be met otherwise.
            assert needs >= len(stays) or not (stays - set(numbers))


@given(rooms())
def test_whoever_sat_out_more_sits_out_no_more_than_another(room: tuple[Movement, list[Want]]) -> None:
    """Among those who have neither a seat nor a need."""
    movement, wants = room
    plain = [Want(sat_out=want.sat_out) for want in wants]
    outs = sit_outs(movement)
    pairs = list(zip(plain, arrange(movement, plain), strict=True))
    assert all(outs[mine] <= outs[other] for one, mine in pairs for two, other in pairs if one.sat_out > two.sat_out)


@given(rooms())
def test_the_same_wishes_give_the_same_numbers(room: tuple[Movement, list[Want]]) -> None:
    movement, wants = room
    assert arrange(movement, wants) == arrange(movement, wants)
    assert arrange_by_seed(movement, wants) == arrange_by_seed(movement, wants)


def test_without_wishes_numbers_go_in_order_of_entry() -> None:
    assert arrange(mitchell(14), [Want()] * 14) == list(range(1, 15))
    assert arrange(mitchell(14), [Want(sat_out=at % 3) for at in range(14)]) == list(range(1, 15))


def test_the_example_of_the_documentation() -> None:
    movement = mitchell(11, rounds=5)
    wants = dict.fromkeys("ABCDEFGHIJK", Want())
    wants |= {"J": Want(needs_stationary=True), "K": Want(sat_out=2), "I": Want(sat_out=1)}
    numbers = arrange(movement, list(wants.values()))
    said = {"A": 1, "B": 2, "C": 3, "I": 4, "J": 5, "K": 6, "D": 7, "E": 8, "F": 9, "G": 10, "H": 11}
    assert dict(zip(wants, numbers, strict=True)) == said


def test_another_movement_leaves_everybody_where_they_sit() -> None:
    old, new = mitchell(14), build_movement(MovementRequest(Unit.PAIR, 14, MovementKind.HOWELL))
    seats = seats_in(old, 1)
    numbers = arrange(new, [Want(preferred=seats[number]) for number in range(1, 15)])
    assert [seats_in(new, 1)[number] for number in numbers] == [seats[number] for number in range(1, 15)]


def test_one_pair_more_fills_the_half_table_and_moves_nobody() -> None:
    old, new = mitchell(13), mitchell(14)
    seats = seats_in(old, 1)
    wants = [Want(preferred=seats.get(number)) for number in range(1, 14)] + [Want()]
    numbers = arrange(new, wants)
    kept = [seats_in(new, 1)[number] for number in numbers[:13]]
    assert [seat for number, seat in enumerate(kept, 1) if number in seats] == [seats[n] for n in sorted(seats)]


def test_one_who_must_not_move_changes_places_across_the_table() -> None:
    movement = mitchell(14)
    seats = seats_in(movement, 1)
    wants = [Want(preferred=seats[number], needs_stationary=number == 10) for number in range(1, 15)]
    numbers = arrange(movement, wants)
    assert (numbers[9], numbers[2]) == (3, 10)
    assert [numbers[at] for at in range(14) if at not in (2, 9)] == [at + 1 for at in range(14) if at not in (2, 9)]


def test_a_free_stationary_seat_is_taken_before_anybody_has_to_move() -> None:
    movement = mitchell(14)
    seats = seats_in(movement, 1)
    wants = [Want(preferred=seats[number]) for number in range(1, 14) if number != 5]
    numbers = arrange(movement, [*wants, Want(needs_stationary=True), Want()])
    assert numbers[-2:] == [5, 14]
    assert [seats[number] for number in numbers[:12]] == [want.preferred for want in wants]


def test_two_who_claim_one_seat_the_first_has_it() -> None:
    movement = mitchell(14)
    numbers = arrange(movement, [Want(preferred=TableSeat(4, "NS"))] * 2)
    assert numbers[0] == 4
    assert numbers[1] != 4


def test_more_contestants_than_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="15 contestants for 14 numbers"):
        arrange(mitchell(14), [Want()] * 15)


def test_every_draw_is_equally_likely() -> None:
    movement = build_movement(MovementRequest(Unit.PAIR, 4, MovementKind.HOWELL))
    random = Random(5)
    seen = Counter(tuple(draw(movement, [Want()] * 4, random.randrange)) for _ in range(4800))
    assert len(seen) == 24
    assert sum((count - 200) ** 2 / 200 for count in seen.values()) < 49.7  # chi-square, 23 degrees, p = 0.001


def test_needs_are_drawn_for_too() -> None:
    movement = mitchell(14)
    random = Random(6)
    wants = [Want(needs_stationary=True)] * 3 + [Want()] * 11
    seen = Counter(draw(movement, wants, random.randrange)[0] for _ in range(700))
    assert set(seen) == set(range(1, 8))
    assert min(seen.values()) > 60


@pytest.mark.parametrize("pairs", [10, 14, 22, 26])
def test_seeds_make_two_fields_of_equal_strength(pairs: int) -> None:
    movement = mitchell(pairs, winners=2)
    numbers = arrange_by_seed(movement, [Want(seed=seed) for seed in range(1, pairs + 1)])
    north_south = sum(seed for seed, number in enumerate(numbers, 1) if number <= pairs // 2)
    assert abs(2 * north_south - pairs * (pairs + 1) // 2) <= 1
    sides = ["NS" if number <= pairs // 2 else "EW" for number in numbers]
    assert sides[:6] == ["NS", "EW", "EW", "NS", "NS", "EW"]


# A team has two tables at once.
@pytest.mark.parametrize(
    "movement",
    [movement for movement in MOVEMENTS if movement.unit is not Unit.TEAM],
    ids=lambda one: f"{one.unit} {one.contestants} {one.kind}",
)
def test_the_strongest_begin_at_different_tables(movement: Movement) -> None:
    numbers = arrange_by_seed(movement, [Want(seed=seed) for seed in range(1, movement.contestants + 1)])
    seats = seats_in(movement, 1)
    best = [seats[number].table for number in numbers[: len(movement.rounds[0].seatings)] if number in seats]
    assert len(set(best)) == len(best)


def test_those_without_a_seed_come_after_the_seeds() -> None:
    movement = build_movement(MovementRequest(Unit.PAIR, 8, MovementKind.HOWELL))
    wants = [Want(), Want(seed=2), Want(), Want(seed=1)]
    numbers = arrange_by_seed(movement, [*wants, Want(), Want(), Want(), Want()])
    seats = seats_in(movement, 1)
    assert seats[numbers[3]] == TableSeat(1, "NS")
    assert seats[numbers[1]].table == 3
