"""A movement as data for other programs (JSON)."""

from typing import Any

from events.movements.balance import Spread
from events.movements.checker import MovementReport, check
from events.movements.current_notes import current_notes
from events.movements.knockout import Bracket, BracketMatch
from events.movements.model import Movement, Note, Round, Seating, Unit, board_numbers
from events.movements.recommend import MovementCandidate
from events.movements.words import say

Json = dict[str, Any]


def movement_json(movement: Movement, report: MovementReport | None = None) -> Json:
    return {
        "kind": movement.kind.value,
        "name": movement.kind.traits.label,
        "unit": movement.unit.value,
        "contestants": movement.contestants,
        "rounds": [round_json(round_, movement.unit) for round_ in movement.rounds],
        "sitting_out": [list(round_.sitting_out) for round_ in movement.rounds],
        "resting": [
            [{"after_table": rest.after_table, "boards": list(rest.boards)} for rest in round_.resting]
            for round_ in movement.rounds
        ],
        "boards_per_round": movement.boards_per_set,
        "board_sets": movement.board_sets,
        "copies": movement.copies,
        "winners": movement.winners,
        "stationary": list(movement.stationary),
        "arrow_switched": list(movement.arrow_switched),
        "notes": [note_json(note) for note in current_notes(movement)],
        "report": report_json(report or check(movement)),
    }


def round_json(round_: Round, unit: Unit) -> list[Json]:
    tables = [seating_json(seating) for seating in round_.seatings]
    if unit is Unit.TEAM:
        _name_matches(tables)
    return tables


def seating_json(seating: Seating) -> Json:
    table: Json = {"table": seating.table}
    if len(seating.seats) == 4:
        table["seats"] = list(seating.seats)
    else:
        table["ns"], table["ew"] = seating.seats
    table["boards"] = list(seating.boards)
    if seating.shared:
        table["shared"] = True
    return table


def _name_matches(tables: list[Json]) -> None:
    """Both tables of a match carry its number when both are played in this round."""
    first: dict[frozenset[int], Json] = {}
    number = 0
    for table in tables:
        teams = frozenset((table["ns"], table["ew"]))
        if teams in first:
            number += 1
            first[teams].update(match=number, room="open")
            table.update(match=number, room="closed")
        else:
            first[teams] = table


def note_json(note: Note) -> Json:
    return {"code": note.code, "params": dict(note.params), "text": say(note)}


def spread_json(spread: Spread) -> Json:
    return {
        "minimum": spread.minimum,
        "maximum": spread.maximum,
        "mean": spread.mean,
        "variance": spread.variance,
    }


def report_json(report: MovementReport) -> Json:
    balance = report.balance
    return {
        "sound": report.sound,
        "faults": [note_json(note) for note in report.faults],
        "remarks": [note_json(note) for note in report.remarks],
        "tables": report.tables,
        "rounds": report.rounds,
        "boards_in_play": report.boards_in_play,
        "boards_per_contestant": spread_json(report.boards_per_contestant),
        "sit_outs": spread_json(report.sit_outs),
        "opponents": spread_json(report.opponents),
        "shared_rounds": report.shared_rounds,
        "copies": report.copies,
        "winners": report.winners,
        "balance": None
        if balance is None
        else {"compared": spread_json(balance.compared), "influence": spread_json(balance.influence)},
    }


def candidate_json(candidate: MovementCandidate) -> Json:
    report = report_json(candidate.report)
    return {
        "kind": candidate.sketch.kind.value,
        "name": candidate.name,
        "contestants": candidate.movement.contestants,
        "tables": candidate.report.tables,
        "rounds": candidate.sketch.rounds,
        "boards_per_round": candidate.sketch.boards,
        "boards_each": report["boards_per_contestant"],
        "boards_in_play": candidate.report.boards_in_play,
        "sit_outs": report["sit_outs"],
        "minutes": candidate.minutes,
        "copies": candidate.movement.copies,
        "winners": candidate.movement.winners,
        "balance": report["balance"],
        "cost": candidate.cost,
        "reasons": [note_json(note) for note in candidate.reasons],
    }


def bracket_json(bracket: Bracket, boards: int) -> Json:
    """A knock-out: later rounds name the matches their teams come from, as W3 for the winner of match 3."""
    return {
        "kind": "knockout",
        "name": "knock-out",
        "unit": "team",
        "contestants": bracket.teams,
        "rounds": [
            _bracket_round(matches, board_numbers(number, boards))
            for number, matches in enumerate(bracket.rounds, start=1)
        ],
        "sitting_out": [list(bracket.byes) if number == 0 else [] for number in range(len(bracket.rounds))],
        "matches": [
            [
                {"match": match.number, "teams": [slot.label() for slot in match.slots], "survivors": match.survivors}
                for match in matches
            ]
            for matches in bracket.rounds
        ],
        "boards_per_round": boards,
        "notes": [note_json(note) for note in bracket.notes],
        "report": {
            "sound": True,
            "faults": [],
            "remarks": [],
            "rounds": len(bracket.rounds),
            "matches": sum(len(matches) for matches in bracket.rounds),
            "byes": list(bracket.byes),
        },
    }


def _bracket_round(matches: tuple[BracketMatch, ...], boards: tuple[int, ...]) -> list[Json]:
    tables: list[Json] = []
    for match in matches:
        names = [slot.seed if slot.seed is not None else slot.label() for slot in match.slots]
        meetings = [(names[0], names[1]), (names[1], names[0])]
        if len(names) == 3:
            meetings = [(names[at], names[(at + 1) % 3]) for at in range(3)]
        for ns, ew in meetings:
            table = {"table": len(tables) + 1, "ns": ns, "ew": ew, "boards": list(boards), "match": match.number}
            tables.append(table | {"shared": True})
    return tables
