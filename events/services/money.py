"""Taking table money. What was taken is never overwritten: it is withdrawn, and what is right is taken anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.selectors.roles import person_name
from core import transaction
from core.actors import Actor
from core.audit import Deed, record, record_all, values
from core.changes import locked
from core.errors import field_error
from core.permissions import require
from events.models import Session, TableMoney
from events.models.money import Settled
from events.selectors.money import Account, PlayerBalance, session_account
from events.services.planning import refuse_removed

FIELDS = {"session", "player", "how", "amount", "settles", "reason"}


@dataclass(frozen=True)
class PaymentTaken:
    """What was taken, and who had paid before."""

    payments: list[TableMoney]
    before: list[TableMoney] = field(default_factory=list)


@transaction.atomic
def take_money(
    *,
    actor: Actor,
    session: Session,
    players: Sequence[Player],
    how: str = Settled.CASH,
    amount: Decimal | None = None,
    reason: str = "",
    let_off: bool = False,
    expected: Decimal | None = None,
) -> PaymentTaken:
    """These players have paid what is open, or the amount given. Who has paid already is left as it is.

    After a smaller amount the rest stays open, unless they are `let_off` it, for a reason.

    The session's row is the lock: of two who take the money of one player, the second finds it taken. `expected` is
    the sum that the person saw before taking it from many: where it has changed since, nothing is taken.
    """
    require(actor, "money.take", session)
    refuse_removed(locked(session).event)
    account = session_account(session)
    lines = [_balance(account, player) for player in players]
    before = [line.money for line in lines if line.money is not None and not line.is_open]
    if lines and len(before) == len(lines):
        raise ValidationError(
            [ValidationError(_already_paid_sentence(payment), code="already_paid") for payment in before]
        )
    due = [line for line in lines if line.is_open or (line.money is None and len(lines) == 1)]
    payments = [
        _new_payment(actor, session, line, how=how, amount=amount, reason=reason, let_off=let_off) for line in due
    ]
    if not payments:
        raise ValidationError(_("Nobody here owes anything."), code="nothing_owed")
    _refuse_other_sum(payments, expected)
    return PaymentTaken(_save_payments(actor, session, payments), before)


@transaction.atomic
def correct_money(
    *,
    actor: Actor,
    money: TableMoney,
    how: str,
    amount: Decimal | None = None,
    reason: str = "",
    let_off: bool = False,
) -> TableMoney:
    """It was another amount, or paid in another way: the old entry is withdrawn and a new one made."""
    session = money.session
    require(actor, "money.take", session)
    locked(session)
    _withdraw(actor, money)
    line = _balance(session_account(session), money.player)
    payment = _new_payment(actor, session, line, how=how, amount=amount, reason=reason, let_off=let_off)
    return _save_payments(actor, session, [payment])[0]


@transaction.atomic
def withdraw_money(*, actor: Actor, money: TableMoney) -> TableMoney:
    """It was not paid after all, or was given back."""
    require(actor, "money.take", money.session)
    locked(money.session)
    return _withdraw(actor, money)


def _withdraw(actor: Actor, money: TableMoney) -> TableMoney:
    money = TableMoney.objects.select_related("session__event__club", "player").get(pk=money.pk)
    if money.withdrawn_at is not None:
        sentence = _("The money of %(name)s has been withdrawn already.") % {"name": money.player}
        raise ValidationError(sentence, code="withdrawn")
    money.withdrawn_at = actor.at
    money.save(update_fields=["withdrawn_at"])
    record(
        actor=actor, act="money.withdraw", body=money.club, target=money, after=values(money, FIELDS | {"withdrawn_at"})
    )
    return money


def _balance(account: Account, player: Player) -> PlayerBalance:
    line = account.find_balance(player)
    if line is None:
        sentence = _("%(name)s does not play in this session. Seat them first.") % {"name": player}
        raise field_error("players", sentence, "not_seated")
    return line


def _new_payment(
    actor: Actor, session: Session, line: PlayerBalance, *, how: str, amount: Decimal | None, reason: str, let_off: bool
) -> TableMoney:
    reason = " ".join(reason.split())
    if how == Settled.FREE:
        amount = _free_amount(line, amount, reason)
    elif amount is None:
        amount = line.rest
    settles = how == Settled.FREE or amount >= line.rest
    if let_off and not settles:
        _require_reason(line, reason)
        settles = True
    if how != Settled.FREE and amount <= 0:
        raise field_error("amount", _nothing_owed_sentence(line), "nothing_owed")
    payment = TableMoney(
        session=session,
        player=line.player,
        how=how,
        amount=amount,
        settles=settles,
        reason=reason,
        taken_by=actor.user,
        taken_at=actor.at,
    )
    payment.clean_fields(exclude={"session", "player", "taken_by"})
    return payment


def _refuse_other_sum(payments: Sequence[TableMoney], expected: Decimal | None) -> None:
    total = sum(payment.amount for payment in payments)
    if expected is not None and expected != total:
        gaps = {"then": number_format(expected, 2), "now": number_format(total, 2)}
        sentence = _("%(then)s was open when you looked, now it is %(now)s. Nothing was taken: look, then tap again.")
        raise ValidationError(sentence % gaps, code="changed")


def _free_amount(line: PlayerBalance, amount: Decimal | None, reason: str) -> Decimal:
    if amount:
        sentence = _("%(name)s plays free: leave the amount empty, or say how it was paid.") % {"name": line.name}
        raise field_error("amount", sentence, "free_and_paid")
    if not reason:
        sentence = _("Say why %(name)s plays free.") % {"name": line.name}
        raise field_error("reason", sentence, "no_reason")
    return Decimal(0)


def _require_reason(line: PlayerBalance, reason: str) -> None:
    if not reason:
        sentence = _("Say why %(name)s is let off the rest.") % {"name": line.name}
        raise field_error("reason", sentence, "no_reason")


def _nothing_owed_sentence(line: PlayerBalance) -> str:
    if line.owed:
        return _("Write the amount that %(name)s paid, or choose “plays free”.") % {"name": line.name}
    return _("%(name)s owes nothing here. Write the amount if something was paid.") % {"name": line.name}


def _save_payments(actor: Actor, session: Session, payments: Sequence[TableMoney]) -> list[TableMoney]:
    saved = TableMoney.objects.bulk_create(payments)
    deeds = [Deed("money.take", payment, after=values(payment, FIELDS)) for payment in saved]
    record_all(actor=actor, body=session.club, deeds=deeds)
    return saved


def _already_paid_sentence(payment: TableMoney) -> str:
    """Who took it and when, so that two people with one cash box need not ask each other."""
    gaps = {
        "name": payment.player.display_name,
        "amount": number_format(payment.amount, 2),
        "who": person_name(payment.taken_by) if payment.taken_by else _("somebody"),
        "time": date_format(timezone.localtime(payment.taken_at, ZoneInfo(payment.club.timezone)), "TIME_FORMAT"),
    }
    if payment.how == Settled.FREE:
        return _("%(name)s plays free already: noted by %(who)s at %(time)s.") % gaps
    return _("%(name)s has paid %(amount)s already: taken by %(who)s at %(time)s.") % gaps
