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
PAGES = (
    *("", "places/{place}/", "tables/", "where-next/", "clock/", "room/", "results/"),
    *("desk/", "desk/travellers/", "desk/official/", "rulings/"),
)


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
    place = session.places.order_by("pk")[0].pk
    for page in PAGES:
        address = f"{site.url}/clubs/harbour/sessions/{session.pk}/{page.format(place=place)}"
        response = open_page(visit.page, address)
        assert response is not None
        assert response.status == 200, page
        visit.page.evaluate(STRAY)
        assert visit.complaints == [], page
