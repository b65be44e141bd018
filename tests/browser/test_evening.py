"""The beginning of an evening as the secretary has it: from “who is here” to “start, please”."""

from __future__ import annotations

from datetime import date, time
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.services.memberships import add_new_member
from events.models import Place, Play, Session, TableMoney
from events.services.events import add_series
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site, sizes
from tests.cast import PASSWORD

MOST = 40
FIRST = ("Ada", "Bea", "Cleo", "Dora", "Edda", "Fay", "Gwen", "Hope", "Ida", "Joy", "Kit", "Lou", "Mae")
LAST = ("Spade", "Heart")


class Fingers:
    """Counts what the secretary does: each click, and each name or word typed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.done = 0

    def click(self, role: Any, name: str, **more: Any) -> None:
        self.page.get_by_role(role, name=name, **more).first.click()
        self.done += 1

    def type(self, label: str, text: str) -> None:
        self.page.get_by_role("textbox", name=label).fill(text)
        self.done += 1

    def name(self, words: str) -> None:
        """A few letters; Enter takes whom the list offers first."""
        field = self.page.locator("[data-name-field]:focus")
        expect(field).to_have_count(1)
        field.press_sequentially(words)
        expect(self.page.get_by_role("option").first).to_contain_text(words)
        field.press("Enter")
        self.done += 1


@pytest.fixture
def club(site: Site) -> Site:
    actor = site.cast.actor("secretary")
    for number, (first, last) in enumerate(((one, two) for one in FIRST for two in LAST), start=100):
        add_new_member(
            actor=actor,
            club=site.cast.harbour,
            person={"display_name": f"{first} {last}"},
            starts=date(2024, 1, 1),
            number=str(number),
        )
    add_series(
        actor=actor,
        club=site.cast.harbour,
        name="Weekly pairs",
        weekday=site.cast.harbour.day(timezone.now()).weekday(),
        starts=time(23, 59),
        fee=Decimal(4),
        visitor_fee=Decimal(6),
    )
    return site


def seated(page: Page, pairs: int) -> None:
    expect(page.locator(".desk__seats tbody tr")).to_have_count(pairs)


def test_eleven_pairs_sit_pay_and_play_in_under_forty_clicks_and_names(club: Site) -> None:
    visit = club.open("/account/login/")
    page = visit.page
    hand = Fingers(page)
    hand.type("Email", club.cast.secretary.email)
    hand.type("Password", PASSWORD)
    hand.click("button", "Sign in", exact=True)
    hand.click("link", "Desk", exact=True)
    hand.click("button", "Start today’s game")
    page.locator("#player_1").focus()
    names = [f"{first} {last}" for first in FIRST for last in LAST]
    for pair in range(11):
        hand.name(names[2 * pair])
        hand.name(names[2 * pair + 1])
        seated(page, pair + 1)
    expect(page.get_by_text("recommended")).to_be_visible()
    sound(visit)
    hand.click("link", "Money", exact=True)
    sound(visit)
    page.get_by_text("All the rest have paid").first.click()
    hand.done += 1
    hand.click("button", "Yes, all have paid")
    expect(page.get_by_text("88.00").first).to_be_visible()
    hand.click("link", "Seating", exact=True)
    hand.click("button", "Start, please")
    expect(page.get_by_text("Round 1 of")).to_be_visible()
    page.locator("#player_1").focus()
    hand.name(names[22])
    hand.name(names[23])
    seated(page, 12)
    expect(page.get_by_text("plays as number 12").first).to_be_visible()
    sound(visit)
    assert hand.done < MOST, hand.done
    session = Session.objects.get()
    assert session.state == "playing"
    assert TableMoney.objects.count() == 22
    late = Place.objects.get(number=12).contestant_id
    assert Play.objects.filter(round=1, north=late).exists() or Play.objects.filter(round=1, east=late).exists()


@sizes(phone=PHONE, desk=DESKTOP)
def test_the_desk_is_sound_from_empty_to_finished(club: Site, viewport: Any) -> None:
    from tests.events.evening import EVENING, make_event

    session = Session.objects.create(event=make_event(club.cast.harbour, name="Pairs"), starts_at=EVENING)
    visit = club.open(f"/clubs/harbour/sessions/{session.pk}/", persona="secretary", viewport=viewport)
    page = visit.page
    sound(visit)
    page.get_by_text("Start before names are known").click()
    page.get_by_label("Pairs without names").fill("8")
    page.get_by_role("button", name="Add", exact=True).last.click()
    seated(page, 8)
    page.get_by_text("Play something else").click()
    page.get_by_role("button", name="Play this").first.click()
    expect(page.get_by_text("chosen", exact=True)).to_be_visible()
    sound(visit)
    boxes = page.get_by_role("checkbox")
    boxes.nth(0).check()
    boxes.nth(3).check()
    page.get_by_role("button", name="Swap the two ticked").click()
    expect(page.get_by_text("They have changed places.", exact=True)).to_be_visible()
    page.get_by_role("button", name="Swap the two ticked").click()
    expect(page.get_by_text("Tick two contestants")).to_be_visible()
    page.get_by_role("button", name="Start, please").click()
    expect(page.get_by_text("Round 1 of")).to_be_visible()
    page.get_by_text("End the session early").click()
    page.get_by_role("button", name="Finish the session").click()
    expect(page.get_by_text("Say why the session ends now")).to_be_visible()
    page.get_by_text("End the session early").click()
    page.get_by_label("Why it ends now").fill("Power cut")
    page.get_by_role("button", name="Finish the session").click()
    expect(page.get_by_role("heading", name="Finished")).to_be_visible()
    sound(visit)
