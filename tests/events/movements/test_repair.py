"""Repair: what was played stays, what follows is legal, and the report says what is unequal."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.movements import Movement, MovementError, MovementKind, MovementRequest, Unit, build_movement, say
from events.movements.repair import (
    EMPTY_PLACE,
    MovementRepair,
    come_back,
    late_pair,
    leave,
    wrong_boards,
    wrong_opponents,
    wrong_table,
)
from events.movements.storage import pack, unpack

KINDS = [MovementKind.MITCHELL, MovementKind.HOWELL, MovementKind.HESITATION, MovementKind.WEB, MovementKind.BAROMETER]


@st.composite
def movements(draw: Callable[..., object]) -> Movement:
    pairs = draw(st.integers(9, 34))
    kind = draw(st.sampled_from(KINDS))
    return build_movement(MovementRequest(Unit.PAIR, pairs, kind, boards_per_round=2))  # type: ignore[arg-type]


def assert_legal_from(movement: Movement, first: int) -> None:
    """From a round on: one place each, no board twice for anyone at any time, boards where they can be."""
    held: dict[int, set[int]] = {}
    for number, round_ in enumerate(movement.rounds, start=1):
        seated: set[int] = set()
        at: dict[int, list[bool]] = {}
        for seating in round_.seatings:
            for pair in seating.seats:
                if number >= first:
                    assert pair not in seated
                    assert not held.setdefault(pair, set()) & set(seating.boards)
                    assert pair not in movement.withdrawn
                seated.add(pair)
                held.setdefault(pair, set()).update(seating.boards)
            for board in seating.boards:
                at.setdefault(board, []).append(seating.shared)
        if number >= first:
            assert not seated & set(round_.sitting_out)
            assert all(shares.count(False) + any(shares) <= movement.copies for shares in at.values())


def assert_good(repair: MovementRepair, before: Movement, played: int) -> None:
    after = repair.movement
    assert len(after.rounds) == len(before.rounds)
    assert after.rounds[: max(0, played - 1)] == before.rounds[: max(0, played - 1)]
    assert_legal_from(after, played + 1)
    assert repair.report.sound, [say(note) for note in repair.report.faults]
    assert all(say(note) for note in repair.changes + repair.report.remarks)


@given(movements(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_late_pair_finds_a_place(movement: Movement, data: st.DataObject) -> None:
    played = data.draw(st.integers(0, len(movement.rounds) - 1))
    repair = late_pair(movement, played)
    assert_good(repair, movement, played + 1)
    assert repair.movement.rounds[:played] == movement.rounds[:played]
    assert repair.movement.contestants == movement.contestants + 1


@given(movements(), st.data())
@settings(max_examples=60, deadline=None)
def test_whoever_leaves_is_seated_no_more(movement: Movement, data: st.DataObject) -> None:
    played = data.draw(st.integers(0, len(movement.rounds) - 1))
    gone = data.draw(st.integers(1, movement.contestants))
    repair = leave(movement, played, gone)
    assert repair.movement.rounds[:played] == movement.rounds[:played]
    assert_good(repair, movement, played)


@given(movements(), st.data())
@settings(max_examples=60, deadline=None)
def test_pairs_at_each_others_tables(movement: Movement, data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(movement.rounds)))
    one, other = data.draw(st.lists(st.integers(1, movement.contestants), min_size=2, max_size=2, unique=True))
    assert_good(wrong_table(movement, number, one, other), movement, number)


@given(movements(), st.data())
@settings(max_examples=60, deadline=None)
def test_wrong_boards_are_never_met_again(movement: Movement, data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(movement.rounds)))
    table = data.draw(st.sampled_from([s.table for s in movement.rounds[number - 1].seatings]))
    wrong = data.draw(st.integers(1, movement.board_sets))
    boards = (2 * wrong - 1, 2 * wrong)
    repair = wrong_boards(movement, number, table, boards)
    assert_good(repair, movement, number)
    (seating,) = (s for s in repair.movement.rounds[number - 1].seatings if s.table == table)
    assert seating.boards == boards


@given(movements(), st.data())
@settings(max_examples=30, deadline=None)
def test_one_mishap_after_another(movement: Movement, data: st.DataObject) -> None:
    played = data.draw(st.integers(1, max(1, len(movement.rounds) // 2)))
    once = late_pair(movement, min(played, len(movement.rounds) - 1)).movement
    later = data.draw(st.integers(played, len(once.rounds) - 1)) if played < len(once.rounds) else played - 1
    gone = data.draw(st.integers(1, once.contestants))
    twice = leave(once, later, gone)
    assert twice.movement.rounds[:later] == once.rounds[:later]
    assert_legal_from(twice.movement, later + 1)


@pytest.fixture
def mitchell() -> Movement:
    return build_movement(MovementRequest(Unit.PAIR, 18, MovementKind.MITCHELL))


def codes(repair: MovementRepair) -> list[str]:
    return [note.code for note in repair.changes]


@pytest.mark.parametrize("pairs", [15, 17, 21])
def test_a_late_pair_takes_the_half_table_and_everyone_plays(pairs: int) -> None:
    movement = build_movement(MovementRequest(Unit.PAIR, pairs, MovementKind.MITCHELL))
    repair = late_pair(movement, 1)
    assert codes(repair) == ["late-fills-sit-out"]
    assert all(not round_.sitting_out for round_ in repair.movement.rounds[1:])


@pytest.mark.parametrize("kind", [MovementKind.HOWELL, MovementKind.MITCHELL])
def test_a_place_that_is_taken_is_no_longer_called_empty(kind: MovementKind) -> None:
    movement = build_movement(MovementRequest(Unit.PAIR, 13, kind))
    assert EMPTY_PLACE & {note.code for note in movement.notes}
    repair = late_pair(movement, 1)
    assert codes(repair) == ["late-fills-sit-out"]
    assert not EMPTY_PLACE & {note.code for note in repair.movement.notes}


@given(movements(), st.data())
@settings(max_examples=40, deadline=None)
def test_who_comes_back_at_once_finds_everything_as_it_was(movement: Movement, data: st.DataObject) -> None:
    played = data.draw(st.integers(0, len(movement.rounds) - 1))
    gone = data.draw(st.integers(1, movement.contestants))
    back = come_back(leave(movement, played, gone).movement, played, gone)
    assert back.movement.rounds == movement.rounds
    assert back.movement.notes == movement.notes
    assert back.movement.withdrawn == ()
    assert unpack(pack(back.movement)) == back.movement


@given(movements(), st.data())
@settings(max_examples=30, deadline=None)
def test_who_comes_back_later_plays_from_then_on(movement: Movement, data: st.DataObject) -> None:
    played = data.draw(st.integers(0, len(movement.rounds) - 2))
    later = data.draw(st.integers(played, len(movement.rounds) - 1))
    gone, other = data.draw(st.lists(st.integers(1, movement.contestants), min_size=2, max_size=2, unique=True))
    left = leave(leave(movement, played, gone).movement, later, other).movement
    first = data.draw(st.sampled_from([gone, other]))
    back = come_back(left, later, first)
    assert back.movement.rounds[:later] == left.rounds[:later]
    assert_good(back, left, later)
    both = come_back(back.movement, later, other if first == gone else gone)
    assert both.movement.withdrawn == ()
    assert_good(both, left, later)
    if later == played:
        assert both.movement.rounds == movement.rounds


def test_who_comes_back_after_another_change_is_fitted_in() -> None:
    movement = build_movement(MovementRequest(Unit.PAIR, 12, MovementKind.HOWELL))
    changed = late_pair(leave(movement, 2, 5).movement, 3).movement
    back = come_back(changed, 4, 5)
    assert_good(back, changed, 4)
    assert codes(back)[0] == "came-back"
    playing = {x for round_ in back.movement.rounds[4:] for seating in round_.seatings for x in seating.seats}
    assert {5, 13} <= playing


def test_a_team_that_comes_back_is_drawn_again() -> None:
    movement = build_movement(MovementRequest(Unit.TEAM, 8, MovementKind.SWISS, rounds=5, boards_per_round=4))
    back = come_back(leave(movement, 1, 3).movement, 1, 3)
    assert back.movement.withdrawn == ()
    assert all(
        3 in {*round_.sitting_out, *(x for s in round_.seatings for x in s.seats)} for round_ in back.movement.rounds
    )


def test_a_late_pair_without_a_half_table_roves() -> None:
    mitchell = build_movement(MovementRequest(Unit.PAIR, 22, MovementKind.MITCHELL))
    repair = late_pair(mitchell, 1)
    assert set(codes(repair)) == {"late-as-rover"}
    assert repair.report.sit_outs.maximum == 1
    displaced = {x for round_ in repair.movement.rounds[1:] for x in round_.sitting_out}
    assert displaced <= set(mitchell.stationary)


def test_those_left_alone_meet_each_other() -> None:
    movement = build_movement(MovementRequest(Unit.PAIR, 9, MovementKind.BAROMETER, rounds=9))
    repair = leave(movement, 2, 3)
    assert "joined-up" in codes(repair)


def test_law_15_lets_a_first_result_stand(mitchell: Movement) -> None:
    repair = wrong_boards(mitchell, 1, 3, (1, 2, 3))
    stands = [note for note in repair.changes if note.code == "result-stands"]
    assert [note["boards"] for note in stands] == [(1, 2, 3)]
    assert "boards-still-due" in codes(repair)


def test_law_15_cancels_what_someone_had_played(mitchell: Movement) -> None:
    repair = wrong_boards(mitchell, 3, 1, (1, 2, 3))
    (cancelled,) = (note for note in repair.changes if note.code == "result-cancelled")
    assert cancelled["contestants"] == (1, 17)


def test_wrong_opponents_are_named_and_the_rest_avoids_repeats(mitchell: Movement) -> None:
    repair = wrong_opponents(mitchell, 2, 1, 3)
    assert codes(repair).count("wrong-opponents") == 2
    assert repair.report.sound


def test_a_swap_in_the_first_round_costs_nothing_when_both_keep_the_new_track(mitchell: Movement) -> None:
    repair = wrong_table(mitchell, 1, 10, 14)
    assert "tracks-exchanged" in codes(repair)
    assert repair.report.boards_per_contestant.variance == 0


def test_replaced_boards_keep_a_table_in_play() -> None:
    movement = build_movement(MovementRequest(Unit.PAIR, 12, MovementKind.HOWELL, rounds=9))
    planned = movement.rounds[4].seatings[0]
    idle = movement.rounds[1].resting[0].boards
    repair = wrong_boards(movement, 2, movement.rounds[1].seatings[0].table, idle)
    assert planned.boards
    assert {"boards-replaced", "boards-dropped"} & set(codes(repair))


def test_a_team_that_leaves_gives_byes() -> None:
    movement = build_movement(MovementRequest(Unit.TEAM, 8, MovementKind.ROUND_ROBIN))
    repair = leave(movement, 3, 5)
    assert repair.report.sound
    assert all(len(round_.sitting_out) == 1 for round_ in repair.movement.rounds[3:])


def test_players_who_leave_stop_their_table() -> None:
    movement = build_movement(MovementRequest(Unit.PLAYER, 12, MovementKind.INDIVIDUAL, rounds=7))
    assert leave(movement, 3, 5).report.sound


@pytest.mark.parametrize(
    ("repair", "arguments", "words"),
    [
        (late_pair, (9,), "Round 10"),
        (leave, (1, 40), "no number 40"),
        (come_back, (1, 2), "has not left"),
        (wrong_table, (11, 1, 2), "Round 11"),
        (wrong_boards, (1, 12, (1,)), "Table 12"),
    ],
)
def test_impossible_repairs_say_why(
    mitchell: Movement, repair: Callable[..., MovementRepair], arguments: tuple[object, ...], words: str
) -> None:
    with pytest.raises(MovementError, match=words):
        repair(mitchell, *arguments)


def test_newcomers_are_for_pairs() -> None:
    with pytest.raises(MovementError, match="pairs"):
        late_pair(build_movement(MovementRequest(Unit.TEAM, 8, MovementKind.ROUND_ROBIN)), 1)
