"""What a ruling gives, written through scoring: adjusted scores and penalties that carry its authority."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from core.actors import Actor
from events.models import Place
from rulings.checked.scores import checked_adjusted_score, read_penalties
from rulings.models import Ruling
from rulings.models.rulings import STANDING
from scoring.adjusted.awards import Adjusted
from scoring.models import Penalty, ScoreAdjustment
from scoring.services import adjusting
from scoring.services.comparison_fields import field_of_place


def apply_ruling_score(*, actor: Actor, ruling: Ruling, score: Adjusted | None) -> None:
    """Bring scoring in line with the ruling: its adjusted score and its penalties, and no others of its own."""
    _apply_score(actor, ruling, score)
    _apply_penalties(actor, ruling)


def scorecard_reason(ruling: Ruling) -> str:
    """The line on a scorecard."""
    parts = [ruling.title, ruling.decision.strip().splitlines()[0] if ruling.decision.strip() else ""]
    return ": ".join(part for part in parts if part)[:300] or _("The Director’s ruling")


def scorecard_laws(ruling: Ruling) -> str:
    """As many paragraphs as the scorecard has room for, the main one first."""
    text = ""
    for law in ruling.law_refs:
        longer = f"{text}, {law}" if text else str(law)
        if len(longer) > 40:
            break
        text = longer
    return text


def _apply_score(actor: Actor, ruling: Ruling, adjusted: Adjusted | None) -> None:
    if ruling.play is None:
        return
    current = ScoreAdjustment.objects.current().filter(play=ruling.play).first()
    if adjusted is not None:
        adjusting.adjust(
            actor=actor,
            play=ruling.play,
            kind=adjusted.kind,
            ns=adjusted.ns,
            ew=adjusted.ew,
            reason=scorecard_reason(ruling),
            law=scorecard_laws(ruling),
            authority=ruling.authority,
            own_damage=adjusted.own_damage,
        )
    elif current is not None and current.authority == ruling.authority:
        if (other := _other_ruling_giving_score(ruling)) is not None:
            # It says the same, and stands: the score is its own from now on.
            _apply_score(actor, other, checked_adjusted_score(other))
            return
        adjusting.withdraw_adjustment(
            actor=actor, play=ruling.play, reason=scorecard_reason(ruling), authority=ruling.authority
        )


def _other_ruling_giving_score(ruling: Ruling) -> Ruling | None:
    others = Ruling.objects.filter(play=ruling.play, state__in=STANDING).exclude(pk=ruling.pk).exclude(score_ns="")
    return others.select_related("session__event__club", "play__section__session__event__club").order_by("pk").first()


def _apply_penalties(actor: Actor, ruling: Ruling) -> None:
    penalties = [] if ruling.state == "withdrawn" else read_penalties(ruling)
    standing = list(Penalty.objects.filter(authority=ruling.authority, withdrawn_at=None).order_by("pk"))
    for penalty in standing:
        same = next((new_penalty for new_penalty in penalties if _is_same_penalty(penalty, new_penalty)), None)
        if same is not None:
            penalties.remove(same)
        else:
            adjusting.withdraw_penalty(
                actor=actor, penalty=penalty, reason=scorecard_reason(ruling), authority=ruling.authority
            )
    for new_penalty in penalties:
        place = Place.objects.select_related("contestant").get(
            session=ruling.session_id, contestant=new_penalty["contestant"]
        )
        adjusting.penalize(
            actor=actor,
            field=field_of_place(ruling.session, place),
            contestant=new_penalty["contestant"],
            amount=new_penalty["amount"],
            unit=new_penalty["unit"],
            law=new_penalty["law"],
            reason=scorecard_reason(ruling),
            authority=ruling.authority,
        )


def _is_same_penalty(penalty: Penalty, new_penalty: dict[str, Any]) -> bool:
    return (penalty.contestant_id, penalty.amount, penalty.unit, penalty.law) == (
        new_penalty["contestant"].pk,
        new_penalty["amount"],
        new_penalty["unit"],
        new_penalty["law"],
    )
