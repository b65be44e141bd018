"""Fees that were paid or let off. What was noted is never overwritten: it is taken back, and noted anew."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db.models import F, Max, Sum
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import locked
from core.errors import field_error
from core.locks import lock_row
from core.permissions import require
from office.models import DuesPayment, Renewal
from office.models.dues import HowPaid
from office.money import money
from office.services.notices import tell
from office.services.settling import settle, unsettle

FIELDS = {"renewal", "receipt", "amount", "paid_on", "how", "note"}


@transaction.atomic
def record_payment(
    *,
    actor: Actor,
    renewal: Renewal,
    amount: Decimal | None = None,
    paid_on: date | None = None,
    how: str = HowPaid.CASH,
    note: str = "",
    version: int | None = None,
) -> DuesPayment:
    """All that is open, or the amount given; after less, the rest stays open. The club's row numbers the receipts."""
    club = renewal.year.club
    require(actor, "renewal.keep", club)
    lock_row(club)
    renewal = locked(renewal, version=version)
    left = open_amount(renewal)
    _refuse_payment(renewal, how, amount, left)
    payment = DuesPayment(
        renewal=renewal,
        club=club,
        receipt=(DuesPayment.objects.filter(club=club).aggregate(last=Max("receipt"))["last"] or 0) + 1,
        amount=Decimal(0) if how == HowPaid.FREE else (left if amount is None else amount),
        paid_on=paid_on or club.day(actor.at),
        how=how,
        note=note.strip(),
        taken_by=actor.user,
        taken_at=actor.at,
    )
    payment.full_clean()
    _refuse_day(payment, club.day(actor.at))
    payment.save()
    record(actor=actor, act="renewal.pay", body=club, target=payment, after=values(payment, FIELDS))
    Renewal.objects.filter(pk=renewal.pk).update(version=F("version") + 1)
    if how == HowPaid.FREE or payment.amount == left:
        settle(actor=actor, renewal=renewal)
    _tell(payment)
    return payment


def _tell(payment: DuesPayment) -> None:
    if payment.how == HowPaid.FREE:
        return
    year = payment.renewal.year
    tell(
        kind="renewal.receipt",
        body=year.club,
        about=("membership_year", year.pk),
        at=payment.taken_at,
        players=[payment.renewal.player_id],
        gaps={
            "body": year.club.name,
            "year": year.name,
            "amount": {"amount": str(payment.amount), "currency": year.currency},
            "receipt": payment.receipt,
        },
    )


def open_amount(renewal: Renewal) -> Decimal:
    """What is asked and not paid; nothing once it is settled."""
    if renewal.settled_at is not None:
        return Decimal(0)
    paid = renewal.payments.filter(withdrawn_at=None).aggregate(sum=Sum("amount"))["sum"] or Decimal(0)
    return max(renewal.amount - paid, Decimal(0))


def _refuse_payment(renewal: Renewal, how: str, amount: Decimal | None, left: Decimal) -> None:
    if renewal.payer is not None:
        sentence = _("%(name)s pays for this member. Note the payment there.")
        raise ValidationError(sentence % {"name": renewal.payer.player.display_name}, code="paid_along")
    if renewal.settled_at is not None:
        raise ValidationError(_("Nothing is open here any more: somebody has noted it already."), code="settled")
    if how == HowPaid.FREE:
        if amount:
            raise field_error("amount", _("What is let off is not paid: leave the amount empty."), "free")
        return
    if amount is not None and amount <= 0:
        raise field_error("amount", _("Write an amount above 0, or choose “Let off”."), "nothing")
    if amount is not None and amount > left:
        sentence = _("Only %(left)s is open. Write that or less.")
        raise field_error("amount", sentence % {"left": money(left, renewal.year.currency)}, "too_much")


def _refuse_day(payment: DuesPayment, today: date) -> None:
    if payment.paid_on > today:
        raise field_error("paid_on", _("This day is still to come. Write the day on which it was paid."), "future")


@transaction.atomic
def withdraw_payment(*, actor: Actor, payment: DuesPayment, reason: str = "") -> DuesPayment:
    """It was not paid after all, or noted for the wrong member: what it settled is open again."""
    club = payment.club
    require(actor, "renewal.keep", club)
    lock_row(club)
    payment = DuesPayment.objects.select_related("renewal__year__club").get(pk=payment.pk)
    if payment.withdrawn_at is not None:
        raise ValidationError(_("This payment has been taken back already."), code="withdrawn")
    payment.withdrawn_at, payment.withdrawn_by = actor.at, actor.user
    payment.save(update_fields=["withdrawn_at", "withdrawn_by"])
    renewal = payment.renewal
    if renewal.settled_at is not None:
        unsettle(actor=actor, renewal=renewal)
    record(
        actor=actor,
        act="renewal.unpay",
        body=club,
        target=payment,
        before=values(payment, FIELDS),
        reason=reason.strip(),
    )
    return payment
