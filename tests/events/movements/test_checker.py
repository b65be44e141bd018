"""The checker finds every fault it promises to find, and the balance is what the words say."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import events.movements
from events.movements import Movement, MovementKind, MovementRequest, Round, Seating, Unit, build_movement, check, say
from events.movements.balance import matrices
from events.movements.words import SENTENCES


@pytest.fixture
def mitchell() -> Movement:
    return build_movement(MovementRequest(Unit.PAIR, 10, MovementKind.MITCHELL, boards_per_round=2))


def with_table(movement: Movement, number: int, at: int, **changes: object) -> Movement:
    rounds = list(movement.rounds)
    seatings = tuple(
        replace(seating, **changes) if seating.table == at else seating  # type: ignore[arg-type]
        for seating in rounds[number - 1].seatings
    )
    rounds[number - 1] = replace(rounds[number - 1], seatings=seatings)
    return replace(movement, rounds=tuple(rounds))


def faults(movement: Movement) -> set[str]:
    report = check(movement)
    assert report.sound == (not report.faults)
    assert all(say(note) for note in report.faults + report.remarks)
    return {note.code for note in report.faults}


def test_a_sound_movement_has_no_faults(mitchell: Movement) -> None:
    assert faults(mitchell) == set()


def test_someone_in_two_places_and_someone_nowhere(mitchell: Movement) -> None:
    assert {"seated-twice", "not-seated"} <= faults(with_table(mitchell, 1, 1, seats=(2, 6)))


def test_a_stranger(mitchell: Movement) -> None:
    assert "unknown-contestant" in faults(with_table(mitchell, 1, 1, seats=(1, 11)))


def test_a_table_twice(mitchell: Movement) -> None:
    assert "table-twice" in faults(with_table(mitchell, 1, 1, table=2))


def test_boards_in_two_places(mitchell: Movement) -> None:
    broken = with_table(mitchell, 1, 1, boards=(3, 4))
    assert "board-at-two-tables" in faults(broken)
    assert "board-at-two-tables" not in faults(replace(broken, copies=2))


def test_sharing_must_be_declared_at_both_tables(mitchell: Movement) -> None:
    half = with_table(mitchell, 1, 1, boards=(3, 4), shared=True)
    assert "board-at-two-tables" in faults(half)
    assert "board-at-two-tables" not in faults(with_table(half, 1, 2, shared=True))


def test_a_board_again(mitchell: Movement) -> None:
    assert "board-again" in faults(with_table(mitchell, 2, 1, boards=(1, 2)))


def test_a_second_meeting(mitchell: Movement) -> None:
    broken = with_table(mitchell, 2, 1, seats=(1, 6))
    assert "met-again" in faults(broken)
    assert "met-again" not in faults(replace(broken, meetings=2))


def test_partners_again() -> None:
    movement = build_movement(MovementRequest(Unit.PLAYER, 8, MovementKind.INDIVIDUAL, rounds=3))
    first = movement.rounds[0].seatings
    again = replace(movement, rounds=(*movement.rounds[:2], Round(first)))
    assert "partners-again" in faults(again)


def test_what_is_past_is_history(mitchell: Movement) -> None:
    broken = with_table(mitchell, 2, 1, boards=(1, 2))
    report = check(broken, since_round=3)
    assert "board-again" in {note.code for note in report.remarks}


def test_inequalities_are_remarks_with_figures() -> None:
    report = check(build_movement(MovementRequest(Unit.PAIR, 9, MovementKind.MITCHELL, boards_per_round=2)))
    remarks = {note.code: note for note in report.remarks}
    assert remarks["unequal-boards"]["low"] == 8
    assert remarks["unequal-sit-outs"]["high"] == 1
    assert report.boards_per_contestant.variance > 0


def test_comparisons_by_hand() -> None:
    """Two tables, one board: North-South are compared with each other, and so are East-West."""
    seatings = (Seating(1, (1, 2), (1,), shared=True), Seating(2, (3, 4), (1,), shared=True))
    movement = Movement(MovementKind.HOWELL, Unit.PAIR, 4, (Round(seatings),), 1, 1)
    compared, influence = matrices(movement)
    assert compared[0].tolist() == [1, 0, 1, 0]
    assert influence[0].tolist() == [1, 1, 1, -1]


def test_partners_are_not_compared() -> None:
    movement = build_movement(MovementRequest(Unit.PLAYER, 8, MovementKind.WHIST))
    balance = check(movement).balance
    assert balance is not None
    assert balance.compared.variance == 0


def test_boards_that_part_ways_are_counted_one_by_one(mitchell: Movement) -> None:
    broken = with_table(mitchell, 1, 1, boards=(1,))
    whole, part = (matrices(movement)[0] for movement in (mitchell, broken))
    assert whole[0, 1] - part[0, 1] == 1


def test_teams_have_no_balance() -> None:
    assert check(build_movement(MovementRequest(Unit.TEAM, 6, MovementKind.ROUND_ROBIN))).balance is None


def test_every_sentence_is_one_line_and_ends() -> None:
    assert all("\n" not in text and text.endswith((".", "]")) for text in SENTENCES.values())


def test_every_sentence_is_said_somewhere_and_every_code_has_one() -> None:
    package = Path(events.movements.__file__).parent
    source = "\n".join(path.read_text("utf-8") for path in package.glob("*.py") if path.name != "words.py")
    assert [code for code in SENTENCES if f'"{code}"' not in source] == []
    said = re.findall(r'(?:Note\.of|MovementError|self\._add)\(\s*(?:number, )?"([a-z0-9-]+)"', source)
    assert set(said) <= set(SENTENCES)


def test_where_who_sits_out_leaves_another_table_empty_each_round_fewer_are_in_play_at_once() -> None:
    odd = check(build_movement(MovementRequest(Unit.PAIR, 13, MovementKind.HOWELL, rounds=12)))
    assert (odd.tables, odd.tables_at_once) == (7, 6)
    even = check(build_movement(MovementRequest(Unit.PAIR, 14, MovementKind.HOWELL, rounds=12)))
    assert (even.tables, even.tables_at_once) == (7, 7)
