"""What a decision does elsewhere: the score, penalties, the deposit, the sanction for an appeal without merit.

Everything goes through the services of scoring with the decision as authority, so that it can be told and undone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from appeals.gates import Verdict
from appeals.models import Appeal, Decision, Deposit, PointOutcome
from appeals.models.appeals import DepositState, Merit, PointKind
from appeals.models.decisions import DepositOutcome, ScoreEffect
from appeals.selectors.deadlines import rules_in
from appeals.selectors.outcomes import ranking_moves
from appeals.selectors.penalties import DISCIPLINARY, penalties_about, ruling_penalties
from appeals.selectors.standing import (
    decision_giving_score,
    decisions_that_hold,
    ruling_with_scores,
    score_as_ruled,
    score_at_table,
)
from clubs.regulations import effective_all
from core.actors import Actor
from core.errors import field_error
from core.locks import lock
from events.models import Contestant, Place
from rulings.checked.scores import checked_adjusted_score, read_penalties
from rulings.models import Ruling
from rulings.selectors.effect import preview_score_effect
from rulings.selectors.trick_transfer import result_with_tricks
from scoring.adjusted.awards import Adjusted
from scoring.models import Penalty, ScoreAdjustment
from scoring.models.fields import PenaltyUnit, penalty_units
from scoring.services import adjusting
from scoring.services.comparison_fields import field_of_place

# The regulation that names the standard penalty, by what penalties are counted in.
STANDARD_PENALTIES: dict[str, str] = {
    PenaltyUnit.TOP_PERCENT: "penalty.percent_of_top",
    PenaltyUnit.POINTS: "penalty.imps",
    PenaltyUnit.VICTORY_POINTS: "penalty.vps",
}


@dataclass(frozen=True)
class ScoreChange:
    """What is to become of the score."""

    effect: str = ScoreEffect.NONE
    score_ns: str = ""
    score_ew: str = ""
    cancels_penalties: bool = False
    # Law 12C1(e): the side that added to its own damage, and the result without that.
    own_damage: str = ""
    score_normal: str = ""
    # As a ruling has them: contestant, amount, unit, law.
    penalties: tuple[dict[str, Any], ...] = ()

    @classmethod
    def of(cls, decision: Decision) -> ScoreChange:
        """What a decision has done."""
        names = ("effect", "score_ns", "score_ew", "cancels_penalties", "own_damage", "score_normal")
        return cls(**{name: getattr(decision, name) for name in names}, penalties=tuple(decision.penalties))

    def stored(self) -> dict[str, Any]:
        """As a decision keeps it."""
        scores = {name: getattr(self, name).strip() for name in ("score_ns", "score_ew", "score_normal")}
        return scores | {
            "effect": self.effect,
            "cancels_penalties": self.cancels_penalties,
            "own_damage": self.own_damage,
            "penalties": list(self.penalties),
        }


def check_score(appeal: Appeal, score_change: ScoreChange, verdicts: set[str]) -> Adjusted | None:
    """Read what was typed; what cannot be is refused before anything is written."""
    if score_change.effect not in ScoreEffect.values:
        raise field_error("effect", _("Say what becomes of the score."), "unknown")
    changes = score_change.effect != ScoreEffect.NONE or score_change.cancels_penalties
    if changes and Verdict.CHANGED not in verdicts:
        sentence = _("A score is given only where something is changed. (Law 93B3)")
        raise field_error("effect", sentence, "score_without_change")
    read_penalties(ruling_with_scores(appeal.ruling, score_change))
    if score_change.effect == ScoreEffect.NONE:
        return None
    if appeal.ruling.play is None:
        raise field_error("effect", _("The ruling was about no board: there is no score to change."), "no_board")
    if score_change.effect == ScoreEffect.TABLE:
        return None
    if not score_change.score_ns.strip():
        raise field_error("score_ns", _("Say what North-South get."), "required")
    return checked_adjusted_score(ruling_with_scores(appeal.ruling, score_change))


def check_change(appeal: Appeal, score_change: ScoreChange, kinds: Collection[str]) -> None:
    """Points of these kinds are changed: what counts then is said, a score or penalties (Laws 12C1, 93B3)."""
    if not kinds:
        return
    penalties = Penalty.objects.filter(authority=appeal.ruling.authority, withdrawn_at=None)
    cancels = score_change.cancels_penalties and penalties_about(penalties, kinds).exists()
    on_penalties = cancels or bool(score_change.penalties)
    disciplinary = penalties.filter(law__startswith=DISCIPLINARY).exists()
    if PointKind.DISCIPLINE in kinds and disciplinary and not on_penalties:
        why = _("Say what becomes of the penalty: tick that it is cancelled, and write another where another counts.")
        raise field_error("cancels_penalties", why, "change_without_effect")
    if on_penalties or _is_another_score(appeal, score_change):
        return
    if appeal.ruling.play_id is None and not penalties.exists():
        # Nothing that is counted: what is changed stands in the reasons.
        return
    why = _("Say what is changed: give another score, or say what becomes of the penalties. Otherwise it stands.")
    raise field_error("effect", why, "change_without_effect")


def _is_another_score(appeal: Appeal, score_change: ScoreChange) -> bool:
    """Not the one that counts by the ruling, where nobody has decided on the score yet."""
    if score_change.effect == ScoreEffect.NONE:
        return False
    if decision_giving_score(appeal) is not None:
        return True
    ruling = appeal.ruling
    if score_change.effect == ScoreEffect.TABLE:
        return score_as_ruled(ruling) != score_at_table(ruling)
    return score_as_ruled(ruling) != checked_adjusted_score(ruling_with_scores(ruling, score_change))


def apply_decision_score(*, actor: Actor, decision: Decision, score_change: ScoreChange) -> None:
    """Bring the score in line with the decision, which keeps what that does to the ranking."""
    appeal = decision.appeal
    _keep_ranking(decision, score_change)
    if score_change.effect == ScoreEffect.SCORE:
        score = check_score(appeal, score_change, {Verdict.CHANGED})
        assert score is not None
        _adjust(actor, decision, score)
    elif score_change.effect == ScoreEffect.TABLE:
        _put_score(actor, decision, table_score_to_give(appeal.ruling))
    if score_change.cancels_penalties:
        _cancel_penalties(actor, decision)
    for penalty in read_penalties(ruling_with_scores(appeal.ruling, score_change)):
        _penalize_contestant(actor, decision, reason=_("Appeal %(case)s") % {"case": appeal}, **penalty)


def _penalize_contestant(
    actor: Actor, decision: Decision, *, contestant: Contestant, amount: Decimal, unit: str, law: str, reason: str
) -> None:
    place = Place.objects.filter(session=decision.appeal.session, contestant=contestant).first()
    if place is None:
        return
    adjusting.penalize(
        actor=actor,
        field=field_of_place(decision.appeal.session, place),
        contestant=contestant,
        amount=amount,
        unit=unit,
        law=law,
        reason=reason,
        authority=decision.authority,
    )


def _keep_ranking(decision: Decision, score_change: ScoreChange) -> None:
    ruling = decision.appeal.ruling
    score = check_score(decision.appeal, score_change, {Verdict.CHANGED})
    _save_ranking(decision, score_at_table(ruling) if score_change.effect == ScoreEffect.TABLE else score)


def _save_ranking(decision: Decision, score: Adjusted | None) -> None:
    """What the score does to the ranking, beside the decision that gives it."""
    if score is not None:
        decision.ranking = ranking_moves(preview_score_effect(decision.appeal.ruling, score))
        decision.save(update_fields=["ranking"])


def _adjust(actor: Actor, decision: Decision, score: Adjusted) -> None:
    play = decision.appeal.ruling.play
    assert play is not None
    law = str(decision.law_refs[0]) if decision.law_refs else "93B3"
    adjusting.adjust(
        actor=actor,
        play=play,
        kind=score.kind,
        ns=score.ns,
        ew=score.ew,
        reason=_("Appeal %(case)s") % {"case": decision.appeal},
        law=law,
        authority=decision.authority,
        own_damage=score.own_damage,
    )


def table_score_to_give(ruling: Ruling) -> Adjusted | None:
    """The score to give where the ruling changed the table's result; None where taking its score away is enough."""
    return score_at_table(ruling) if result_with_tricks(ruling) is not None else None


