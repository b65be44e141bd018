"""One more row of every model of the office, for the tests that walk through the admin."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from django.db import models

from clubs.models import Membership
from office.models import (
    Closure,
    DirectorLicence,
    DuesPayment,
    Fee,
    GroupMail,
    MailChoice,
    MembershipYear,
    Notice,
    Renewal,
)
from tests.cast import Cast
from tests.events.evening import EVENING

OFFICE_ONLY_SHOWN: set[type[models.Model]] = {
    *(Closure, DirectorLicence, DuesPayment, Fee, GroupMail, MailChoice, MembershipYear, Notice, Renewal)
}


def add_office_rows(cast: Cast, start: int) -> None:
    year = MembershipYear.objects.create(
        club=cast.hillside,
        name=f"Year {start}",
        starts=date(2100 + start, 1, 1),
        ends=date(2100 + start, 12, 31),
        currency="EUR",
        pay_until=date(2100 + start, 1, 31),
    )
    Fee.objects.create(year=year, kind="full", amount=Decimal(50))
    membership = Membership.objects.latest("pk")
    renewal = Renewal.objects.create(
        year=year, player=membership.player, membership=membership, fee_kind="full", amount=Decimal(50)
    )
    DuesPayment.objects.create(
        renewal=renewal,
        club=year.club,
        receipt=start,
        amount=Decimal(50),
        paid_on=EVENING.date(),
        how="cash",
        taken_at=EVENING,
    )
    mail = GroupMail.objects.create(
        club=year.club, group="members", group_label="All members", subject=f"Row {start}", text="…", made_at=EVENING
    )
    Notice.objects.create(
        club=year.club,
        user=cast.member,
        kind="group_mail",
        about_kind="group_mail",
        about_id=mail.pk,
        gaps={"subject": mail.subject, "body": year.club.name},
        made_at=EVENING,
    )
    MailChoice.objects.create(user=cast.member, category="groups", wanted=True, made_at=EVENING)
    Closure.objects.create(club=cast.hillside, closed_at=EVENING, reopened_at=EVENING, reason=f"Row {start}")
    DirectorLicence.objects.create(
        federation=cast.north, player=membership.player, grade=f"Grade {start}", starts=date(2100 + start, 1, 1)
    )
