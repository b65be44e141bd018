"""What a decision means for the case: how long it stays open, and when the path is closed (Law 93C)."""

from __future__ import annotations

from appeals.models import Appeal
from appeals.selectors.deadlines import rules_in
from core.actors import Actor


def end_of_hearing(actor: Actor, appeal: Appeal, verdict: str, *, merit: str = "", by_body: bool = True) -> None:
    """Set what follows from a decision; the caller writes the step that saves it.

    A slip can be corrected for a while, and where the regulations know a further appeal there is time for one. A body
    that the Regulating Authority has named as final closes that path (Law 93C3(a)).
    """
    rules = rules_in(appeal.session)
    appeal.verdict, appeal.merit, appeal.decided_at = verdict, merit, actor.at
    final = by_body and rules.final_body
    appeal.further_until = actor.at + rules.further_time if rules.further and not final else None
    ends = actor.at + rules.correction
    appeal.closes_at = max(ends, appeal.further_until) if appeal.further_until else ends
    appeal.due_at = appeal.closes_at
