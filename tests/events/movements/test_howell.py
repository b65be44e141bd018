"""Howell designs: every pair plays every board set once, nobody meets twice, no two tables need one set."""

import time
from typing import Any

import pytest

from events.movements import Movement, MovementError, MovementKind, MovementRequest, Unit, build_movement, check
from events.movements.designs import DataError, Design, decode, design, encode, rounds_on_file, stored_lines
from events.movements.howell import howell
from events.movements.present import movement_json, round_json
from tests.events.movements.independent import board_sets, howell_problems, problems, sets_held

SIZES = [pytest.param(tables, id=f"{tables} tables") for tables in range(5, 41)]


def without_report(movement: Movement) -> dict[str, Any]:
    """The JSON that matters here: a report for each of 700 designs would take most of the time."""
    return {
        "contestants": movement.contestants,
        "rounds": [round_json(round_, movement.unit) for round_ in movement.rounds],
        "sitting_out": [list(round_.sitting_out) for round_ in movement.rounds],
    }


@pytest.mark.parametrize("tables", SIZES)
def test_every_length_from_two_more_rounds_than_tables_to_all_play_all(tables: int) -> None:
    for rounds in range(tables + 2, 2 * tables):
        movement = howell(2 * tables, 1 + rounds % 2, rounds)
        assert howell_problems(without_report(movement), rounds) == [], (tables, rounds)


@pytest.mark.parametrize("tables", SIZES)
def test_one_round_more_than_tables(tables: int) -> None:
    data = movement_json(build_movement(MovementRequest(Unit.PAIR, 2 * tables, MovementKind.HESITATION)))
    found = howell_problems(data, tables + 1)
    if tables % 2 == 0 and tables > 22:
        found = [problem for problem in found if "two tables share a set" not in problem]
    assert found == []


@pytest.mark.parametrize("rounds", [6, 7])
def test_four_tables_have_six_and_seven_rounds(rounds: int) -> None:
    assert howell_problems(movement_json(howell(8, 4, rounds)), rounds) == []


def test_eight_rounds_for_ten_pairs_exist_too() -> None:
    assert howell_problems(movement_json(howell(10, 3, 8)), 8) == []


def test_two_tables_share_the_boards_of_each_round() -> None:
    data = movement_json(howell(4, 8))
    assert problems(data) == []
    assert len(data["rounds"]) == 3
    assert all(row["shared"] for round_ in data["rounds"] for row in round_)
    assert all(sorted(held) == sorted(board_sets(data)) for held in sets_held(data).values())


def test_three_tables_share_in_one_round_only() -> None:
    data = movement_json(howell(6, 5))
    assert problems(data) == []
    assert [any(row.get("shared") for row in round_) for round_ in data["rounds"]] == [False] * 4 + [True]
    assert all(sorted(held) == sorted(board_sets(data)) for held in sets_held(data).values())


@pytest.mark.parametrize(("pairs", "rounds"), [(4, 6), (5, 10), (6, 10), (7, 14), (8, 14)])
def test_small_fields_may_play_a_double_round(pairs: int, rounds: int) -> None:
    data = movement_json(howell(pairs, 2, rounds))
    assert len(data["rounds"]) == rounds
    assert problems(data, meetings=2) == []


@pytest.mark.parametrize("pairs", range(5, 80, 2))
def test_an_odd_field_sits_out_one_pair_a_round_and_nobody_twice(pairs: int) -> None:
    data = movement_json(howell(pairs, 2))
    assert problems(data) == []
    out = [x for sitters in data["sitting_out"] for x in sitters]
    assert len(out) == len(data["rounds"])
    assert len(set(out)) == len(out)


@pytest.mark.parametrize("pairs", range(5, 24, 2))
def test_a_full_howell_for_an_odd_field_sits_out_everyone_once(pairs: int) -> None:
    report = check(howell(pairs, 2, pairs))
    assert (report.sit_outs.minimum, report.sit_outs.maximum) == (1, 1)


