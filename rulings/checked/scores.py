"""The adjusted score and the penalties that a ruling gives, read from what the director wrote."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core.errors import field_error
from events.models import Contestant, Place
from rulings.models import Ruling
from rulings.models.rulings import STANDING, SideChoice
from scoring.adjusted.awards import Adjusted, read_adjusted, read_value
from scoring.adjusted.penalty_units import refuse_unit
from scoring.engine.cards import Side
from scoring.engine.sheet import Award, Outcomes, SelfInflicted
from scoring.models import BoardResult
from scoring.models.fields import PenaltyUnit, penalty_units
from scoring.selectors.conditions import board_conditions

AVERAGE_PLUS = 60


def checked_adjusted_score(ruling: Ruling) -> Adjusted | None:
    """The adjusted score that a ruling gives, read and checked; None where it gives none."""
    if not ruling.score_ns.strip():
        if ruling.score_ew.strip():
            raise field_error("score_ns", _("Say what North-South get as well (Law 12C1)."), "required")
        return None
    if ruling.play is None:
        sentence = _("An adjusted score is for a board at a table: say which board this is about (Law 12A).")
        raise field_error("score_ns", sentence, "no_board")
    adjusted = read_adjusted(ruling.score_ns, ruling.score_ew, board_conditions(ruling.play.section, ruling.play.board))
    _refuse_one_sided(ruling, adjusted)
    return replace(adjusted, own_damage=_own_damage(ruling, adjusted)) if ruling.own_damage else adjusted


def _own_damage(ruling: Ruling, adjusted: Adjusted) -> SelfInflicted:
    """Law 12C1(e): what the table had, what was normal after the infraction, and what would have been without it."""
    play = ruling.play
    assert play is not None
    if ruling.directors_error or ruling.offending in (ruling.own_damage, SideChoice.BOTH):
        sentence = _("Only a side that was not at fault bears a part of its damage itself (Law 12C1(e)).")
        raise field_error("own_damage", sentence, "offending")
    if adjusted.ns != adjusted.ew or not isinstance(adjusted.ns, Outcomes):
        sentence = _(
            "Give one assigned or weighted score here; what the other side bears follows from it (Law 12C1(e))."
        )
        raise field_error("score_ns", sentence, "split")
    normal = _normal(ruling)
    result = BoardResult.objects.current().filter(play=play).first()
    if result is None or result.score is None:
        sentence = _("Law 12C1(e) goes by what the table had: enter the result of the board first.")
        raise field_error("own_damage", sentence, "no_result")
    return SelfInflicted(Side(ruling.own_damage), Outcomes.one(result.score), normal, adjusted.ns)


def _normal(ruling: Ruling) -> Outcomes:
    sentence = _(
        "Write the result that this side would have had after the infraction without its own error, like 4S= N."
    )
    if not ruling.score_normal.strip():
        raise field_error("score_normal", sentence, "required")
    assert ruling.play is not None
    try:
        value = read_value(ruling.score_normal, board_conditions(ruling.play.section, ruling.play.board))
    except ValidationError as error:
        raise ValidationError({"score_normal": error}) from error
    if not isinstance(value, Outcomes):
        raise field_error("score_normal", sentence, "no_result")
    return value


def _refuse_one_sided(ruling: Ruling, adjusted: Adjusted) -> None:
    """Law 82C: for a Director's error neither side is at fault, so that nobody gets less than average plus."""
    awards = {"score_ns": adjusted.ns, "score_ew": adjusted.ew}
    for name, value in awards.items():
        if ruling.directors_error and isinstance(value, Award) and value.base_percent < AVERAGE_PLUS:
            sentence = _(
                "After a Director’s error both sides are non-offending (Law 82C): give this side average plus, 60."
            )
            raise field_error(name, sentence, "directors_error")


def refuse_contradiction(ruling: Ruling, adjusted: Adjusted | None) -> None:
    """Two rulings cannot both say what a board counts at a table, unless they say the same."""
    if adjusted is None or ruling.play is None:
        return
    others = Ruling.objects.filter(play=ruling.play, state__in=STANDING).exclude(pk=ruling.pk)
    for other in others.select_related("director__player", "play__section").order_by("pk"):
        other_score = checked_adjusted_score(other)
        if other_score is not None and other_score != adjusted:
            sentence = _(
                "Ruling %(number)s by %(director)s already gives this board an adjusted score (%(score)s). Amend or"
                " withdraw that one, or leave the score out here: one score counts (Law 82)."
            )
            figures = {"number": other.pk, "director": other.director or "–", "score": other.score_ns}
            raise field_error("score_ns", sentence % figures, "contradicts")


def read_penalties(ruling: Ruling) -> list[dict[str, Any]]:
    """Penalties as they were asked for, checked: the amount, the unit, and that it is somebody who was there."""
    penalties = []
    for row in ruling.penalties:
        contestant = _contestant(ruling, row.get("contestant"))
        unit = row.get("unit") or penalty_units(ruling.session.event)[0]
        if unit not in PenaltyUnit.values:
            raise _wrong(_("Say what the penalty is counted in."))
        amount = Decimal(0) if unit == PenaltyUnit.WARNING else _amount(row.get("amount"))
        refuse_unit(ruling.session.event, unit, "penalties")
        law = str(row.get("law") or "90A")
        penalties.append({"contestant": contestant, "amount": amount, "unit": unit, "law": law})
    return penalties


def _contestant(ruling: Ruling, pk: Any) -> Contestant:
    places = Place.objects.filter(session=ruling.session_id).select_related("contestant")
    place = places.filter(contestant=pk).first() if isinstance(pk, int) else None
    if place is None:
        raise _wrong(_("Nobody of this session has the number %(number)s.") % {"number": pk})
    if ruling.play is not None and place.contestant_id not in ruling.play.contestant_ids:
        sentence = _(
            "%(who)s did not play board %(board)s at this table: a penalty here is for those who did (Law 90)."
        )
        raise _wrong(sentence % {"who": place.contestant, "board": ruling.play.board})
    return place.contestant


def _amount(text: Any) -> Decimal:
    try:
        amount = Decimal(str(text).replace(",", "."))
    except InvalidOperation:
        amount = Decimal(0)
    if not amount.is_finite() or not 0 < amount < 100000:
        raise _wrong(_("Say how much the penalty is: a number above 0."))
    return amount.quantize(Decimal("0.01"))


def _wrong(sentence: str) -> ValidationError:
    return field_error("penalties", sentence, "bad_penalty")
