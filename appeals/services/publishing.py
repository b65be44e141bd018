"""Publishing a decision, whoever decides the case: the adjudicators, the director in charge, the federation."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from appeals.models import Appeal, Decision
from appeals.selectors.case_page import CasePage
from appeals.services.deciding import DecisionText, VerdictByPoint, correct, decide, decide_alone
from appeals.services.effects import ScoreChange
from appeals.services.federation_appeal import decide_finally
from core import transaction
from core.actors import Actor
from core.errors import Forbidden


@transaction.atomic
def publish_decision(
    *,
    actor: Actor,
    appeal: Appeal,
    outcomes: VerdictByPoint,
    text: DecisionText,
    score_change: ScoreChange | None = None,
    version: int | None = None,
    unseen: str = "",
) -> Decision:
    """Decide the case by the act that is this person's now; refused where none is.

    `unseen` says what they have not looked at yet: it refuses what nothing else stands in the way of.
    """
    acts = {"decide": decide, "decide_alone": decide_alone, "decide_finally": decide_finally}
    page = CasePage.of(appeal, actor)
    act = acts.get(page.decides)
    if act is None:
        raise Forbidden(page.why_not_to_hear or _("It is not for you to decide this case now."))
    decision = act(actor=actor, appeal=appeal, outcomes=outcomes, text=text, score_change=score_change, version=version)
    _refuse_unseen(unseen)
    return decision


@transaction.atomic
def publish_correction(
    *,
    actor: Actor,
    decision: Decision,
    reason: str,
    text: DecisionText,
    score_change: ScoreChange | None = None,
    version: int | None = None,
    unseen: str = "",
) -> Decision:
    """Correct a slip; `unseen` as when a decision is published."""
    corrected = correct(
        actor=actor, decision=decision, reason=reason, text=text, score_change=score_change, version=version
    )
    _refuse_unseen(unseen)
    return corrected


def _refuse_unseen(sentence: str) -> None:
    """What was written is rolled back with it."""
    if sentence:
        raise ValidationError(sentence, code="unseen")
