"""Results on a phone and on a desk: they fit, follow the scores by themselves, and say why."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from core.actors import of_user
from events.models import Play, Session
from events.services.sessions import call_round, finish_session
from scoring.result_input import ResultInput
from scoring.services.imports import score_now
from scoring.services.results import set_result
from scoring.services.table_rules import set_rules
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.events.decks import make_set, take
from tests.events.evening import EVENING, make_session
from tests.scoring.contest import enter_results

RESULTS = ("4S= N", "4S-1 N", "3NT+1 S", "3NT= S", "2H+1 E", "5DX-2 W", "P", "1NT= W", "6S-1 N", "4HX+1 E")


def two_rounds(site: Site) -> Session:
    """In play, in its third round, with the results of the first two."""
    session = make_session(site.cast.harbour, 10)
    take(session, make_set(site.cast.harbour, 36))
    director = of_user(site.cast.director)
    set_rules(actor=director, section=session.sections.get(), ranking="live")
    for _round in range(2):
        session = call_round(actor=director, session=session)
    plays = Play.objects.filter(section__session=session, round__lte=2).select_related("section__session")
    enter_results(session, [(play, RESULTS[play.pk % 10]) for play in plays], actor=director)
    score_now(session=session, at=EVENING)
    return session


def address(session: Session, page: str = "") -> str:
    return f"/clubs/harbour/sessions/{session.pk}/results/{page}"


def test_the_ranking_follows_the_scores_without_reloading(site: Site) -> None:
    session = two_rounds(site)
    visit = site.open(address(session), viewport=PHONE)
    page = visit.page
    sound(visit)
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    page.evaluate("window.stayed = true")
    figures = page.locator("a.why").all_inner_texts()
    coming = Play.objects.filter(section__session=session, round=3).first()
    assert coming is not None
    set_result(actor=of_user(site.cast.director), play=coming, result=ResultInput.parse("7NT= N"))
    again = Play.objects.filter(section__session=session, round=1).first()
    assert again is not None
    set_result(actor=of_user(site.cast.director), play=again, result=ResultInput.parse("7NTXX= N"), reason="Mistyped")
    score_now(session=session, at=EVENING)
    shown = "[...document.querySelectorAll('a.why')].map(e => e.innerText).join()"
    page.wait_for_function(f"before => {shown} !== before", arg=",".join(figures))
    assert page.evaluate("window.stayed"), "the page was not reloaded"
    sound(visit)


@pytest.mark.parametrize(("viewport", "scheme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone", "desk"])
def test_board_scorecard_and_why(site: Site, viewport: Any, scheme: Any) -> None:
    session = two_rounds(site)
    finish_session(actor=of_user(site.cast.director), session=session, reason="Time")
    visit = site.open(address(session), viewport=viewport, color_scheme=scheme)
    page = visit.page
    figure = page.locator("a.why").first
    said = figure.inner_text()
    figure.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name=f"Why {said}?")).to_be_visible()
    sound(visit)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.locator(".score-table--ranking th a").first.click()
    expect(page.get_by_role("heading", level=2)).to_be_visible()
    sound(visit)
    page.locator("a[data-field]").first.click()
    expect(page.locator(".card-more .score-table--traveller")).to_be_visible()
    expect(page.locator(".card-more .board__deal")).to_be_visible()
    sound(visit)
    page.locator(".score-table--card th a").first.click()
    expect(page.locator(".score-table--traveller")).to_be_visible()
    sound(visit)
    page.get_by_role("navigation", name="Results of this session").get_by_role("link", name="Hands").click()
    expect(page.locator(".board__deal").first).to_be_visible()
    sound(visit)


def test_without_script_every_figure_is_a_page(site: Site) -> None:
    session = two_rounds(site)
    finish_session(actor=of_user(site.cast.director), session=session, reason="Time")
    visit = site.open(address(session), viewport=PHONE, java_script_enabled=False)
    figure = visit.page.locator("a.why").first
    said = figure.inner_text()
    figure.click()
    expect(visit.page.get_by_role("heading", name=f"Why {said}?")).to_be_visible()
