"""What is said after a round must bring everybody to where the movement wants them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from events.movements import Movement, MovementKind, MovementRequest, Unit, build_movement, say
from events.movements.moves import MovementSpot, next_moves

REGULAR: list[tuple[str, int, str, dict[str, Any]]] = [
    ("pair", 14, "mitchell", {}),
    ("pair", 14, "mitchell", {"winners": 1}),
    ("pair", 13, "mitchell", {}),
    ("pair", 13, "mitchell", {"missing": "ew"}),
    ("pair", 16, "skip", {}),
    ("pair", 12, "relay", {}),
    ("pair", 21, "rover", {}),
    ("pair", 28, "web", {"rounds": 7}),
    ("team", 7, "american-whist", {}),
    ("team", 6, "new-england", {}),
]
STEPS = {"stay": 0, "up-one": 1, "down-one": -1}


def movement_of(unit: str, number: int, kind: str, options: dict[str, Any]) -> Movement:
    return build_movement(MovementRequest(Unit(unit), number, MovementKind(kind), **options))


def said(movement: Movement, after_round: int) -> list[str]:
    return [say(note) for note in next_moves(movement, after_round).notes]


def obey(movement: Movement, after_round: int) -> dict[tuple[int, str], MovementSpot]:
    """Do to the round what the sentences say: each line by its step, exceptions one by one, then the arrow."""
    notes = next_moves(movement, after_round).notes
    codes = {note.code for note in notes}
    steps: dict[str, int] = {}
    for note in notes:
        line, _dash, how = note.code.partition("-")
        if line in ("ns", "ew"):
            steps[line.upper()] = STEPS[how] if how in STEPS else int(str(note["tables"])) * (1 if how == "up" else -1)
    out = {note["contestant"] for note in notes if note.code == "goes-out"}
    apart = {note["contestant"]: note for note in notes if note.code in ("comes-ns", "comes-ew")}
    half = any(note.code == "half-table-ns" for note in movement.notes)
    circle = movement.tables + (1 if half else 0)
    found: dict[tuple[int, str], MovementSpot] = {}
    for seating in movement.rounds[after_round - 1].seatings:
        for number, side in zip(seating.seats, ("NS", "EW"), strict=True):
            if number not in out and number not in apart:
                table = (seating.table - 1 + steps[side]) % circle + 1
                found[number, side if movement.unit is Unit.TEAM else ""] = MovementSpot(table, side)
    for number, note in apart.items():
        found[int(str(number)), ""] = MovementSpot(int(str(note["table"])), note.code[-2:].upper())
    if "turn-arrow" in codes:
        other = {"NS": "EW", "EW": "NS"}
        found = {key: MovementSpot(spot.table, other[spot.side]) for key, spot in found.items()}
    return found


@pytest.mark.parametrize(("unit", "number", "kind", "options"), REGULAR)
def test_whoever_obeys_the_sentences_is_where_the_movement_wants_them(
    unit: str, number: int, kind: str, options: dict[str, Any]
) -> None:
    movement = movement_of(unit, number, kind, options)
    for after_round in range(1, len(movement.rounds)):
        moves = next_moves(movement, after_round)
        assert moves.regular
        wanted = {(j.number, j.half): j.after for j in moves.journeys if j.after}
        assert obey(movement, after_round) == wanted


@pytest.mark.parametrize(
    ("unit", "number", "kind"),
    [("pair", 10, "howell"), ("pair", 12, "hesitation"), ("player", 8, "individual"), ("team", 5, "round-robin")],
)
def test_where_nobody_moves_alike_each_journey_is_told(unit: str, number: int, kind: str) -> None:
    movement = movement_of(unit, number, kind, {})
    for after_round in range(1, len(movement.rounds)):
        moves = next_moves(movement, after_round)
        assert not moves.regular
        seated = {x for seating in movement.rounds[after_round].seatings for x in seating.seats}
        assert {journey.number for journey in moves.journeys if journey.after} == seated


def test_a_mitchell_says_what_every_player_knows() -> None:
    movement = movement_of("pair", 14, "mitchell", {})
    assert said(movement, 1) == ["North-South stay.", "East-West move up one table.", "Boards move down one table."]


def test_the_skip_is_told_in_its_round() -> None:
    movement = movement_of("pair", 16, "skip", {})
    skips = [after for after in range(1, 7) if "East-West move up 2 tables." in said(movement, after)]
    assert skips == [4]


def test_the_arrow_is_turned_and_turned_back() -> None:
    movement = movement_of("pair", 14, "mitchell", {"winners": 1})
    arrow = "Turn the arrow: North-South and East-West change places."
    assert [after for after in range(1, 7) if arrow in said(movement, after)] == [6]
    rounds = [round_.switched() if at == 2 else round_ for at, round_ in enumerate(movement.rounds)]
    odd = replace(movement, rounds=tuple(rounds), arrow_switched=(3, 7))
    assert [after for after in range(1, 7) if arrow in said(odd, after)] == [2, 3, 6]


def test_who_sits_out_and_who_comes_back_is_named() -> None:
    movement = movement_of("pair", 13, "mitchell", {})
    assert "Number 12 sits out." in said(movement, 1)
    assert "Number 13 goes to table 1, East-West." in said(movement, 1)


def test_fresh_boards_carry_the_numbers_of_the_room() -> None:
    movement = movement_of("team", 5, "round-robin", {})
    [note] = next_moves(movement, 1, board=lambda number: number + 100).notes
    assert say(note) == "New boards for everybody: 106–110."


def test_tables_carry_the_names_of_the_room() -> None:
    movement = movement_of("pair", 13, "mitchell", {})
    notes = next_moves(movement, 1, table=lambda number: f"B{number}").notes
    assert "Number 13 goes to table B1, East-West." in [say(note) for note in notes]