def _put_score(actor: Actor, decision: Decision, score: Adjusted | None) -> None:
    """Adjust to it, or let the result count."""
    if score is not None:
        _adjust(actor, decision, score)
    else:
        _withdraw_adjustment(actor, decision)


def _withdraw_adjustment(actor: Actor, decision: Decision) -> None:
    play = decision.appeal.ruling.play
    if play is not None and ScoreAdjustment.objects.current().filter(play=play).exists():
        reason = _("Appeal %(case)s") % {"case": decision.appeal}
        adjusting.withdraw_adjustment(actor=actor, play=play, reason=reason, authority=decision.authority)


def _cancel_penalties(actor: Actor, decision: Decision) -> None:
    """Those that the changed points are about, in whichever of the cases that are decided together."""
    outcomes = PointOutcome.objects.filter(decision__appeal__ruling=decision.appeal.ruling_id, verdict=Verdict.CHANGED)
    outcomes = outcomes.filter(decision__made_at=decision.made_at, decision__stage=decision.stage)
    changed = set(outcomes.values_list("point__kind", flat=True))
    reason = _("Appeal %(case)s") % {"case": decision.appeal}
    for penalty in penalties_about(ruling_penalties(decision).filter(withdrawn_at=None), changed):
        adjusting.withdraw_penalty(actor=actor, penalty=penalty, reason=reason, authority=decision.authority)


def restore_ruling(actor: Actor, decision: Decision) -> None:
    """The director's ruling counts again, score and penalties, in place of what was decided below (Law 93C)."""
    ruling = decision.appeal.ruling
    reason = _("Appeal %(case)s") % {"case": decision.appeal}
    if ruling.play is not None:
        _save_ranking(decision, score_as_ruled(ruling))
        _put_score(actor, decision, checked_adjusted_score(ruling))
    for below in decisions_that_hold(decision.appeal):
        # The finding on the merit of an appeal is no part of the ruling.
        for penalty in Penalty.objects.filter(authority=below.authority, withdrawn_at=None).exclude(law="92A"):
            adjusting.withdraw_penalty(actor=actor, penalty=penalty, reason=reason, authority=decision.authority)
        if below.cancels_penalties:
            _restore_penalties(actor, below, decision)


