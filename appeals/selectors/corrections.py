"""Who corrects a slip in a ruling or decision: whoever gave it."""

from __future__ import annotations

from appeals.gates import CaseState
from appeals.models import Decision
from appeals.models.appeals import HearsChoice
from appeals.models.decisions import DecisionStage
from appeals.selectors.conflicts import kept_from_deciding
from core.actors import Actor
from core.permissions import may


def may_correct(actor: Actor, decision: Decision) -> bool:
    """A director what they gave themselves, the chair what the body decided, the federation its own decision.

    By the federation's decision a case is closed: from then on only that one is corrected, while its time runs.
    """
    appeal = decision.appeal
    if decision.stage == DecisionStage.FURTHER:
        if actor.user is None or not may(actor, "appeal.finally", appeal):
            return False
        return not kept_from_deciding(appeal, actor.user, actor.at)
    if appeal.state == CaseState.CLOSED:
        # What was decided last closed it.
        return False
    if decision.body_kind == HearsChoice.DIRECTOR:
        gave_it = actor.user_id is not None and actor.user_id == decision.made_by_id
        return gave_it and may(actor, "appeal.direct", decision.appeal)
    return may(actor, "appeal.hear", decision.appeal)
