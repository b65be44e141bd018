"""Adjusted scores as plain data and back: what a ScoreAdjustment keeps for each side."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from scoring.engine.cards import Side
from scoring.engine.sheet import Award, Level, Outcomes, SelfInflicted, Value


def pack(value: Value | None) -> dict[str, Any] | None:
    """Exact: fractions are written as such."""
    if value is None:
        return None
    if isinstance(value, Outcomes):
        return {"outcomes": [[score, str(weight)] for score, weight in value.scores]}
    return {
        "award": {
            "level": value.level.value if value.level else None,
            "percent": str(value.percent) if value.percent is not None else None,
            "imps": str(value.imps) if value.imps is not None else None,
        }
    }


def unpack(data: dict[str, Any] | None) -> Value | None:
    if data is None:
        return None
    if "outcomes" in data:
        return Outcomes(tuple((int(score), Fraction(weight)) for score, weight in data["outcomes"]))
    award = data["award"]
    return Award(
        Level(award["level"]) if award["level"] else None,
        Fraction(award["percent"]) if award["percent"] else None,
        Fraction(award["imps"]) if award["imps"] else None,
    )


def pack_damage_by_side(ruling: SelfInflicted) -> tuple[dict[str, Any], dict[str, Any]]:
    """Law 12C1(e): both sides' columns. The side that is relieved of a part keeps what the part is worked out from."""
    relief = {"relief": {"table": pack(ruling.table), "normal": pack(ruling.normal)}}
    plain = pack(ruling.adjusted) or {}
    own = {**plain, **relief}
    return (own, plain) if ruling.non_offenders is Side.NS else (plain, own)


def unpack_damage_by_side(ns: dict[str, Any] | None, ew: dict[str, Any] | None) -> SelfInflicted | None:
    for side, data in ((Side.NS, ns), (Side.EW, ew)):
        if data is not None and "relief" in data:
            return damage_from(side, data["relief"]["table"], data["relief"]["normal"], data)
    return None


def damage_from(side: Side, *packed: dict[str, Any]) -> SelfInflicted:
    """From the packed score at the table, the normal and the adjusted one."""
    return SelfInflicted(side, *(value for value in map(unpack, packed) if isinstance(value, Outcomes)))