def undo_decision_score(*, actor: Actor, decision: Decision, by: Decision) -> None:
    """A decision is superseded: what it did to the score is taken back, as if it had not been."""
    play = decision.appeal.ruling.play
    if decision.effect != ScoreEffect.NONE and play is not None:
        _put_score(actor, by, earlier_score(decision))
    for penalty in Penalty.objects.filter(authority=decision.authority, withdrawn_at=None):
        adjusting.withdraw_penalty(actor=actor, penalty=penalty, reason=by.correction, authority=by.authority)
    if decision.cancels_penalties:
        _restore_penalties(actor, decision, by)


def is_overtaken(decision: Decision) -> bool:
    """A later decision that holds has said what the score is."""
    later = decision.appeal.decisions.filter(number__gt=decision.number, superseded_by=None)
    return later.exclude(effect=ScoreEffect.NONE).exists()


def earlier_score(decision: Decision) -> Adjusted | None:
    """The score as it was before a decision: by an earlier one that holds, else as the director ruled."""
    ruling = decision.appeal.ruling
    earlier = decision.appeal.decisions.filter(number__lt=decision.number, superseded_by=None)
    last_decision = earlier.exclude(effect=ScoreEffect.NONE).order_by("-number").first()
    if last_decision is None:
        return checked_adjusted_score(ruling)
    if ruling.play is None:
        return None
    if last_decision.effect == ScoreEffect.TABLE:
        return table_score_to_give(ruling)
    return checked_adjusted_score(ruling_with_scores(ruling, last_decision))


def _restore_penalties(actor: Actor, decision: Decision, by: Decision) -> None:
    cancelled = ruling_penalties(decision).filter(withdrawn_at=decision.made_at)
    for penalty in cancelled.select_related("field__session__event__club", "contestant"):
        adjusting.penalize(
            actor=actor,
            field=penalty.field,
            contestant=penalty.contestant,
            amount=penalty.amount,
            unit=penalty.unit,
            reason=penalty.reason,
            law=penalty.law,
            authority=by.authority,
        )


def judge_merit(actor: Actor, decision: Decision) -> None:
    """The finding with its sanction, as the regulations lay it down (Law 92A); the deposit follows."""
    appeal = decision.appeal
    sanction = rules_in(appeal.session).without_merit
    without = decision.merit == Merit.WITHOUT
    decision.sanction = sanction if without else ""
    further = decision.stage == "further"
    is_kept = without and sanction in ("deposit", "both")
    decision.deposit = settle_deposit(actor, appeal, kept=is_kept, further=further)
    decision.save(update_fields=["sanction", "deposit"])
    if without and sanction in ("penalty", "both"):
        _penalize_without_merit(actor, decision)


def lift_sanction(actor: Actor, decision: Decision) -> None:
    """The appeal has succeeded: its deposit goes back, and what it was sanctioned with below is withdrawn (Law 92A)."""
    appeal = decision.appeal
    settle_deposit(actor, appeal, kept=False)
    below = [earlier.authority for earlier in decisions_that_hold(appeal) if earlier.appeal_id == appeal.pk]
    reason = _("Appeal %(case)s") % {"case": appeal}
    for penalty in Penalty.objects.filter(authority__in=below, law="92A", withdrawn_at=None):
        adjusting.withdraw_penalty(actor=actor, penalty=penalty, reason=reason, authority=decision.authority)


def _penalize_without_merit(actor: Actor, decision: Decision) -> None:
    appeal = decision.appeal
    amount, unit = standard_penalty(appeal)
    if amount > 0:
        reason = _("Appeal %(case)s without merit") % {"case": appeal}
        _penalize_contestant(
            actor, decision, contestant=appeal.contestant, amount=amount, unit=unit, law="92A", reason=reason
        )


def standard_penalty(appeal: Appeal) -> tuple[Decimal, str]:
    """In the unit of the event: percent of a top, IMPs or victory points."""
    values = {rule.regulation.key: rule.value for rule in effective_all(body=appeal.club, at=appeal.session.started_at)}
    unit = penalty_units(appeal.session.event)[0]
    return Decimal(values[STANDARD_PENALTIES[unit]]), unit


def settle_deposit(actor: Actor, appeal: Appeal, *, kept: bool, further: bool = False) -> str:
    """Returned, or kept. One that was settled before is settled anew by a correction."""
    paid = lock(Deposit.objects).filter(appeal=appeal, further=further).exclude(state=DepositState.DUE)
    deposit = paid.first()
    if deposit is None:
        return DepositOutcome.NONE
    deposit.state = DepositState.KEPT if kept else DepositState.RETURNED
    deposit.settled_at, deposit.settled_by = actor.at, actor.user
    deposit.save()
    return DepositOutcome.KEPT if kept else DepositOutcome.RETURNED
