"""Keys and clicks that no element of the page has asked for do no harm."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error, Page, Response

from events.movements.model import MovementKind
from tests.browser.conftest import Site
from tests.events.evening import make_session

# What a browser sends to the document itself, as when what had the focus has just gone.
STRAY = """for (const [Kind, names] of [[KeyboardEvent, ["keydown", "keyup"]], [MouseEvent, ["click", "pointerdown"]],
    [Event, ["input", "change", "focusin", "focusout", "submit"]]]) {
  for (const name of names) {
    for (const key of ["n", "Enter", "ArrowDown", "Escape", " "]) {
      document.dispatchEvent(new Kind(name, { key, bubbles: true, cancelable: true }));
    }
  }
}"""
PAGES = ("", "desk/", "desk/travellers/", "clock/", "room/", "results/", "rulings/", "places/", "official-desk/")


def open_page(page: Page, address: str) -> Response | None:
    """Once more where a key of the page before was still under way: the clock's own is the blank, which holds it."""
    try:
        return page.goto(address, wait_until="load")
    except Error:
        return page.goto(address, wait_until="load")


@pytest.mark.parametrize("state", ["seating", "playing"])
def test_no_script_fails_on_an_event_of_the_document(site: Site, state: str) -> None:
    session = make_session(site.cast.harbour, 6, kind=MovementKind.MITCHELL, state=state)
    visit = site.open(f"/clubs/harbour/sessions/{session.pk}/", persona="director")
    for page in PAGES:
        address = f"{site.url}/clubs/harbour/sessions/{session.pk}/{page}"
        response = open_page(visit.page, address)
        assert response is not None
        if response.status != 200:
            continue
        visit.page.evaluate(STRAY)
        assert visit.complaints == [], page
