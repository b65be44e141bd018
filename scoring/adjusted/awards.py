"""Adjusted scores as directors write them: `60`, `4S= N`, `60 4S= N, 40 4S-1 N`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.engine.boards import Conditions
from scoring.engine.contract import Result
from scoring.engine.errors import SheetError
from scoring.engine.sheet import Outcomes, SelfInflicted, Value, award_for_percent
from scoring.models.results import AdjustmentKind
from scoring.result_input import ResultInput, validated_score_fields

_PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d{1,2})?)\s*%?")
_NOTHING = re.compile(r"0+(?:[.,]0+)?|0+/\d+")
_PART = re.compile(r"(\d{1,3}(?:[.,]\d{1,2})?|\d{1,2}/\d{1,2})\s*%?\s*(?:of)?\s+(\S.*)")


@dataclass(frozen=True)
class Adjusted:
    """What each side is to get instead of the result."""

    ns: Value
    ew: Value
    # Where a side that was not at fault added to its own damage (Law 12C1(e)).
    own_damage: SelfInflicted | None = None

    @property
    def is_assigned(self) -> bool:
        """Whether a side gets a result, or several weighed, rather than a share of the points (Law 12C1)."""
        return isinstance(self.ns, Outcomes) or isinstance(self.ew, Outcomes)

    @property
    def kind(self) -> str:
        return AdjustmentKind.SPLIT if self.own_damage is not None else adjustment_kind(self.ns, self.ew)


def read_adjusted(ns: str, ew: str, conditions: Conditions) -> Adjusted:
    """Both sides' scores; an empty one is what the other side leaves. A bad one is named by its field."""
    first = _read_named("score_ns", ns, conditions)
    return Adjusted(first, _read_named("score_ew", ew, conditions) if ew.strip() else score_for_other_side(first))


def _read_named(name: str, text: str, conditions: Conditions) -> Value:
    try:
        return read_value(text, conditions)
    except ValidationError as error:
        raise ValidationError({name: error}) from error


def outcomes_in(text: str) -> list[str]:
    """The results that an adjusted score names, each once; none in an artificial one."""
    if _PERCENT.fullmatch(text.strip()):
        return []
    return list(dict.fromkeys(weighted[2] if (weighted := _PART.fullmatch(part)) else part for part in _parts(text)))


def score_for_other_side(ns: Value) -> Value:
    """What East-West get where nothing is said: the same result, or what is left of an artificial score."""
    return ns if isinstance(ns, Outcomes) else award_for_percent(100 - ns.base_percent)


def adjustment_kind(ns: Value, ew: Value) -> str:
    if not isinstance(ns, Outcomes) and not isinstance(ew, Outcomes):
        return AdjustmentKind.ARTIFICIAL
    if ns != ew or not isinstance(ns, Outcomes):
        return AdjustmentKind.SPLIT
    return AdjustmentKind.ASSIGNED if ns.single is not None else AdjustmentKind.WEIGHTED


def read_value(text: str, conditions: Conditions) -> Value:
    """`60`, `4S= N` or `60% 4S= N, 40% 4S-1 N`."""
    if percentage := _PERCENT.fullmatch(text.strip()):
        percent = Fraction(percentage[1].replace(",", "."))
        if percent > 100:
            raise ValidationError(_("A percentage is at most 100."), code="too_much")
        return award_for_percent(percent)
    parts = _parts(text)
    weighted = [_PART.fullmatch(part) for part in parts]
    if len(parts) == 1 and weighted[0] is None:
        return Outcomes.one(_score(parts[0], conditions))
    if not all(weighted):
        raise ValidationError(_("Write each result with its weight, like 60 4S= N, 40 4S-1 N."), code="bad_weights")
    _refuse_no_weight([(part[1], part[2]) for part in weighted if part])
    try:
        return Outcomes.weighted(
            *((_score(part[2], conditions), part[1].replace(",", ".")) for part in weighted if part)
        )
    except SheetError as error:
        sentence = _("%(problem)s Share out the whole score (Law 12C1(c)).")
        raise ValidationError(sentence % {"problem": error}, code="bad_weights") from error


def _refuse_no_weight(parts: list[tuple[str, str]]) -> None:
    """A result of no weight has no share in the score (Law 12C1(c))."""
    for weight, result in parts:
        if _NOTHING.fullmatch(weight):
            sentence = _(
                "%(result)s has a weight of 0: that is not a weighted score."
                " Leave it out; a single result is written without a weight (Law 12C1(c))."
            )
            raise ValidationError(sentence % {"result": result}, code="no_weight")


def results_in(text: str) -> list[Result]:
    """The results that a score names, whatever their weights; none in an artificial one. The text has been read."""
    return [Result.parse(outcome) for outcome in outcomes_in(text)]


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[;,\n](?!\d{1,2}\b\s*%?\s*$)", text) if part.strip()]


def _score(text: str, conditions: Conditions) -> int:
    try:
        score = validated_score_fields(ResultInput.parse(text), conditions)["score"]
    except ValidationError as error:
        raise ValidationError(error.messages) from error
    if score is None:
        raise ValidationError(_("A board that was not played has no score to assign."), code="not_played")
    return int(score)
