"""Whoever sends too much in a minute reads what to do, and what they typed is still there when they go back."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site, sizes


@sizes(phone=PHONE, desk=DESKTOP)
def test_too_much_in_a_minute(site: Site, settings: Any, viewport: Any) -> None:
    settings.FORM_POSTS = 0
    visit = site.open("/clubs/hillside/join/", persona="member", viewport=viewport)
    visit.page.locator("[name=note]").fill("I play on Mondays")
    with visit.page.expect_response(lambda answer: answer.status == 429):
        visit.page.locator("main form button[type=submit]").first.click()
    expect(visit.page.get_by_role("heading", level=1)).to_have_text("Too much was sent in one minute")
    visit.complaints.clear()
    sound(visit)
    visit.page.go_back()
    expect(visit.page.locator("[name=note]")).to_have_value("I play on Mondays")
