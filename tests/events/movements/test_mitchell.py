"""Two fields: what a director expects of each kind of Mitchell."""

import pytest

from events.movements import Movement, MovementError, MovementKind, MovementRequest, Unit, build_movement, check
from events.movements.mitchell import plain_plan, seat_pairs_by_plan, switch_arrow, switch_rounds
from events.movements.present import movement_json
from tests.events.movements.independent import board_sets, sets_held


def mitchell(pairs: int, kind: MovementKind = MovementKind.MITCHELL, **options: object) -> Movement:
    return build_movement(MovementRequest(Unit.PAIR, pairs, kind, **options))  # type: ignore[arg-type]


def codes(movement: Movement) -> set[str]:
    return {note.code for note in movement.notes}


def test_north_south_stay_east_west_move_up_and_boards_move_down() -> None:
    first, second = mitchell(14).rounds[:2]
    for before, after in zip(first.seatings, second.seatings, strict=True):
        assert before.ns == after.ns == before.table
    assert {s.ew: s.table % 7 + 1 for s in first.seatings} == {s.ew: s.table for s in second.seatings}
    assert {s.boards: (s.table - 2) % 7 + 1 for s in first.seatings} == {s.boards: s.table for s in second.seatings}


@pytest.mark.parametrize("tables", range(3, 40, 2))
def test_odd_tables_play_every_board_against_everyone(tables: int) -> None:
    data = movement_json(mitchell(2 * tables))
    assert all(sorted(held) == sorted(board_sets(data)) for held in sets_held(data).values())
    assert data["report"]["opponents"]["minimum"] == tables


