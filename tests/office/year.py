"""A membership year of Harbour, as far as a test wants it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from clubs.models import Membership
from clubs.services.memberships import add_new_member
from core.actors import Actor, of_user
from office.models import MembershipYear, Renewal
from office.services.payments import record_payment
from office.services.years import open_year
from tests.cast import Cast

NOVEMBER = datetime(2026, 11, 10, 12, tzinfo=UTC)
FEES = {"full": Decimal(60), "junior": Decimal(20), "family": Decimal(90)}
YEAR: dict[str, Any] = {
    "name": "2027",
    "starts": date(2027, 1, 1),
    "ends": date(2027, 12, 31),
    "currency": "EUR",
    "pay_until": date(2027, 1, 31),
    "how_to_pay": "Account XX00 of the Harbour Bridge Club.",
    "remind_before": 7,
    "remind_every": 14,
}


def secretary(cast: Cast, at: datetime = NOVEMBER) -> Actor:
    return of_user(cast.secretary, at)


def make_year(cast: Cast, at: datetime = NOVEMBER, **fields: Any) -> MembershipYear:
    fees = fields.pop("fees", FEES)
    return open_year(actor=secretary(cast, at), club=cast.harbour, fees=fees, **(YEAR | fields))


def paid_year(cast: Cast) -> MembershipYear:
    """The year in which the member has paid, made where there is none."""
    year = MembershipYear.objects.filter(club=cast.harbour).first()
    if year is None:
        year = make_year(cast)
        record_payment(actor=secretary(cast), renewal=year.renewals.get(player=cast.member.player))
    return year


def add_member(cast: Cast, name: str, **fields: Any) -> Membership:
    """A member until the end of 2026, at an address that the club holds."""
    person = {"display_name": name, "email": fields.pop("email", f"{name.split()[0].lower()}@example.org")}
    defaults = {"starts": date(2026, 1, 1), "ends": date(2026, 12, 31)}
    return add_new_member(actor=secretary(cast), club=cast.harbour, person=person, **(defaults | fields))


def renewal_of(name: str) -> Renewal:
    return Renewal.objects.select_related("year__club", "player").get(player__display_name=name)
