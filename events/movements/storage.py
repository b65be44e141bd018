"""A movement as plain data and back, without loss: how a section keeps the one it plays."""

from typing import Any

from events.movements.model import Departure, Movement, MovementKind, Note, Rest, Round, Seating, Unit

Json = dict[str, Any]


def pack(movement: Movement) -> Json:
    return {
        "kind": movement.kind.value,
        "unit": movement.unit.value,
        "contestants": movement.contestants,
        "boards_per_set": movement.boards_per_set,
        "board_sets": movement.board_sets,
        "copies": movement.copies,
        "meetings": movement.meetings,
        "winners": movement.winners,
        "stationary": list(movement.stationary),
        "arrow_switched": list(movement.arrow_switched),
        "withdrawn": list(movement.withdrawn),
        "late": [list(pair) for pair in movement.late],
        "notes": [[note.code, dict(note.params)] for note in movement.notes],
        "rounds": [_packed_round(round_) for round_ in movement.rounds],
        "departures": [_packed_departure(departure) for departure in movement.departures],
    }


def _packed_departure(departure: Departure) -> Json:
    planned = [_packed_round(round_) for round_ in departure.planned]
    return {
        "contestant": departure.contestant,
        "round": departure.round,
        "planned": planned,
        "notes": departure.notes,
        "back": departure.back,
    }


def _packed_round(round_: Round) -> Json:
    return {
        "tables": [
            [seating.table, list(seating.seats), list(seating.boards), seating.shared] for seating in round_.seatings
        ],
        "out": list(round_.sitting_out),
        "rest": [[rest.after_table, list(rest.boards)] for rest in round_.resting],
    }


def unpack(data: Json) -> Movement:
    return Movement(
        MovementKind(data["kind"]),
        Unit(data["unit"]),
        data["contestants"],
        tuple(_round(packed) for packed in data["rounds"]),
        data["boards_per_set"],
        data["board_sets"],
        data["copies"],
        data["meetings"],
        data["winners"],
        tuple(data["stationary"]),
        tuple(data["arrow_switched"]),
        tuple(data["withdrawn"]),
        tuple((number, first) for number, first in data["late"]),
        tuple(Note.of(code, **_params(params)) for code, params in data["notes"]),
        tuple(_departure(packed) for packed in data.get("departures", [])),
    )


def _departure(packed: Json) -> Departure:
    planned = tuple(_round(round_) for round_ in packed["planned"])
    return Departure(packed["contestant"], packed["round"], planned, packed["notes"], packed["back"])


def _round(packed: Json) -> Round:
    return Round(
        tuple(Seating(table, tuple(seats), tuple(boards), shared) for table, seats, boards, shared in packed["tables"]),
        tuple(packed["out"]),
        tuple(Rest(after, tuple(boards)) for after, boards in packed["rest"]),
    )


def _params(params: Json) -> Json:
    """Lists were tuples before they were written down."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in params.items()}
