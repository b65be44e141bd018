"""A ruling that was appealed is changed by a decision, not from behind."""

from __future__ import annotations

from collections.abc import Collection

from django.core.exceptions import ValidationError

from appeals.gates import LODGED_OR_LATER, CaseState
from appeals.models import Appeal
from appeals.selectors.audience import side_users
from appeals.selectors.standing import is_undecided, score_is_decided
from appeals.services.base import lock_case, record_step
from appeals.services.notices import notify
from appeals.wording import why_ruling_is_fixed, why_tricks_are_not_counted
from core.actors import Actor
from rulings.models import Ruling
from rulings.services.giving import LATER
from rulings.services.versions import WRITTEN

#: What the hearing pack tells of it, which the sides agree to, and what it decides.
DECIDES = ("state", *(name for name in WRITTEN if name not in LATER))


def refuse_change_under_appeal(ruling: Ruling) -> None:
    """Refuse to save what an open or decided appeal is about; who was told, and the director's notes, may be added."""
    appeal = Appeal.objects.filter(ruling=ruling, state__in=[str(state) for state in LODGED_OR_LATER]).first()
    if appeal is None:
        return
    before = Ruling.objects.filter(pk=ruling.pk).values(*DECIDES).get()
    if any(before[name] != getattr(ruling, name) for name in DECIDES):
        raise ValidationError(why_ruling_is_fixed(appeal), code="appealed")


def hold_tricks_back(rulings: Collection[int]) -> dict[int, str]:
    """Tricks are not counted from lodging until the ruling has stood; never where a decision has given the score."""
    appeals = Appeal.objects.filter(ruling__in=rulings, state__in=[str(state) for state in LODGED_OR_LATER])
    return {
        appeal.ruling_id: why_tricks_are_not_counted(appeal)
        for appeal in appeals.select_related("ruling")
        if is_undecided(appeal) or score_is_decided(appeal)
    }


def tell_of_amendment(ruling: Ruling, actor: Actor, reason: str) -> None:
    """Those who asked for a review, and concurred, did so against the ruling as it was: the case says so."""
    for appeal in Appeal.objects.filter(ruling=ruling, state=CaseState.REQUESTED).order_by("pk"):
        case = lock_case(appeal)
        record_step(actor, case, "amended", words=reason, reason=reason)
        notify(case, "amended", side_users(case, case.side), actor.at)
