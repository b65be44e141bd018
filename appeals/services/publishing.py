"""Publishing a decision, whoever decides the case: the adjudicators, the director in charge, the federation."""

from __future__ import annotations

from django.utils.translation import gettext as _

from appeals.models import Appeal, Decision
from appeals.selectors.case_page import CasePage
from appeals.services.deciding import Outcomes, Text, decide, decide_alone
from appeals.services.effects import ScoreChange
from appeals.services.federation_appeal import decide_finally
from core.actors import Actor
from core.errors import Forbidden


def publish_decision(
    *,
    actor: Actor,
    appeal: Appeal,
    outcomes: Outcomes,
    text: Text,
    wanted: ScoreChange | None = None,
    version: int | None = None,
) -> Decision:
    """Decide the case by the act that is this person's now; refused where none is."""
    acts = {"decide": decide, "decide_alone": decide_alone, "decide_finally": decide_finally}
    act = acts.get(CasePage.of(appeal, actor).decides)
    if act is None:
        raise Forbidden(_("It is not for you to decide this case now."))
    return act(actor=actor, appeal=appeal, outcomes=outcomes, text=text, wanted=wanted, version=version)
