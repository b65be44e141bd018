"""The cases of the acceptance list: facts with the outcomes expected, and figures with the numbers expected."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from events.movements import MovementKind, Request, Unit, build_movement
from rulings.laws import formulas
from scoring.engine import Contract, Outcomes, declarer_score
from scoring.engine.cards import Strain
from scoring.engine.imps import imps

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
    movement = build_movement(Request(Unit.PAIR, 2 * tables, MovementKind.MITCHELL, boards_per_round=3))
    seating = next(one for one in movement.rounds[int(given["round"]) - 1].seatings if one.table == int(given["table"]))
    return {"ew": seating.seats[1] - tables, "set": (seating.boards[0] - 1) // 3 + 1}


def own_percent(given: Case) -> Fraction | None:
    return Fraction(given["p"]) if "p" in given else None


def numbers(given: Case, *names: str) -> list[Fraction]:
    return [Fraction(given[name]) for name in names]


def sides(found: formulas.Sides) -> dict[str, Fraction]:
    return {"nos": found.non_offending, "os": found.offending}


def figure(calc: str, given: Case) -> object:
    """What the package works out."""
    return FIGURES[calc](given)


FIGURES = {
    "CONTRACT": contract,
    "IMP": lambda given: imps(int(given["diff"])),
    "MITCHELL": mitchell,
    "PP": lambda given: formulas.penalty_points(*numbers(given, "top", "fraction")),
    "F26B": lambda given: [
        suit.value for suit in formulas.forbidden_suits(Strain(letter) for letter in given["specified"])
    ],
    "F1": lambda given: formulas.artificial_points(given["fault"], Fraction(given["top"]), own_percent(given)),
    "F1IMP": lambda given: formulas.artificial_imps(given["fault"]),
    "F2": lambda given: dict(
        zip(("ns", "ew"), formulas.weighted_matchpoints([int(s) for s in given["others"]], mixture(given)), strict=True)
    ),
    "F3": lambda given: formulas.weighted_imps(int(given["other"]), mixture(given)),
    "F4": lambda given: sides(formulas.split(*numbers(given, "T", "N", "A", "sum"))),
    "F5": lambda given: dict(zip("xy", formulas.knockout(*numbers(given, "x", "y")), strict=True)),
    "F6": lambda given: formulas.revoke_tricks(given["exempt"], given["won"], int(given["later"])),
    "F7": lambda given: sides(formulas.one_at_fault(Fraction(given["assigned"]))),
    "F8": lambda given: formulas.fouled(given["method"], int(given["N"]), int(given["n"]), Fraction(given["S"])),
}
