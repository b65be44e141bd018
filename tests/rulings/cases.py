"""The cases of the acceptance list: facts with the outcomes expected, and figures with the numbers expected."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from events.movements import MovementKind, MovementRequest, Unit, build_movement
from scoring.engine import Contract, Outcomes, declarer_score, rulings
from scoring.engine.cards import Strain
from scoring.engine.imps import imps
from scoring.engine.methods import MATCHPOINTS
from scoring.engine.session import score_session
from scoring.engine.sheet import AVERAGE, AVERAGE_MINUS, AVERAGE_PLUS, Board, Line, Scoresheet
from scoring.engine.teams import Comparison, MatchBoard, TeamMatch, TeamRules, TeamTable, score_match

Case = dict[str, Any]
CASES: list[Case] = json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))
WITH_TREE = [case for case in CASES if "tree" in case]
WITH_FIGURES = [case for case in CASES if "calc" in case]


def exact(value: object) -> Any:
    """Every number as a fraction, whatever it is in."""
    if isinstance(value, dict):
        return {name: exact(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [exact(part) for part in value]
    try:
        return Fraction(str(value))
    except ValueError:
        return value


def contract(given: Case) -> int:
    made = Contract.parse(given["c"] + "X" * int(given["dbl"]))
    return declarer_score(made, int(given["tricks"]), vulnerable=given["vul"] == "y")


def mixture(given: Case) -> Outcomes:
    return Outcomes(tuple((int(score), Fraction(weight)) for score, weight in given["mix"]))


def mitchell(given: Case) -> dict[str, int]:
    """East-West's number counted among East-West, and the set of boards."""
    tables = int(given["tables"])
    movement = build_movement(MovementRequest(Unit.PAIR, 2 * tables, MovementKind.MITCHELL, boards_per_round=3))
    seating = next(one for one in movement.rounds[int(given["round"]) - 1].seatings if one.table == int(given["table"]))
    return {"ew": seating.seats[1] - tables, "set": (seating.boards[0] - 1) // 3 + 1}


def own_percent(given: Case) -> Fraction | None:
    return Fraction(given["p"]) if "p" in given else None


def numbers(given: Case, *names: str) -> list[Fraction]:
    return [Fraction(given[name]) for name in names]


#: Law 12C2(a): a contestant's responsibility, as the trees name it.
AWARDS = {"direct": AVERAGE_MINUS, "part": AVERAGE, "none": AVERAGE_PLUS}
WINNERS = {"player": "player", "partner": "partner", "nos": "others"}


def weighted_matchpoints(given: Case) -> dict[str, Fraction]:
    """Law 12C1(c): both sides' matchpoints against the scores of the other tables."""
    lines = [Line.played(f"NS{table}", f"EW{table}", int(score)) for table, score in enumerate(given["others"])]
    ruled = Line.assigned("NS", "EW", mixture(given))
    line = score_session(Scoresheet((Board(1, (*lines, ruled)),)), MATCHPOINTS).boards[0].lines[-1]
    assert line.ns is not None
    assert line.ew is not None
    return {"ns": line.ns.counted, "ew": line.ew.counted}


def weighted_imps(given: Case) -> Fraction:
    """Law 12C1(c): IMPs of the team whose result is weighted, against what it has at its other table."""
    board = MatchBoard(1, Comparison(TeamTable.of(mixture(given)), TeamTable.of(-int(given["other"]))))
    return score_match(TeamMatch("home", "away", (board,)), TeamRules()).boards[0].home


def split(given: Case) -> dict[str, Fraction]:
    """Law 12C1(e): values to the non-offending side; `sum` is what both sides have between them."""
    table, normal, adjusted, whole = numbers(given, "T", "N", "A", "sum")
    own, charged = rulings.self_inflicted(table, normal, adjusted)
    return {"nos": own, "os": whole - charged}


def knockout(given: Case) -> dict[str, Fraction]:
    """Law 12C4: the average of scores that do not balance."""
    value = rulings.knockout(*numbers(given, "x", "y"))
    return {"x": value, "y": -value}


def one_at_fault(given: Case) -> dict[str, Fraction]:
    """Law 86B2(b): for each board."""
    value = rulings.one_at_fault(Fraction(given["assigned"]))
    return {"nos": value, "os": -value}


def fouled(given: Case) -> Fraction:
    """Law 87B: matchpoints (one for a win) in a group of a fouled board, on the scale of the whole board."""
    rule = {"half": rulings.other_groups_half, "neuberg": rulings.neuberg}[given["method"]]
    return rule(Fraction(given["S"]), int(given["n"]), int(given["N"]), win=1)


def revoke_tricks(given: Case) -> int:
    exempt, won = given["exempt"] != "none", WINNERS[given["won"]]
    return rulings.revoke_tricks(exempt=exempt, won_by=won, later=int(given["later"]))


def artificial_points(given: Case) -> Fraction:
    return rulings.artificial_percent(AWARDS[given["fault"]], own_percent(given)) * Fraction(given["top"]) / 100


def figure(calc: str, given: Case) -> object:
    """What the scoring engine works out."""
    return FIGURES[calc](given)


FIGURES = {
    "CONTRACT": contract,
    "IMP": lambda given: imps(int(given["diff"])),
    "MITCHELL": mitchell,
    "PP": lambda given: Fraction(given["top"]) * Fraction(given["fraction"]),
    # Law 26B: the suits of which declarer may forbid one; those that the offender did not specify.
    "F26B": lambda given: [
        suit.value for suit in Strain if suit.value in "CDHS" and suit.value not in given["specified"]
    ],
    "F1": artificial_points,
    "F1IMP": lambda given: rulings.artificial_imps(AWARDS[given["fault"]], None),
    "F2": weighted_matchpoints,
    "F3": weighted_imps,
    "F4": split,
    "F5": knockout,
    "F6": revoke_tricks,
    "F7": one_at_fault,
    "F8": fouled,
}
