"""Last week's game from a stack of travellers: from “new” to the official score, scores by keyboard alone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.services.memberships import add_new_member
from events.models import Session
from scoring.models import BoardResult, OfficialScore, ScoreAdjustment
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site, sizes

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jon", "Kai", "Lea")
TRAVELLERS = (("140", "4S= N", "-50"), ("P", "1NT-1 S", "A+"), ("110", "110", "3NT= E"))


@pytest.fixture
def club(site: Site) -> Site:
    for number, name in enumerate(NAMES, start=1):
        add_new_member(
            actor=site.cast.actor("secretary"),
            club=site.cast.harbour,
            person={"display_name": f"{name} Paper"},
            starts=timezone.now().date() - timedelta(days=400),
            number=f"9{number}",
        )
    return site


def type_traveller(page: Page, board: int, lines: tuple[str, ...]) -> None:
    expect(page.get_by_role("heading", name=f"Board {board}", exact=True)).to_be_visible()
    for at, text in enumerate(lines):
        expect(page.locator(".director__lines input[type=text]").nth(at)).to_be_focused()
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    if "A+" in lines:
        # An artificial score is a ruling: it says why.
        page.get_by_label("Reason").fill("No time was left for it")
        page.get_by_role("button", name="Save").first.click()


@sizes(desktop=DESKTOP, phone=PHONE)
def test_a_small_mitchell_of_last_week_becomes_official(club: Site, viewport: Any) -> None:
    visit = club.open("/clubs/harbour/desk/", persona="secretary", viewport=viewport)
    page = visit.page
    page.get_by_role("link", name="Enter a game that was played").click()
    sound(visit)
    played = timezone.localtime() - timedelta(days=7)
    page.get_by_label("Name").fill("Tuesday pairs")
    page.get_by_label("When it was played").fill(played.strftime("%Y-%m-%dT19:00"))
    page.get_by_role("button", name="On to the names").click()
    expect(page.get_by_role("button", name="Type the scores")).to_be_disabled()
    page.locator("#player_1").focus()
    for at, name in enumerate(NAMES):
        field = page.locator("[data-name-field]:focus")
        expect(field).to_have_id(f"player_{at % 2 + 1}")
        field.press_sequentially(f"{name} Paper")
        expect(page.get_by_role("option").first).to_contain_text(f"{name} Paper")
        field.press("Enter")
    expect(page.locator(".desk__seats tbody tr")).to_have_count(6)
    page.get_by_text("Play something else").click()
    page.locator("select[name=kind]").select_option("mitchell")
    page.locator("input#id_boards_per_round").fill("1")
    page.get_by_role("button", name="Play it like this").click()
    expect(page.get_by_text("Mitchell, 3 rounds of 1 board").first).to_be_visible()
    expect(page.locator(".desk__seats tbody tr").filter(has_text="Ada Paper")).to_contain_text("1 NS")
    sound(visit)
    page.get_by_role("button", name="Type the scores").click()
    for board, lines in enumerate(TRAVELLERS, start=1):
        type_traveller(page, board, lines)
        if board == 1:
            expect(page.get_by_role("heading", name="Board 2", exact=True)).to_be_visible()
            sound(visit)
    expect(page.get_by_text("All results are in.").first).to_be_visible()
    assert BoardResult.objects.count() == 8
    assert ScoreAdjustment.objects.count() == 1
    page.get_by_role("button", name="Publish the score").click()
    expect(page.get_by_text("Available since")).to_be_visible()
    session = Session.objects.get()
    official = OfficialScore.objects.get(session=session)
    assert official.available_at > session.starts_at + timedelta(days=6)
    page.get_by_role("link", name="Results", exact=True).click()
    expect(page.get_by_text("Ada Paper").first).to_be_visible()
    sound(visit)
