"""What a decision would do, as it is typed; and whether what is published is what was previewed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from appeals.forms.deciding import DecisionForm
from appeals.gates import Verdict
from appeals.models import Appeal
from appeals.models.decisions import ScoreEffect
from appeals.selectors.standing import score_as_ruled, score_at_table
from rulings.forms.penalties import PARTS, ROWS, read_penalty_rows
from rulings.models.rulings import SCORE_FIELDS
from rulings.selectors.effect import EffectPreview, preview_ruling_effect, preview_score_effect


def effect_as_typed(appeal: Appeal, typed: Mapping[str, Any]) -> EffectPreview | None:
    """The same preview as the director has; None where nothing is to change."""
    ruling = appeal.ruling
    if typed.get("effect") == ScoreEffect.TABLE:
        return preview_score_effect(ruling, score_at_table(ruling))
    if _restores(typed) and ruling.play is not None:
        return preview_score_effect(ruling, score_as_ruled(ruling))
    gives_score = typed.get("effect") == ScoreEffect.SCORE and bool(typed.get("score_ns"))
    fines = read_penalty_rows(typed)
    if ruling.play is None or not (gives_score or fines or typed.get("cancels_penalties")):
        return None
    penalties = [] if typed.get("cancels_penalties") else list(ruling.penalties)
    # What the director went by does not bind those who decide now.
    changed: dict[str, Any] = {"auction": "", "tree": "", "penalties": [*penalties, *fines]}
    if gives_score:
        changed |= {name: str(typed.get(name, "")) for name in SCORE_FIELDS}
    return preview_ruling_effect(ruling, changed)


def _restores(typed: Mapping[str, Any]) -> list[str]:
    """The points on which the director's ruling is restored, where no other score takes its place."""
    points = {name: value for name, value in typed.items() if name.startswith("point_")}
    if Verdict.CHANGED in points.values():
        return []
    return [name for name, value in points.items() if value == Verdict.RESTORED]


def moves_score(typed: Mapping[str, Any]) -> dict[str, str]:
    """The fields that change something, as typed; none where the score stays and nobody is penalized."""
    names = ["cancels_penalties", *_restores(typed)]
    if typed.get("effect") in (ScoreEffect.SCORE, ScoreEffect.TABLE):
        names.append("effect")
    if typed.get("effect") == ScoreEffect.SCORE:
        names += SCORE_FIELDS
    for row in ROWS:
        if typed.get(f"penalty_who_{row}"):
            names += [f"penalty_{part}_{row}" for part in PARTS]
    changes = {name: str(typed.get(name) or "").strip() for name in names}
    return {name: value for name, value in changes.items() if value}


def previewed(typed: Mapping[str, Any]) -> str:
    """What the preview beside it belongs to, as text for a hidden field."""
    return json.dumps(moves_score(typed))


def unseen_change(form: DecisionForm, appeal: Appeal, typed: Mapping[str, Any]) -> str:
    """Why whoever publishes has not seen what it does, in a sentence; empty where they have, or there is nothing."""
    current = moves_score(typed)
    if "previewed" not in typed or not current or effect_as_typed(appeal, typed) is None:
        return ""
    before = _read(str(typed["previewed"]))
    if before == current:
        return ""
    if not before:
        return _("Look at what it does to the score: it stands beside it now. Then publish it.")
    changes = " ".join(_changes(form, before, current))
    sentence = _("Changed after the preview: %(changes)s Look at what it does now, and publish it then.")
    return sentence % {"changes": changes}


def _changes(form: DecisionForm, before: dict[str, str], now: dict[str, str]) -> list[str]:
    changed = [name for name in form.fields if before.get(name, "") != now.get(name, "")]
    sentence = _("%(field)s was “%(before)s”, is “%(now)s”.")
    return [
        sentence % {"field": form[name].label, "before": _shown(form, name, before), "now": _shown(form, name, now)}
        for name in changed
    ]


def _shown(form: DecisionForm, name: str, typed: dict[str, str]) -> str:
    """As the form shows it: the words of a choice, not its code."""
    choices = dict(getattr(form.fields[name], "choices", ()))
    value = typed.get(name, "")
    return str(choices.get(value, value))


def _read(text: str) -> dict[str, str]:
    try:
        data = json.loads(text)
    except ValueError:
        return {}
    return {str(name): str(value) for name, value in data.items()} if isinstance(data, dict) else {}
