"""A membership year as the secretary sees it: who was asked, who has answered, what is paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import DecimalField, OuterRef, QuerySet, Subquery, Sum, TextChoices, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from core.actors import Actor
from core.names import name_key
from core.permissions import is_allowed
from office.models import DuesPayment, MembershipYear, Renewal
from office.models.dues import Answer, Invited
from office.money import money


class RenewalState(TextChoices):
    """How a member stands in the year: the last that holds."""

    NOT_INVITED = "not-invited", gettext_lazy("Not invited")
    NO_ANSWER = "no-answer", gettext_lazy("No answer")
    RENEWS = "renews", gettext_lazy("Renews, not paid")
    PART = "part", gettext_lazy("Part paid")
    ALONG = "along", gettext_lazy("Paid along, open")
    LEAVES = "leaves", gettext_lazy("Does not renew")
    PAID = "paid", gettext_lazy("Paid")
    FREE = "free", gettext_lazy("Free")


BADGES = {
    RenewalState.NOT_INVITED: "quiet",
    RenewalState.NO_ANSWER: "warn",
    RenewalState.RENEWS: "info",
    RenewalState.PART: "warn",
    RenewalState.ALONG: "info",
    RenewalState.LEAVES: "bad",
    RenewalState.PAID: "good",
    RenewalState.FREE: "good",
}


@dataclass(frozen=True)
class RenewalLine:
    """A member of the year, with what is open."""

    renewal: Renewal
    paid: Decimal
    state: RenewalState
    currency: str
    is_overdue: bool

    @property
    def name(self) -> str:
        return str(self.renewal.player.display_name)

    @property
    def open(self) -> Decimal:
        closed = self.renewal.settled_at is not None or self.renewal.answer == Answer.LEAVES
        return Decimal(0) if closed else max(self.renewal.amount - self.paid, Decimal(0))

    @property
    def badge(self) -> str:
        return BADGES[self.state]

    @property
    def asked_in_words(self) -> str:
        if self.renewal.payer is not None:
            return _("with %(name)s") % {"name": self.renewal.payer.player.display_name}
        return money(self.renewal.amount, self.currency)

    @property
    def open_in_words(self) -> str:
        return money(self.open, self.currency) if self.open else ""


@dataclass(frozen=True)
class YearTotals:
    """A membership year in figures."""

    counts: dict[RenewalState, int]
    asked: Decimal
    received: Decimal
    open: Decimal
    currency: str

    @property
    def people(self) -> int:
        return sum(self.counts.values())

    def count(self, state: RenewalState) -> int:
        return self.counts.get(state, 0)

    @property
    def states(self) -> list[tuple[RenewalState, int]]:
        return [(state, self.counts[state]) for state in RenewalState if self.counts.get(state)]

    @property
    def sums(self) -> list[tuple[str, str]]:
        return [
            (_("Asked for"), money(self.asked, self.currency)),
            (_("Received"), money(self.received, self.currency)),
            (_("Open"), money(self.open, self.currency)),
        ]


def club_years(club: Club) -> list[MembershipYear]:
    return list(MembershipYear.objects.filter(club=club).order_by("-starts"))


def visible_years(actor: Actor, club: Club) -> QuerySet[MembershipYear]:
    years = MembershipYear.objects.filter(club=club).select_related("club__federation").prefetch_related("fees")
    return years if is_allowed(actor, "renewal.view", club) else years.none()


def renewals_in(year: MembershipYear) -> QuerySet[Renewal]:
    """All of a year with `paid`, the sum of what was taken and not given back."""
    taken = DuesPayment.objects.filter(renewal=OuterRef("pk"), withdrawn_at=None).order_by()
    total = taken.values("renewal").annotate(total=Sum("amount")).values("total")
    paid = Coalesce(Subquery(total), Value(Decimal(0)), output_field=DecimalField(max_digits=10, decimal_places=2))
    rows = Renewal.objects.filter(year=year).annotate(paid=paid)
    return rows.select_related("player", "payer__player", "membership", "year__club__federation").order_by(
        "player__surname_key" if year.club.sorts_by_surname else "player__display_name", "pk"
    )


def year_lines(year: MembershipYear, *, day: date) -> list[RenewalLine]:
    return [renewal_line(row, year, day) for row in renewals_in(year)]


def renewal_line(row: Any, year: MembershipYear, day: date) -> RenewalLine:
    state = renewal_state(row, row.paid)
    unpaid = state not in (RenewalState.PAID, RenewalState.FREE, RenewalState.LEAVES)
    return RenewalLine(row, row.paid, state, year.currency, is_overdue=unpaid and day > year.pay_until)


def renewal_state(renewal: Renewal, paid: Decimal) -> RenewalState:
    if renewal.settled_at is not None:
        with_payer = renewal.payer is not None and renewal.payer.amount > 0
        return RenewalState.PAID if paid or with_payer else RenewalState.FREE
    if renewal.answer == Answer.LEAVES:
        return RenewalState.LEAVES
    if renewal.payer is not None:
        return RenewalState.ALONG
    if paid:
        return RenewalState.PART
    if renewal.answer == Answer.RENEWS:
        return RenewalState.RENEWS
    return RenewalState.NOT_INVITED if renewal.invited == Invited.NOT else RenewalState.NO_ANSWER


def totals(lines: Iterable[RenewalLine], currency: str) -> YearTotals:
    counts: dict[RenewalState, int] = {}
    asked = received = left = Decimal(0)
    for line in lines:
        counts[line.state] = counts.get(line.state, 0) + 1
        asked += Decimal(0) if line.state == RenewalState.LEAVES else line.renewal.amount
        received += line.paid
        left += line.open
    return YearTotals(counts, asked, received, left, currency)


def narrowed(lines: list[RenewalLine], *, state: str = "", words: str = "") -> list[RenewalLine]:
    """Those of a state (`overdue`: whoever has not paid in time), each word found in the name."""
    if state == "overdue":
        lines = [line for line in lines if line.is_overdue]
    elif state:
        lines = [line for line in lines if line.state == state]
    for key in filter(None, (name_key(word) for word in words.split())):
        lines = [line for line in lines if key in line.renewal.player.name_key]
    return lines


def payments_sheet(year: MembershipYear) -> Iterator[list[Any]]:
    """What the bookkeeper needs: each receipt with its member, taken back or not."""
    heads = [
        *(_("Receipt"), _("Paid on"), _("Noted"), _("Member"), _("Member number"), _("Year"), _("Fee"), _("How")),
        *(_("Amount"), _("Currency"), _("Note"), _("Taken back")),
    ]
    rows = DuesPayment.objects.filter(renewal__year=year).select_related("renewal__player", "renewal__membership")
    lines = [_payment_line(payment, year) for payment in rows.order_by("receipt")]
    return iter([heads, *lines])


def _payment_line(payment: DuesPayment, year: MembershipYear) -> list[Any]:
    renewal = payment.renewal
    return [
        *(payment.receipt, payment.paid_on, year.club.day(payment.taken_at), renewal.player.display_name),
        *(renewal.membership.number if renewal.membership else "", year.name),
        *(renewal.get_fee_kind_display(), payment.get_how_display(), payment.amount, year.currency, payment.note),
        year.club.day(payment.withdrawn_at) if payment.withdrawn_at else "",
    ]


def renewals_sheet(lines: Iterable[RenewalLine]) -> Iterator[list[Any]]:
    """The members of a year, with what is open."""
    heads = [
        *(_("Member"), _("Member number"), _("Fee"), _("Asked for"), _("Received"), _("Open"), _("Currency")),
        *(_("Status"), _("Invited"), _("Reminders"), _("Paid by")),
    ]
    return iter([heads, *[_renewal_line(line) for line in lines]])


def _renewal_line(line: RenewalLine) -> list[Any]:
    renewal = line.renewal
    return [
        *(line.name, renewal.membership.number if renewal.membership else "", renewal.get_fee_kind_display()),
        *(renewal.amount, line.paid, line.open, line.currency, line.state.label, renewal.get_invited_display()),
        *(renewal.reminders, renewal.payer.player.display_name if renewal.payer else ""),
    ]


def newest_year(club: Club) -> MembershipYear | None:
    return MembershipYear.objects.filter(club=club).order_by("-starts").first()
