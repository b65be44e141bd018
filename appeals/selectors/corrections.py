"""Who corrects a slip in a ruling or decision: whoever gave it."""

from __future__ import annotations

from appeals.models import Decision
from appeals.models.appeals import HearsChoice
from appeals.models.decisions import Stage
from core.actors import Actor
from core.permissions import may


def may_correct(actor: Actor, decision: Decision) -> bool:
    """A director what they gave themselves, the chair what the body decided, the federation its own decision."""
    if decision.stage == Stage.FURTHER:
        return may(actor, "appeal.finally", decision.appeal)
    if decision.body_kind == HearsChoice.DIRECTOR:
        gave_it = actor.user_id is not None and actor.user_id == decision.made_by_id
        return gave_it and may(actor, "appeal.direct", decision.appeal)
    return may(actor, "appeal.hear", decision.appeal)
