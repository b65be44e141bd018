"""A deposit that is to be returned is owed until somebody has handed it back."""

from __future__ import annotations

from django.db import transaction

from appeals.models import Appeal, Deposit
from appeals.selectors.deposits import as_money
from appeals.services.base import lock_case, record_step, require_gate
from core.actors import Actor
from core.permissions import require


@transaction.atomic
def hand_back(*, actor: Actor, appeal: Appeal) -> list[Deposit]:
    """Whoever paid has the money again."""
    row = lock_case(appeal)
    require(actor, "appeal.money", row)
    require_gate("hand_back", row, actor)
    rows = [one for one in _locked(row) if one.is_to_hand_back]
    return _marked(actor, row, rows, "hand_back", is_back=True)


@transaction.atomic
def not_handed_back(*, actor: Actor, appeal: Appeal) -> list[Deposit]:
    """It was marked by mistake, or a corrected decision keeps the deposit and it has been paid again."""
    row = lock_case(appeal)
    require(actor, "appeal.money", row)
    require_gate("not_handed_back", row, actor)
    rows = [one for one in _locked(row) if one.handed_back_at is not None]
    return _marked(actor, row, rows, "not_handed_back", is_back=False)


def _locked(appeal: Appeal) -> list[Deposit]:
    return list(Deposit.objects.select_for_update().filter(appeal=appeal).order_by("further"))


def _marked(actor: Actor, appeal: Appeal, rows: list[Deposit], act: str, *, is_back: bool) -> list[Deposit]:
    for one in rows:
        one.handed_back_at, one.handed_back_by = (actor.at, actor.user) if is_back else (None, None)
        one.save(update_fields=["handed_back_at", "handed_back_by"])
    amounts = ", ".join(as_money(one.amount) for one in rows)
    record_step(actor, appeal, act, words=amounts, after={"amounts": amounts})
    return rows
