"""What a decision would do, as it is typed; and whether what is published is what was previewed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from appeals.forms.deciding import DecisionForm
from appeals.gates import Verdict
from appeals.models import Appeal
from appeals.models.decisions import Effect as Score
from appeals.selectors.standing import at_the_table, score_as_ruled
from rulings.forms.penalties import PARTS, ROWS, read_penalty_rows
from rulings.selectors.effect import Effect, effect_of_scores, ruling_effect
from scoring.adjusted.awards import Adjusted

SCORE_FIELDS = ("score_ns", "score_ew", "own_damage", "score_normal")


def effect_as_typed(appeal: Appeal, said: Mapping[str, Any]) -> Effect | None:
    """The same preview as the director has; None where nothing is to change."""
    ruling = appeal.ruling
    if said.get("effect") == Score.TABLE:
        played = at_the_table(ruling)
        return effect_of_scores(ruling, Adjusted(played, played)) if played is not None else None
    if _restores(said) and ruling.play is not None:
        played = at_the_table(ruling)
        counts = score_as_ruled(ruling) or (Adjusted(played, played) if played is not None else None)
        return effect_of_scores(ruling, counts) if counts is not None else None
    gives_score = said.get("effect") == Score.SCORE and bool(said.get("score_ns"))
    fines = read_penalty_rows(said)
    if ruling.play is None or not (gives_score or fines or said.get("cancels_penalties")):
        return None
    kept = [] if said.get("cancels_penalties") else list(ruling.penalties)
    # What the director went by does not bind those who decide now.
    row: dict[str, Any] = {"auction": "", "tree": "", "penalties": [*kept, *fines]}
    if gives_score:
        row |= {name: str(said.get(name, "")) for name in SCORE_FIELDS}
    return ruling_effect(ruling, row)


def _restores(said: Mapping[str, Any]) -> list[str]:
    """The points on which the director's ruling is restored, where no other score takes its place."""
    points = {name: value for name, value in said.items() if name.startswith("point_")}
    if Verdict.CHANGED in points.values():
        return []
    return [name for name, value in points.items() if value == Verdict.RESTORED]


def moves_score(said: Mapping[str, Any]) -> dict[str, str]:
    """The fields that change something, as typed; none where the score stays and nobody is penalized."""
    names = ["cancels_penalties", *_restores(said)]
    if said.get("effect") in (Score.SCORE, Score.TABLE):
        names.append("effect")
    if said.get("effect") == Score.SCORE:
        names += SCORE_FIELDS
    for row in ROWS:
        if said.get(f"penalty_who_{row}"):
            names += [f"penalty_{part}_{row}" for part in PARTS]
    found = {name: str(said.get(name) or "").strip() for name in names}
    return {name: value for name, value in found.items() if value}


def previewed(said: Mapping[str, Any]) -> str:
    """What the preview beside it belongs to, as text for a hidden field."""
    return json.dumps(moves_score(said))


def unseen_change(form: DecisionForm, appeal: Appeal, said: Mapping[str, Any]) -> str:
    """Why whoever publishes has not seen what it does, in a sentence; empty where they have, or there is nothing."""
    now = moves_score(said)
    if "previewed" not in said or not now or effect_as_typed(appeal, said) is None:
        return ""
    before = _read(str(said["previewed"]))
    if before == now:
        return ""
    if not before:
        return _("Look at what it does to the score: it stands beside it now. Then publish it.")
    changes = " ".join(_changes(form, before, now))
    sentence = _("Changed after the preview: %(changes)s Look at what it does now, and publish it then.")
    return sentence % {"changes": changes}


def _changes(form: DecisionForm, before: dict[str, str], now: dict[str, str]) -> list[str]:
    changed = [name for name in form.fields if before.get(name, "") != now.get(name, "")]
    sentence = _("%(field)s was “%(before)s”, is “%(now)s”.")
    return [
        sentence % {"field": form[name].label, "before": _shown(form, name, before), "now": _shown(form, name, now)}
        for name in changed
    ]


def _shown(form: DecisionForm, name: str, said: dict[str, str]) -> str:
    """As the form shows it: the words of a choice, not its code."""
    choices = dict(getattr(form.fields[name], "choices", ()))
    value = said.get(name, "")
    return str(choices.get(value, value))


def _read(text: str) -> dict[str, str]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return {str(name): str(value) for name, value in found.items()} if isinstance(found, dict) else {}
