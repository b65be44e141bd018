"""Every version of a ruling that was given, kept as plain data."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from core.actors import Actor
from rulings.models import Ruling, RulingVersion

#: What the director writes; a draft is filled in with these, and an amendment changes them.
WRITTEN = (
    *("title", "offending", "offender", "facts", "basis", "auction", "played", "explanations"),
    *("decision", "reasons", "consultation", "decision_ns", "decision_ew", "score_ns", "score_ew"),
    *("own_damage", "score_normal", "penalties"),
    *("waived", "waiver_reason", "directors_error", "law_refs"),
    *("told_ns_at", "told_ns_how", "told_ew_at", "told_ew_how", "appeal_told", "notes"),
)
KEPT = ("state", "tree", "answers", "outcome_ids", "tricks", "tricks_to", *WRITTEN)


def ruling_content(ruling: Ruling) -> dict[str, Any]:
    return {name: _plain(getattr(ruling, name)) for name in KEPT}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def keep_version(*, actor: Actor, ruling: Ruling, reason: str = "") -> RulingVersion:
    """Write the ruling down as it stands, inside the transaction of the act."""
    return RulingVersion.objects.create(
        ruling=ruling,
        number=ruling.versions.count() + 1,
        state=ruling.state,
        content=ruling_content(ruling),
        reason=reason[:500],
        made_at=actor.at,
        made_by=actor.user,
    )
