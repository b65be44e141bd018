"""A secretary opens a membership year, invites 150 members, notes payments and sees who has not answered."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import expect

from clubs.models import Membership, Player
from jobs import services as jobs
from jobs.models import Job
from office.models import Notice, Renewal
from office.services.group_mails import send_group_mail
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site, sizes

SIZES = sizes(desk=DESKTOP, phone=PHONE)
RENEWALS = "/clubs/harbour/renewals/"


def send() -> None:
    Job.objects.filter(state="waiting").update(run_after=timezone.now() - timedelta(minutes=1))
    jobs.run_due("long")


@pytest.fixture
def club(site: Site) -> Site:
    """With the one of the cast 150 members: 140 with an address that the club holds, nine without."""
    people = [
        Player(display_name=f"Ada Member {at:03d}", email=f"ada{at}@example.org" if at <= 140 else "")
        for at in range(1, 150)
    ]
    players = Player.objects.bulk_create(people)
    Membership.objects.bulk_create(
        Membership(player=player, club=site.cast.harbour, starts=date(2020, 1, 1)) for player in players
    )
    return site


@SIZES
def test_a_year_is_opened_members_invited_and_payments_noted(club: Site, viewport: Any) -> None:
    visit = club.open(RENEWALS, persona="secretary", viewport=viewport)
    page = visit.page
    sound(visit)
    page.get_by_role("link", name="Open a membership year").click()
    page.get_by_label("currency").fill("EUR")
    page.get_by_label("Fee: Full").fill("60")
    page.get_by_label("How to pay").fill("Account XX00 of the Harbour Bridge Club.")
    sound(visit)
    page.get_by_role("button", name="Open the year").click()
    expect(page.get_by_text("Opened for 150 members.", exact=True)).to_be_visible()
    expect(page.get_by_text("141 members are reached by mail.")).to_be_visible()
    sound(visit)
    page.get_by_role("button", name="Invite by mail").click()
    expect(page.get_by_text("141 members invited.", exact=True)).to_be_visible()
    send()
    assert len(mail.outbox) == 141, "each once"
    page.get_by_role("button", name="They have been handed out").click()
    expect(page.get_by_text("9 letters noted.", exact=True)).to_be_visible()
    _answer_and_pay(club, visit)


def _answer_and_pay(club: Site, visit: Any) -> None:
    """One answers by the link and pays, and one who has not answered is found."""
    page = visit.page
    body = next(str(one.body) for one in mail.outbox if one.to == ["ada7@example.org"])
    path = next(line for line in body.splitlines() if "/renew/" in line).partition("8000")[2]
    answer = club.open(path, viewport=PHONE)
    sound(answer)
    answer.page.get_by_role("button", name="I renew").click()
    expect(answer.page.get_by_text("Renews, not paid")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("ada 007")
    page.get_by_role("link", name="Ada Member 007").click()
    sound(visit)
    page.get_by_role("button", name="Note the payment").click()
    expect(page.get_by_text("Noted: receipt number 1.", exact=True)).to_be_visible()
    sound(visit)
    visit.go_to(f"{club.url}{RENEWALS}{Renewal.objects.latest('pk').year_id}/?state=no-answer")
    expect(page.get_by_text("149 members")).to_be_visible()
    sound(visit)


def test_a_member_turns_a_kind_of_mail_off_and_stops_another_by_its_link(site: Site) -> None:
    send_group_mail(
        actor=site.cast.actor("secretary"), body=site.cast.harbour, group="members", subject="Party", text="On Friday."
    )
    send()
    (sent,) = mail.outbox
    visit = site.open("/account/mail/", persona="member", viewport=PHONE)
    sound(visit)
    visit.page.get_by_label("Steps of appeals that concern you").uncheck()
    visit.page.get_by_role("button", name="Save").click()
    expect(visit.page.get_by_label("Steps of appeals that concern you")).not_to_be_checked()
    link = sent.extra_headers["List-Unsubscribe"].strip("<>")
    stop = site.open(link[link.index("/mail/stop/") :], viewport=PHONE)
    sound(stop)
    stop.page.get_by_role("button", name="Yes, stop them").click()
    expect(stop.page.get_by_text("You get no more such mails")).to_be_visible()
    visit.go_to(f"{site.url}/account/mail/")
    expect(visit.page.get_by_label("News from clubs and federations")).not_to_be_checked()
    visit.go_to(f"{site.url}/notices/")
    expect(visit.page.get_by_role("link", name="Party")).to_be_visible()
    sound(visit)
    assert Notice.objects.get(user=site.cast.member, kind="group_mail").state == "sent"
