"""An account joined to a member, on the newcomer's phone and the secretary's desk."""

from __future__ import annotations

from datetime import date

import pytest
from playwright.sync_api import expect

from clubs.models import Player
from clubs.services.memberships import add_new_member
from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.events.evening import make_event


@pytest.mark.django_db(transaction=True)
def test_a_newcomer_asks_and_the_secretary_joins_with_one_tap(site: Site) -> None:
    cast = site.cast
    Player.objects.filter(user=cast.stranger).update(display_name="Ilze Ozola", name_key="ilze ozola")
    person = {"display_name": "Ozola, Ilze", "phone": "+371 2000 000", "email": "ilze@example.org"}
    entry = add_new_member(
        actor=cast.actor("secretary"), club=cast.harbour, person=person, starts=date(2024, 1, 1), number="31"
    )
    event = make_event(cast.harbour)
    phone = site.open(f"/clubs/harbour/events/{event.pk}/", persona="stranger", viewport=PHONE)
    phone.page.get_by_role("link", name="I am a member here").click()
    phone.page.get_by_label("Member number").fill("31")
    phone.page.get_by_role("button", name="Ask the secretary").click()
    expect(phone.page.get_by_role("heading", name="The secretary has your request")).to_be_visible()
    assert phone.overflow <= 0
    desk = site.open("/", persona="secretary", viewport=DESKTOP)
    desk.page.get_by_role("link", name="Answer").first.click()
    assert desk.overflow <= 0
    desk.page.get_by_role("button", name="It is this member").click()
    expect(desk.page.get_by_text("Joined: the history of").first).to_be_visible()
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name="You are a member here")).to_be_visible()
    desk.go_to(f"{site.url}/clubs/harbour/members/{entry.pk}/")
    expect(desk.page.get_by_text("stranger@example.org")).to_be_visible()
    assert not phone.complaints + desk.complaints
