"""A deposit that is to be returned is owed until somebody has handed it back."""

from __future__ import annotations

from appeals.models import Appeal, Deposit
from appeals.selectors.deposits import as_money
from appeals.services.base import lock_case, record_step, require_gate
from core import transaction
from core.actors import Actor
from core.locks import lock
from core.permissions import require


@transaction.atomic
def hand_back(*, actor: Actor, appeal: Appeal) -> list[Deposit]:
    """Whoever paid has the money again."""
    case = lock_case(appeal)
    require(actor, "appeal.money", case)
    require_gate("hand_back", case, actor)
    deposits = [deposit for deposit in _locked_deposits(case) if deposit.is_to_hand_back]
    return _mark_handed_back(actor, case, deposits, "hand_back", is_back=True)


@transaction.atomic
def undo_hand_back(*, actor: Actor, appeal: Appeal) -> list[Deposit]:
    """It was marked by mistake, or a corrected decision keeps the deposit and it has been paid again."""
    case = lock_case(appeal)
    require(actor, "appeal.money", case)
    require_gate("not_handed_back", case, actor)
    deposits = [deposit for deposit in _locked_deposits(case) if deposit.handed_back_at is not None]
    return _mark_handed_back(actor, case, deposits, "not_handed_back", is_back=False)


def _locked_deposits(appeal: Appeal) -> list[Deposit]:
    return list(lock(Deposit.objects).filter(appeal=appeal).order_by("further"))


def _mark_handed_back(
    actor: Actor, appeal: Appeal, deposits: list[Deposit], act: str, *, is_back: bool
) -> list[Deposit]:
    for deposit in deposits:
        deposit.handed_back_at, deposit.handed_back_by = (actor.at, actor.user) if is_back else (None, None)
        deposit.save(update_fields=["handed_back_at", "handed_back_by"])
    amounts = ", ".join(as_money(deposit.amount) for deposit in deposits)
    record_step(actor, appeal, act, words=amounts, after={"amounts": amounts})
    return deposits
