"""Adjusted scores in words."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _

from scoring.adjusted.storage import unpack
from scoring.engine.cards import Side
from scoring.engine.numbers import plain
from scoring.engine.sheet import Award, Level, Outcomes, Value

MINUS, NBSP = "−", "\N{NO-BREAK SPACE}"
# A weight before the contract that it is for.
WEIGHT = re.compile(r"(^|,\s*|/\s*)(\d+(?:\.\d+)?)\s+(?=[1-7P])", re.IGNORECASE)
LEVELS = {Level.PLUS: "60%", Level.EVEN: "50%", Level.MINUS: "40%"}
# Where boards are not scored in percent an artificial score is worth IMPs or points (Law 12C2(b)).
LEVELS_IN_POINTS = {Level.PLUS: "A+", Level.EVEN: "A", Level.MINUS: f"A{MINUS}"}


def written_words(text: str) -> str:
    """A score as it was written, each weight with its percent sign: 60% 4S= N, 40% 4S-1 N."""
    return WEIGHT.sub(r"\1\2% ", text)


def given_words(data: dict[str, Any] | None, side: Side, *, in_percent: bool = True) -> str:
    """What a side is given, as it is kept; with the part that it bears itself (Law 12C1(e))."""
    words = value_words(unpack(data), side, in_percent=in_percent)
    if data is None or "relief" not in data:
        return words
    return own_damage_words(words, *(value_words(unpack(data["relief"][name]), side) for name in ("table", "normal")))


def own_damage_words(adjusted: str, table: str, normal: str) -> str:
    sentence = _("%(adjusted)s, less its own damage: %(table)s instead of %(normal)s (Law 12C1(e))")
    return sentence % {"adjusted": adjusted, "table": table, "normal": normal}


def value_words(value: Value | None, side: Side, *, in_percent: bool = True) -> str:
    """A value in words: scores, which are kept from North-South's point of view, as the side itself counts them.

    `in_percent`: whether boards are scored so that an average plus is 60 percent.
    """
    if value is None:
        return _("not played")
    if isinstance(value, Outcomes):
        if value.single is not None:
            return _score_words(value.single, side)
        return ", ".join(f"{plain(weight * 100)}%{NBSP}{_score_words(score, side)}" for score, weight in value.scores)
    if value.level is not None:
        return (LEVELS if in_percent else LEVELS_IN_POINTS)[value.level]
    return f"{plain(value.base_percent)}%"


def both_words(ns: Value | None, ew: Value | None, *, in_percent: bool = True) -> str:
    """What a table is given: one score for both as North-South count it, two scores each as its own side does."""
    words = value_words(ns, Side.NS, in_percent=in_percent)
    is_one = ns == ew and not isinstance(ns, Award)
    return words if is_one else f"{words} / {value_words(ew, Side.EW, in_percent=in_percent)}"


def _score_words(score: int, side: Side) -> str:
    own = score * side.sign
    return f"{own:+d}".replace("-", MINUS) if own else "0"
