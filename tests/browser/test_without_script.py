"""With script switched off, every page still does its work."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Site
from tests.cast import PASSWORD


def test_the_menu_opens_and_leads_on(site: Site) -> None:
    page = site.open("/", persona="secretary", viewport=PHONE, java_script_enabled=False).page
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("link", name="Regulations").first.click()
    expect(page).to_have_url(f"{site.url}/clubs/harbour/regulations/")


def test_clubs_are_searched_with_the_button(site: Site) -> None:
    page = site.open("/clubs/", java_script_enabled=False).page
    page.get_by_label("Search by club").fill("hillside")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("1 club", exact=True)).to_be_visible()


def test_a_person_signs_in_and_out(site: Site) -> None:
    page = site.open("/account/login/", java_script_enabled=False).page
    page.get_by_label("Email").fill(site.cast.member.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("Account", exact=True).click()
    page.get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def test_nothing_is_offered_that_needs_script(site: Site) -> None:
    page = site.open("/", java_script_enabled=False).page
    assert not page.get_by_role("button", name="Dark colours").is_visible()
