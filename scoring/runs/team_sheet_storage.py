"""What a field of matches needs beside its lines, as plain data and back: for runs that keep their scoresheet."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from events.movements.model import MovementKind
from scoring.engine.sheet import CarryOver
from scoring.runs.sheets import FieldSheet
from scoring.selectors.match_terms import Terms

Data = dict[str, Any]


def pack_teams(read: FieldSheet) -> Data:
    return {
        "kinds": {str(section): kind.value for section, kind in read.kinds.items()},
        "dropped": sorted(read.dropped),
        **({"not_played": sorted(read.not_played)} if read.not_played else {}),
        "terms": [
            [*key, str(terms.home_carry), str(terms.home_penalty), str(terms.away_penalty)]
            for key, terms in read.terms.items()
        ],
        "byes": [
            [number, bye.contestant, str(bye.amount)] for number, bye in zip(read.bye_rounds, read.byes, strict=True)
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
            (number, home, away): Terms(Fraction(carry), Fraction(own), Fraction(theirs))
            for number, home, away, carry, own, theirs in data.get("terms", ())
        },
        "byes": tuple(CarryOver(who, Fraction(amount)) for _number, who, amount in byes),
        "bye_rounds": tuple(number for number, _who, _amount in byes),
    }
