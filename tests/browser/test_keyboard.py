"""Without a mouse."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site
from tests.cast import PASSWORD

FOCUSED = "(document.activeElement.innerText || document.activeElement.name || '').trim().split('\\n')[0]"
RING = "getComputedStyle(document.activeElement).outlineStyle"


def walk(page: Page, steps: int) -> list[str]:
    """What the next tab stops are called; each must show that it has the focus."""
    names = []
    for _step in range(steps):
        page.keyboard.press("Tab")
        names.append(page.evaluate(FOCUSED))
        assert page.evaluate(RING) == "solid", names
    return names


def test_the_first_stop_skips_to_the_content(site: Site) -> None:
    page = site.open("/").page
    assert walk(page, 1) == ["Skip to the content"]
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "q"


def test_the_order_of_stops_is_the_order_on_the_page(site: Site) -> None:
    page = site.open("/").page
    expected = ["Skip to the content", "Tenace", "Clubs", "Laws", "Sign in", "", "q", "Search", "See all clubs"]
    assert walk(page, len(expected)) == expected


def test_a_person_signs_in_and_opens_a_page_by_keyboard_alone(site: Site) -> None:
    page = site.open("/account/login/").page
    page.get_by_label("Email").focus()
    page.keyboard.type(site.cast.secretary.email)
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "Forgot your password?"
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Good to see you")

    assert walk(page, 5) == ["Skip to the content", "Tenace", "Clubs", "Laws", "Harbour Bridge Club"]
    page.keyboard.press("Enter")
    tabs = [
        "Page",
        "Desk",
        "Events",
        "Results",
        "Paper",
        "Settings",
        "Members",
        "Renewals",
        "Messages",
        "Boards",
        "Tables",
        "Appeals",
        "Casebook",
        "Roles",
    ]
    assert walk(page, len(tabs)) == tabs
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site.url}/clubs/harbour/roles/")


def test_escape_closes_a_menu_and_gives_the_focus_back(site: Site) -> None:
    page = site.open("/", persona="secretary", viewport=PHONE).page
    walk(page, 3)
    page.keyboard.press("Space")
    assert page.locator(".bar__narrow details").get_attribute("open") is not None
    walk(page, 2)
    page.keyboard.press("Escape")
    assert page.locator(".bar__narrow details").get_attribute("open") is None
    assert page.evaluate(FOCUSED) == "Menu"


def test_a_wide_table_can_be_scrolled_by_keyboard(site: Site) -> None:
    page = site.open("/clubs/").page
    region = page.get_by_role("group", name="Clubs")
    region.focus()
    assert region.evaluate("e => e === document.activeElement")


def test_light_and_dark_are_switched_and_remembered(site: Site) -> None:
    page = site.open("/").page
    switch = page.get_by_role("button", name="Dark colours")
    assert switch.get_attribute("aria-pressed") == "false"
    switch.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.goto(f"{site.url}/clubs/")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert switch.get_attribute("aria-pressed") == "true"


def test_clubs_are_found_while_typing(site: Site) -> None:
    page = site.open("/clubs/").page
    page.get_by_label("Search by club").focus()
    page.keyboard.type("hills", delay=20)
    expect(page.get_by_text("1 club", exact=True)).to_be_visible()
    assert page.get_by_role("link", name="Harbour Bridge Club").count() == 0
    expect(page).to_have_url(f"{site.url}/clubs/?q=hills")
    assert page.evaluate("document.activeElement.id") == "club-search"


def test_a_password_can_be_shown(site: Site) -> None:
    page = site.open("/account/login/").page
    password = page.locator("#id_password")
    page.get_by_role("button", name="Show the password").click()
    assert password.get_attribute("type") == "text"
