"""Adjusted scores in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.engine.numbers import plain
from scoring.engine.sheet import Level, Outcomes, Value

LEVELS = {Level.PLUS: "60%", Level.EVEN: "50%", Level.MINUS: "40%"}


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
