"""What was decided in an appeal, stage by stage, for the casebook; and whether a case was written before the end."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from appeals.models import Appeal, Case, Decision
from appeals.models.appeals import Merit, VerdictChoice
from appeals.models.decisions import DecisionStage
from appeals.selectors.decision_words import other_side_words, score_that_counts, score_words
from appeals.selectors.penalties import cancelled_penalty_words

#: Those who hear the appeal; what the director in charge rules or answers is a stage on the way.
HEARD = (DecisionStage.FIRST, DecisionStage.FURTHER)


@dataclass(frozen=True)
class Decided:
    text: str = ""
    dissent: str = ""
    deposit: str = ""
    # The newest decision that the text has.
    number: int = 0


def decided_in(appeal: Appeal) -> Decided:
    """Every stage by its name, the oldest first, and what counts in the end."""
    decisions = list(appeal.decisions.filter(superseded_by=None).order_by("number"))
    if not decisions:
        return Decided()
    heard = [decision for decision in decisions if decision.stage in HEARD]
    by_other_side = other_side_words(appeal)
    parts = [_stage(decision, fails=bool(by_other_side)) for decision in decisions]
    if len(decisions) > 1:
        counts = f"{appeal.get_verdict_display()}. {score_that_counts(appeal)}".strip()
        parts.append(_("What counts in the end: %(what)s") % {"what": counts})
    if by_other_side:
        parts.append(by_other_side)
    # The deposit of the appeal itself, not that of the way to the federation.
    first_with_deposit = next((decision for decision in heard if decision.deposit), None)
    return Decided(
        "\n\n".join(parts),
        "\n\n".join(decision.dissent for decision in heard if decision.dissent),
        str(first_with_deposit.get_deposit_display()) if first_with_deposit is not None else "",
        newest_number(appeal),
    )


def _stage(decision: Decision, *, fails: bool) -> str:
    """`fails`: the ruling does not stand, because the other side's appeal changed it."""
    stands = decision.verdict == VerdictChoice.STANDS
    outcome = _("Does not succeed") if fails and stands else decision.get_verdict_display()
    name = f"{decision.get_stage_display()}: {outcome}"
    if decision.stage in HEARD and decision.votes_cast > 1:
        votes = {"for": decision.votes_for, "cast": decision.votes_cast}
        name += " (" + _("%(for)s of %(cast)s votes") % votes + ")"
    merit = _("The appeal was found to lack merit.") if decision.merit == Merit.WITHOUT else ""
    cancelled = [
        _("Penalty cancelled: %(penalty)s") % {"penalty": words} for words in cancelled_penalty_words(decision)
    ]
    parts = (name, decision.facts, decision.reasons, score_words(decision), *cancelled, merit)
    return "\n".join(filter(None, parts))


def newest_number(appeal: Appeal) -> int:
    return max(appeal.decisions.values_list("number", flat=True), default=0)


def decided_since(case: Case) -> Decision | None:
    """The newest decision of the appeal, where the case was written before it."""
    if case.appeal is None or case.decision_number is None:
        return None
    return case.appeal.decisions.filter(number__gt=case.decision_number).order_by("-number").first()
