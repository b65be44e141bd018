"""Who gets which page of the office."""

from __future__ import annotations

from typing import Any

from office.models import DirectorLicence, DuesPayment, GroupMail, MembershipYear, Renewal
from office.selectors.renewal_links import renewal_token
from office.selectors.stop_links import stop_token
from office.services.group_mails import send_group_mail
from tests.cast import Cast
from tests.clubs.page import HARBOUR_OFFICE, Page, everyone, harbour, north, only, signed_in
from tests.office.year import NOVEMBER, paid_year

NORTH_OFFICE = ("north_officer", "officer", "operator")


def with_year(cast: Cast) -> dict[str, Any]:
    paid_year(cast)
    return {"slug": "harbour", "year_id": MembershipYear.objects.get(club=cast.harbour).pk}


def with_renewal(cast: Cast) -> dict[str, Any]:
    paid_year(cast)
    return {"slug": "harbour", "renewal_id": Renewal.objects.get(player=cast.member.player).pk}


def with_payment(cast: Cast) -> dict[str, Any]:
    paid_year(cast)
    return {"slug": "harbour", "payment_id": DuesPayment.objects.get(club=cast.harbour).pk}


def with_answer(cast: Cast) -> dict[str, Any]:
    paid_year(cast)
    year = MembershipYear.objects.get(club=cast.harbour)
    return {"token": renewal_token(year.pk, cast.member.player.pk)}


def with_licence(cast: Cast) -> dict[str, Any]:
    fields = {"grade": "Club director", "starts": NOVEMBER.date()}
    made, _made = DirectorLicence.objects.get_or_create(
        federation=cast.north, player=cast.director.player, defaults=fields
    )
    return {"slug": "north", "licence_id": made.pk}


def with_mail(cast: Cast) -> dict[str, Any]:
    mail = GroupMail.objects.first() or send_group_mail(
        actor=cast.actor("secretary"), body=cast.harbour, group="members", subject="Party", text="On Friday."
    )
    return {"mail_id": mail.pk}


OFFICE_PAGES: dict[str, Page] = {
    "club-membership-years": Page(only(*HARBOUR_OFFICE), harbour),
    "club-open-membership-year": Page(only(*HARBOUR_OFFICE), harbour),
    "club-membership-year": Page(only(*HARBOUR_OFFICE), with_year),
    "club-edit-membership-year": Page(only(*HARBOUR_OFFICE), with_year),
    "club-membership-year-act": Page(only(*HARBOUR_OFFICE, then=302), with_year, "post", {"letters": "1"}),
    "club-renewal-letters": Page(only(*HARBOUR_OFFICE, then=302), with_year),
    "club-export-payments": Page(only(*HARBOUR_OFFICE), with_year),
    "club-export-renewals": Page(only(*HARBOUR_OFFICE), with_year),
    "club-renewal": Page(only(*HARBOUR_OFFICE), with_renewal),
    "club-take-back-payment": Page(only(*HARBOUR_OFFICE, then=302), with_payment, "post"),
    "club-dues-receipt": Page(only(*HARBOUR_OFFICE), with_payment),
    "club-group-mails": Page(only(*HARBOUR_OFFICE), harbour),
    "club-write-group-mail": Page(only(*HARBOUR_OFFICE), harbour),
    "club-undelivered": Page(only(*HARBOUR_OFFICE), harbour),
    "club-settle-undelivered": Page(only(*HARBOUR_OFFICE, then=404), harbour, "post"),
    "federation-group-mails": Page(only(*NORTH_OFFICE), north),
    "federation-write-group-mail": Page(only(*NORTH_OFFICE), north),
    "federation-undelivered": Page(only(*NORTH_OFFICE), north),
    "federation-settle-undelivered": Page(only(*NORTH_OFFICE, then=404), north, "post"),
    "club-regulation-history": Page(everyone(200), harbour),
    "federation-regulation-history": Page(everyone(200), north),
    "club-standing": Page(only(*NORTH_OFFICE), harbour),
    "federation-bodies": Page(only(*NORTH_OFFICE), north),
    "federation-move": Page(only(*NORTH_OFFICE), north),
    "federation-add-club": Page(only(*NORTH_OFFICE), north),
    "federation-add-region": Page(only(*NORTH_OFFICE), north),
    "federation-directors": Page(only("secretary", *NORTH_OFFICE), north),
    "federation-export-directors": Page(only("secretary", *NORTH_OFFICE), north),
    "federation-add-director": Page(only(*NORTH_OFFICE), north),
    "federation-director": Page(only(*NORTH_OFFICE), with_licence),
    "federation-withdraw-director": Page(only(*NORTH_OFFICE, then=404), north, "post"),
    "notices": Page(signed_in(200)),
    "read-notices": Page(signed_in(302), method="post"),
    "mail-wishes": Page(signed_in(200)),
    "mail-stop": Page(everyone(200), lambda cast: {"token": stop_token(category="results", user_id=cast.member.pk)}),
    "group-mail": Page(everyone(404, anonymous=302, member=200) | dict.fromkeys(HARBOUR_OFFICE, 200), with_mail),
    "renewal-answer": Page(everyone(200), with_answer),
}