@pytest.mark.parametrize("tables", range(4, 41, 2))
def test_skip_plays_one_round_less_without_sharing(tables: int) -> None:
    movement = mitchell(2 * tables, MovementKind.SKIP)
    assert len(movement.rounds) == tables - 1
    assert not any(seating.shared for seating in movement.seatings())
    assert {note["round"] for note in movement.notes if note.code == "skip-after"} == {tables // 2}


@pytest.mark.parametrize("tables", range(2, 41, 2))
def test_relay_plays_every_board_and_shares_between_first_and_last(tables: int) -> None:
    movement = mitchell(2 * tables, MovementKind.RELAY)
    data = movement_json(movement)
    assert all(sorted(held) == sorted(board_sets(data)) for held in sets_held(data).values())
    for round_ in movement.rounds:
        assert {s.table for s in round_.seatings if s.shared} == {1, tables}
        assert [rest.after_table for rest in round_.resting] == [tables // 2]


@pytest.mark.parametrize("tables", range(4, 41, 2))
def test_a_half_table_at_the_share_leaves_nothing_to_share(tables: int) -> None:
    movement = mitchell(2 * tables - 1)
    assert not any(seating.shared for seating in movement.seatings())
    assert len(movement.rounds) == tables
    assert "no-share-needed" in codes(movement)


@pytest.mark.parametrize("pairs", range(7, 60, 2))
def test_sit_outs_at_a_half_table_go_round(pairs: int) -> None:
    for missing in ("ns", "ew"):
        assert check(mitchell(pairs, missing=missing)).sit_outs.maximum == 1


def test_missing_north_south_spares_those_who_keep_their_seats() -> None:
    out = {x for round_ in mitchell(17).rounds for x in round_.sitting_out}
    assert min(out) == 9
    out = {x for round_ in mitchell(17, missing="ew").rounds for x in round_.sitting_out}
    assert max(out) == 9


@pytest.mark.parametrize(("rounds", "switched"), [(7, 1), (9, 1), (13, 2), (15, 2), (26, 3)])
def test_about_an_eighth_is_arrow_switched(rounds: int, switched: int) -> None:
    assert switch_rounds(rounds) == switched


def test_an_eighth_gives_the_best_balance() -> None:
    base = seat_pairs_by_plan(plain_plan(13), 26, 2, 13)
    variances = [_variance(switch_arrow(base, last)) for last in range(6)]
    assert variances.index(min(variances)) == switch_rounds(13)


def _variance(movement: Movement) -> float:
    balance = check(movement).balance
    assert balance is not None
    return balance.influence.variance


def test_switched_rounds_turn_both_sides_round() -> None:
    plain, switched = mitchell(18), mitchell(18, winners=1)
    assert switched.arrow_switched == (9,)
    assert switched.winners == 1
    assert switched.rounds[:8] == plain.rounds[:8]
    pairs = zip(plain.rounds[8].seatings, switched.rounds[8].seatings, strict=True)
    assert all(one.seats == other.seats[::-1] for one, other in pairs)


@pytest.mark.parametrize(
    ("tables", "visits"),
    [
        (5, (1, 3, 5, 2)),
        (7, (1, 3, 5, 7, 2, 4)),
        (11, (1, 3, 5, 7, 9, 11, 2, 4, 6, 8)),
        (13, (1, 3, 5, 7, 9, 11, 13, 2, 4, 6, 8, 10)),
    ],
)
def test_the_rover_takes_the_usual_way(tables: int, visits: tuple[int, ...]) -> None:
    movement = mitchell(2 * tables + 1, MovementKind.ROVER)
    (note,) = (note for note in movement.notes if note.code == "rover")
    assert note["tables"] == visits


def test_the_rover_displaces_nobody_twice() -> None:
    report = check(mitchell(27, MovementKind.ROVER))
    assert report.sit_outs.maximum == 1


@pytest.mark.parametrize("tables", range(14, 27))
def test_a_web_of_thirteen_rounds_plays_26_boards_with_few_copies(tables: int) -> None:
    movement = mitchell(2 * tables, MovementKind.WEB)
    report = check(movement)
    assert (report.boards_in_play, report.boards_per_contestant.minimum) == (26, 26)
    assert movement.copies == (2 if tables % 2 == 0 else 3)


def test_a_barometer_puts_everyone_on_the_same_boards() -> None:
    for options in ({}, {"winners": 2}):
        movement = mitchell(16, MovementKind.BAROMETER, **options)
        assert all(len({s.boards for s in round_.seatings}) == 1 for round_ in movement.rounds)
        assert movement.copies == 8


def test_a_cut_movement_says_so() -> None:
    movement = mitchell(26, rounds=9)
    assert len(movement.rounds) == 9
    assert "cut-short" in codes(movement)


@pytest.mark.parametrize(
    ("pairs", "kind", "rounds", "words"),
    [
        (3, MovementKind.MITCHELL, None, "--pairs 3"),
        (18, MovementKind.MITCHELL, 10, "--rounds 10"),
        (18, MovementKind.SKIP, None, "--kind mitchell"),
        (18, MovementKind.RELAY, None, "--kind mitchell"),
        (18, MovementKind.ROVER, None, "--kind mitchell"),
        (5, MovementKind.ROVER, None, "--pairs 7 or more"),
        (15, MovementKind.ROVER, 8, "--rounds 7 or fewer"),
        (18, MovementKind.WEB, 13, "--kind mitchell or fewer --rounds"),
        (8, MovementKind.HESITATION, None, "--pairs 9 or more"),
        (20, MovementKind.HESITATION, 12, "--rounds 11 or fewer"),
        (10, MovementKind.BAROMETER, 10, "--rounds 9 or fewer"),
        (402, MovementKind.MITCHELL, None, "--pairs 400 or fewer"),
        (18, MovementKind.MITCHELL, 0, "--rounds 1 or more"),
        (18, MovementKind.KNOCKOUT, None, "choose from"),
    ],
)
def test_what_cannot_be_names_option_and_remedy(pairs: int, kind: MovementKind, rounds: int | None, words: str) -> None:
    with pytest.raises(MovementError) as refused:
        mitchell(pairs, kind, rounds=rounds)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
