"""What a decision would do, as it is typed; and whether what is published is what was previewed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from appeals.forms.deciding import DecisionForm
from appeals.models import Appeal
from appeals.models.decisions import Effect as Score
from appeals.selectors.outcomes import at_the_table
from rulings.forms.penalties import PARTS, ROWS, read_penalty_rows
from rulings.selectors.effect import Effect, effect_of, effect_of_scores
from scoring.adjusted.awards import Adjusted

#: What moves the preview.
FIELDS = (
    *("effect", "score_ns", "score_ew", "own_damage", "score_normal", "cancels_penalties"),
    *(f"penalty_{part}_{row}" for row in ROWS for part in PARTS),
)


def effect_as_typed(appeal: Appeal, said: Mapping[str, Any]) -> Effect | None:
    """The same preview as the director has; None where nothing is to change."""
    ruling = appeal.ruling
    if said.get("effect") == Score.TABLE:
        played = at_the_table(ruling)
        return effect_of_scores(ruling, Adjusted(played, played)) if played is not None else None
    gives_score = said.get("effect") == Score.SCORE and bool(said.get("score_ns"))
    fines = read_penalty_rows(said)
    if ruling.play is None or not (gives_score or fines or said.get("cancels_penalties")):
        return None
    kept = [] if said.get("cancels_penalties") else list(ruling.penalties)
    # What the director went by does not bind those who decide now.
    row: dict[str, Any] = {"auction": "", "tree": "", "penalties": [*kept, *fines]}
    if gives_score:
        names = ("score_ns", "score_ew", "own_damage", "score_normal")
        row |= {name: str(said.get(name, "")) for name in names}
    return effect_of(ruling, row)


def previewed(said: Mapping[str, Any]) -> str:
    """What the preview beside it belongs to, as text for a hidden field."""
    found = {name: str(said.get(name) or "").strip() for name in FIELDS}
    return json.dumps({name: value for name, value in found.items() if value})


def changed_since_preview(form: DecisionForm, said: Mapping[str, Any]) -> list[str]:
    """A sentence for each field that says something else than when the preview was made; none where none was shown."""
    if "previewed" not in said:
        return []
    before, now = _read(str(said["previewed"])), _read(previewed(said))
    changed = [name for name in FIELDS if name in form.fields and before.get(name, "") != now.get(name, "")]
    sentence = _("%(field)s was “%(before)s”, is “%(now)s”.")
    return [
        sentence % {"field": form[name].label, "before": before.get(name, ""), "now": now.get(name, "")}
        for name in changed
    ]


def _read(text: str) -> dict[str, str]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return {str(name): str(value) for name, value in found.items()} if isinstance(found, dict) else {}
