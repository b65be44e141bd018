"""Adjusted scores in words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.engine.numbers import plain
from scoring.engine.sheet import Level, Outcomes, Value
from scoring.values import unpack

LEVELS = {Level.PLUS: "60%", Level.EVEN: "50%", Level.MINUS: "40%"}


def given_words(data: dict[str, Any] | None) -> str:
    """What one side is given, as it is kept; with the part that it bears itself (Law 12C1(e))."""
    said = value_words(unpack(data))
    if data is None or "relief" not in data:
        return said
    return own_damage_words(said, *(value_words(unpack(data["relief"][name])) for name in ("table", "normal")))


def own_damage_words(adjusted: str, table: str, normal: str) -> str:
    sentence = _("%(adjusted)s, less its own damage: %(table)s instead of %(normal)s (Law 12C1(e))")
    return sentence % {"adjusted": adjusted, "table": table, "normal": normal}


def value_words(value: Value | None) -> str:
    if value is None:
        return _("not played")
    if isinstance(value, Outcomes):
        if value.single is not None:
            return f"{value.single:+d}" if value.single else "0"
        return ", ".join(f"{plain(weight * 100)}% {score:+d}" for score, weight in value.scores)
    if value.level is not None:
        return LEVELS[value.level]
    return f"{plain(value.base_percent)}%"
