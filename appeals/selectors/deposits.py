"""Deposits of appeals: whose they are, where they are, and which are still to be handed back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

from appeals.models import Appeal, Deposit
from appeals.models.appeals import DepositState
from appeals.selectors.parties import party_names
from clubs.models import Club
from core.actors import Actor
from core.permissions import may
from events.models import Session
from events.wording import local_moment

MOST_OWED = 500


def as_money(amount: Decimal) -> str:
    """As table money is written: two decimals, in the club's currency, which nobody names."""
    return formats.number_format(amount, decimal_pos=2)


@dataclass(frozen=True)
class DepositLine:
    """A deposit with whoever paid it or is to pay it."""

    deposit: Deposit
    payer: str
    # Empty for those who may not read the case.
    url: str = ""

    @property
    def amount(self) -> str:
        return as_money(self.deposit.amount)

    @property
    def state(self) -> str:
        """Where the money is, in a few words."""
        deposit, gaps = self.deposit, {"name": self.payer}
        back = local_moment(deposit.club, deposit.handed_back_at) if deposit.handed_back_at else ""
        if deposit.state == DepositState.DUE:
            return _("To be paid by %(name)s") % gaps
        if deposit.state == DepositState.TAKEN:
            return _("Paid by %(name)s, held until the case is decided") % gaps
        if deposit.state == DepositState.KEPT and back:
            return _("Kept, but handed back to %(name)s on %(when)s: to be paid again") % {**gaps, "when": back}
        if deposit.state == DepositState.KEPT:
            return _("Kept")
        if back:
            return _("Handed back to %(name)s on %(when)s") % {**gaps, "when": back}
        return _("To be returned to %(name)s") % gaps

    @property
    def tone(self) -> str:
        """The colour of its badge."""
        deposit = self.deposit
        if deposit.state == DepositState.KEPT:
            return "bad"
        return "warn" if deposit.state == DepositState.DUE or deposit.is_to_hand_back else "good"


def deposit_lines(deposits: Iterable[Deposit], actor: Actor) -> list[DepositLine]:
    lines = []
    for deposit in deposits:
        url = deposit.appeal.get_absolute_url() if may(actor, "appeal.view", deposit.appeal) else ""
        lines.append(DepositLine(deposit, _payer(deposit), url))
    return lines


def _payer(deposit: Deposit) -> str:
    """The side that appealed; of a further appeal the side that took it further."""
    appeal = deposit.appeal
    side = appeal.side
    if deposit.further:
        further_appeal = appeal.further.exclude(side="").order_by("-pk").first()
        side = further_appeal.side if further_appeal is not None else side
    return " – ".join(party_names(appeal).get(side, ())) or str(appeal.contestant)


def _deposits() -> Any:
    with_ = ("appeal__club__federation", "appeal__session__event", "appeal__ruling__play", "appeal__contestant")
    return Deposit.objects.select_related(*with_).order_by("appeal", "further")


def deposits_in_case(appeal: Appeal, actor: Actor) -> list[DepositLine]:
    return deposit_lines(_deposits().filter(appeal=appeal), actor)


def deposits_in(actor: Actor, session: Session) -> list[DepositLine]:
    """For the cash box of a session."""
    return deposit_lines(_deposits().filter(appeal__session=session), actor)


def deposits_to_hand_back(actor: Actor, club: Club) -> list[DepositLine]:
    """Those of a club that whoever looks may hand back."""
    # First what is owed anywhere, which is little: by the club all its cases would be looked through.
    owed = Deposit.objects.filter(state=DepositState.RETURNED, handed_back_at=None).order_by("-pk")
    rows = _deposits().filter(pk__in=list(owed.values_list("pk", flat=True)[:MOST_OWED]), appeal__club=club)[:30]
    return [line for line in deposit_lines(rows, actor) if may(actor, "appeal.money", line.deposit.appeal)]
