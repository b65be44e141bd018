"""What a field of matches needs beside its lines, as plain data and back: for runs that keep their scoresheet."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from events.movements.model import MovementKind
from scoring.engine.sheet import CarryOver
from scoring.runs.sheets import FieldSheet
from scoring.selectors.match_terms import Terms

Data = dict[str, Any]


def pack_teams(field_sheet: FieldSheet) -> Data:
    return {
        "kinds": {str(section): kind.value for section, kind in field_sheet.kinds.items()},
        "dropped": sorted(field_sheet.dropped),
        **({"not_played": sorted(field_sheet.not_played)} if field_sheet.not_played else {}),
        "terms": [
            [*key, str(terms.home_carry), str(terms.home_penalty), str(terms.away_penalty)]
            for key, terms in field_sheet.terms.items()
        ],
        "byes": [
            [number, bye.contestant, str(bye.amount)]
            for number, bye in zip(field_sheet.bye_rounds, field_sheet.byes, strict=True)
        ],
    }


def unpack_teams(data: Data) -> Data:
    """Keyword arguments of a FieldSheet."""
    byes = data.get("byes", ())
    return {
        "kinds": {int(section): MovementKind(kind) for section, kind in data.get("kinds", {}).items()},
        "dropped": frozenset(data.get("dropped", ())),
        "not_played": frozenset(data.get("not_played", ())),
        "terms": {
            (number, home, away): Terms(Fraction(carry), Fraction(home_penalty), Fraction(away_penalty))
            for number, home, away, carry, home_penalty, away_penalty in data.get("terms", ())
        },
        "byes": tuple(CarryOver(who, Fraction(amount)) for _number, who, amount in byes),
        "bye_rounds": tuple(number for number, _who, _amount in byes),
    }
