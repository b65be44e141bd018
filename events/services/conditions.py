"""Whether conditions of contest (Law 78D) fit together: each thing that does not, in a sentence at its field."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Club
from clubs.regulations import CATALOGUE
from events.models import Event, Series
from events.models.conditions import Form, TieBreak
from events.movements.catalogue import KINDS
from events.selectors.conditions import REGULATED, club_regulations
from events.wording import kind_name
from scoring.engine.errors import ScoringError
from scoring.engine.methods import SCORING_METHODS
from scoring.engine.victory import SCALES, scale

Problem = tuple[str, str, str]


def check_conditions(conditions: Event | Series) -> None:
    """To be asked after `full_clean`, which has looked at each field alone."""
    problems: dict[str, list[ValidationError]] = {}
    for check in (
        _scoring_problems,
        _movement_problems,
        _three_way_problems,
        _winner_problems,
        _tie_break_problems,
        _period_problems,
    ):
        for field, sentence, code in check(conditions):
            problems.setdefault(field, []).append(ValidationError(sentence, code=code))
    for field, sentence, code in _binding_problems(conditions, conditions.club):
        problems.setdefault(field, []).append(ValidationError(sentence, code=code))
    if problems:
        raise ValidationError(problems)


def _scoring_problems(conditions: Event | Series) -> Iterator[Problem]:
    method = conditions.scoring_method
    gaps = {"scoring": conditions.get_scoring_display(), "form": conditions.get_form_display()}
    if not method.fits(conditions.form):
        gaps["choices"] = ", ".join(_(other.label) for other in SCORING_METHODS.values() if other.fits(conditions.form))
        sentence = _("“%(scoring)s” does not fit “%(form)s”. Choose one of: %(choices)s.")
        yield "scoring", sentence % gaps, "does_not_fit"
    elif method.victory_points and conditions.form == Form.PAIRS and not conditions.movement_traits.is_drawn:
        sentence = _(
            "Victory points need matches: pairs have them only in a Swiss. Choose that movement, or Cross-IMPs."
        )
        yield "scoring", sentence, "no_matches"
    if conditions.vp_scale and not method.victory_points:
        yield "vp_scale", _("A scale is only for victory points. Leave this empty."), "no_scale_needed"
    elif conditions.vp_scale and not _is_scale(conditions.vp_scale, conditions.boards):
        sentence = _("There is no such scale. Choose one of: %(choices)s; or write the limits, as in 20-0:1,4,8.")
        yield "vp_scale", sentence % {"choices": ", ".join(SCALES[:3])}, "unknown_scale"


def _is_scale(name: str, boards: int) -> bool:
    try:
        scale(name, boards)
    except ScoringError:
        return False
    return True


def _movement_problems(conditions: Event | Series) -> Iterator[Problem]:
    kinds = KINDS[Form(conditions.form).unit]
    if conditions.movement_kind and conditions.movement_kind not in kinds:
        choices = ", ".join(kind_name(kind) for kind in kinds)
        sentence = _("This movement does not fit “%(form)s”. Leave it empty, or choose one of: %(choices)s.")
        yield "movement_kind", sentence % {"form": conditions.get_form_display(), "choices": choices}, "does_not_fit"


def _three_way_problems(conditions: Event | Series) -> Iterator[Problem]:
    if conditions.three_ways and (conditions.form != Form.TEAMS or not conditions.movement_traits.has_threes):
        sentence = _("Three meet only in a Swiss or a knock-out of teams. Choose that movement, or leave this out.")
        yield "three_ways", sentence, "no_threes"


def _winner_problems(conditions: Event | Series) -> Iterator[Problem]:
    if conditions.winners != 2:
        return
    if conditions.form != Form.PAIRS:
        yield "winners", _("Two winners, North-South and East-West, there are only among pairs."), "one_field"
    elif conditions.movement_kind and not conditions.movement_traits.has_two_fields:
        sentence = _("In this movement everybody is one field and has one winner. Choose a Mitchell, or one winner.")
        yield "winners", sentence, "one_field"


def _tie_break_problems(conditions: Event | Series) -> Iterator[Problem]:
    chosen = conditions.tie_breaks if isinstance(conditions.tie_breaks, list) else [None]
    if unknown := [tie_break for tie_break in chosen if tie_break not in TieBreak.values]:
        sentence = _("“%(value)s” is no tie-break. Choose among: %(choices)s.")
        yield "tie_breaks", sentence % {"value": unknown[0], "choices": ", ".join(TieBreak.values)}, "unknown"
        return
    if twice := next((tie_break for at, tie_break in enumerate(chosen) if tie_break in chosen[:at]), None):
        sentence = _("“%(value)s” is chosen twice. A tie that it leaves once, it leaves again.")
        yield "tie_breaks", sentence % {"value": TieBreak(twice).label}, "twice"
    if TieBreak.LOT in chosen[:-1]:
        yield "tie_breaks", _("A lot leaves no tie: put it last."), "lot_not_last"
    if not conditions.scoring_method.in_imps and (TieBreak.IMPS in chosen or TieBreak.QUOTIENT in chosen):
        sentence = _("There are no IMPs with “%(scoring)s”. Choose another tie-break.")
        yield "tie_breaks", sentence % {"scoring": conditions.get_scoring_display()}, "no_imps"


def _period_problems(conditions: Event | Series) -> Iterator[Problem]:
    for field, key in REGULATED.items():
        value = getattr(conditions, field)
        if value in ("", None):
            continue
        try:
            CATALOGUE[key].kind.clean(value)
        except ValidationError as error:
            yield field, " ".join(error.messages), "invalid"


def _binding_problems(conditions: Event | Series, club: Club) -> Iterator[Problem]:
    """What a federation has made binding no event of a club can change (Law 80A)."""
    chosen = {field: key for field, key in REGULATED.items() if getattr(conditions, field) not in ("", None)}
    if not chosen:
        return
    regulations = club_regulations(club)
    for field, key in chosen.items():
        rule = regulations[key]
        if not rule.may_be_set_by(club) and str(rule.value) != str(
            CATALOGUE[key].kind.clean(getattr(conditions, field))
        ):
            sentence = _("%(body)s has laid down “%(value)s” for all its clubs. Leave this empty.")
            yield field, sentence % {"body": rule.source, "value": rule.shown}, "binding"
