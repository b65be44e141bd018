"""Nothing steals a tap or a key: a page that goes on arriving leaves finger and cursor where they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, Route, expect

from core.actors import of_user
from scoring.result_input import ResultInput
from scoring.services.announcements import announce
from scoring.services.imports import score_now
from scoring.services.results import set_result
from tests.browser import test_director as desk
from tests.browser import test_results as results
from tests.browser import test_table as tables
from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.events.evening import EVENING


@contextmanager
def finger_on(page: Page, target: Locator) -> Iterator[None]:
    """Down on the middle of it, and up at the same place when the news have come."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    yield
    page.mouse.up()


@contextmanager
def news(page: Page, path: str) -> Iterator[None]:
    """Until the next answer that brings something has come and the page has taken it in."""
    with page.expect_response(lambda answer: path in answer.url and answer.status == 200):
        yield
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


def test_at_the_table(site: Site) -> None:
    session = desk.in_play(site, 8)
    first, second, *_rest = tables.boards(session)
    page = site.open(tables.address(session), viewport=tables.TABLE_PHONE).page
    page.wait_for_load_state("networkidle")
    with finger_on(page, page.get_by_role("button", name=f"Next board: {first}", exact=True)):
        announce(actor=of_user(site.cast.director), session=session, text="Tea in ten minutes")
        with news(page, "/state/"):
            page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text("Level?")).to_be_visible()

    # The opponents accept, and somebody is already typing the next board when the answer comes.
    tables.tap(page, "Passed out")
    tables.tap(page, "Yes, that is right")
    tables.tap(page, "Accept")
    held: list[Route] = []
    page.route("**/entries/", lambda route: held.append(route))
    tables.tap(page, "Tap again to accept")
    tables.tap(page, f"Next board: {second}")
    with finger_on(page, page.get_by_role("button", name="Passed out", exact=True)), news(page, "/state/"):
        held[0].continue_()
    expect(page.get_by_text("Is this right?")).to_be_visible()


def test_at_the_desk(site: Site) -> None:
    session = desk.in_play(site)
    first, *_rest, other = desk.plays(session)
    desk.call(first, "Lead out of turn")
    page = site.open(desk.address(session), persona="director", viewport=DESKTOP).page
    held: list[Route] = []
    desk.call(other, "Revoke")
    with page.expect_request(lambda request: "/desk/" in request.url):
        page.route(lambda url: "/desk/" in url, lambda route: route.continue_() if held else held.append(route))
    with finger_on(page, page.get_by_role("button", name="I go")), news(page, "/desk/"):
        held[0].continue_()
    expect(page.get_by_text("Revoke")).to_be_visible()
    expect(page.get_by_role("button", name="I go")).to_have_count(1)


def test_in_the_ranking(site: Site) -> None:
    session = results.two_rounds(site)
    page = site.open(results.address(session), viewport=PHONE).page
    again = desk.plays(session)[0]
    with finger_on(page, page.locator("a.why").first), news(page, "/results/"):
        set_result(
            actor=of_user(site.cast.director), play=again, result=ResultInput.parse("7NTXX= N"), reason="Mistyped"
        )
        score_now(session=session, at=EVENING)
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_cursor_stays_where_it_was_put(site: Site) -> None:
    session = desk.in_play(site)
    page = site.open(desk.address(session, "rulings/"), persona="director", viewport=DESKTOP).page
    held: list[Route] = []
    page.route("**/ruling*.js", lambda route: held.append(route))
    with page.expect_request("**/ruling*.js"):
        page.goto(f"{site.url}{desk.address(session, 'rulings/new/')}", wait_until="commit")
    board = page.get_by_label("Board")
    board.focus()
    held[0].continue_()
    page.wait_for_load_state()
    expect(board).to_be_focused()