@pytest.mark.parametrize(("pairs", "rounds"), [(8, 7), (12, 11), (4, 3)])
def test_perfect_balance_where_it_is_possible(pairs: int, rounds: int) -> None:
    balance = check(howell(pairs, 3, rounds)).balance
    assert balance is not None
    assert balance.influence.variance == 0


@pytest.mark.parametrize("tables", range(4, 41))
def test_balance_is_far_better_than_with_nobody_turned(tables: int) -> None:
    found = design(2 * tables, 2 * tables - 1)
    assert found is not None
    assert check(howell(2 * tables, 1, 2 * tables - 1)).balance.influence.variance < tables  # type: ignore[union-attr]


@pytest.mark.parametrize("pairs", [12, 18, 26])
def test_board_sets_move_down_one_table_or_stand(pairs: int) -> None:
    movement = howell(pairs, 1, pairs // 2 + 3)
    for before, after in zip(movement.rounds, movement.rounds[1:], strict=False):
        now = {seating.boards: seating.table for seating in before.seatings}
        for seating in after.seatings:
            if seating.boards in now and seating.table < movement.tables:
                assert now[seating.boards] in (seating.table + 1, 1)


def test_resting_and_played_sets_are_all_the_sets() -> None:
    movement = howell(15, 2, 13)
    for round_ in movement.rounds:
        boards = [seating.boards for seating in round_.seatings] + [rest.boards for rest in round_.resting]
        assert len(boards) == len(set(boards)) == movement.board_sets


def test_stationary_pairs_keep_their_table() -> None:
    movement = howell(20, 2, 13)
    assert len(movement.stationary) == 7
    for pair in movement.stationary:
        assert len({seating.table for seating in movement.seatings() if pair in seating.seats}) == 1


@pytest.mark.parametrize(("pairs", "rounds"), [(10, 99), (4, 7), (40, 40), (80, 80)])
def test_too_many_rounds_say_how_many_are_possible(pairs: int, rounds: int) -> None:
    with pytest.raises(MovementError, match=r"--rounds .* has at most .* use --rounds"):
        howell(pairs, 2, rounds)


@pytest.mark.parametrize("pairs", [0, 1, 2, 3, 81])
def test_impossible_fields_name_the_option(pairs: int) -> None:
    with pytest.raises(MovementError, match="--pairs"):
        howell(pairs, 2)


class TestStoredData:
    def test_every_design_is_sound_and_survives_writing_and_reading(self) -> None:
        for (pairs, rounds), line in stored_lines().items():
            found = decode(line)
            assert found.form.flaw() is None
            assert (found.pairs, found.rounds) == (pairs, rounds)
            assert encode(found) == line

    def test_every_size_is_there(self) -> None:
        for tables in range(4, 41):
            expected = {rounds for rounds in range(tables + 1, 2 * tables) if (tables, rounds) != (4, 5)}
            assert set(rounds_on_file(2 * tables)) == expected

    def test_a_damaged_line_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        line = stored_lines()[14, 13]
        first, second = line.split(" ")[3][:2]
        broken = line.replace(first + second, second + second, 1)
        monkeypatch.setattr("events.movements.designs.stored_lines", lambda: {(14, 13): broken})
        design.cache_clear()
        with pytest.raises(DataError, match="13x14"):
            design(14, 13)
        design.cache_clear()

    def test_a_line_in_the_wrong_place_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        line = stored_lines()[14, 13]
        monkeypatch.setattr("events.movements.designs.stored_lines", lambda: {(14, 12): line})
        design.cache_clear()
        with pytest.raises(DataError, match="another design"):
            design(14, 12)
        design.cache_clear()

    def test_generation_takes_milliseconds(self) -> None:
        howell(60, 1, 45)
        spent = []
        for _ in range(5):
            begin = time.perf_counter()
            howell(60, 1, 45)
            spent.append(time.perf_counter() - begin)
        assert min(spent) < 0.1

    def test_designs_are_frozen(self) -> None:
        found = design(10, 9)
        assert isinstance(found, Design)
        with pytest.raises(AttributeError):
            found.rounds = 3  # type: ignore[misc]
