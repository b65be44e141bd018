"""The law book and a poll in a browser: found while typing, answered on a phone, counted on the desk."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from rulings.case_places import Where
from rulings.links import poll_path
from rulings.models import PollAnswer
from rulings.services.polls import PollMatter, ask, open_poll
from tests.browser.checks import small_targets, violations
from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.rulings.night import due, in_play


def test_a_law_is_found_while_typing(site: Site) -> None:
    visit = site.open("/laws/", viewport=PHONE)
    page = visit.page
    page.get_by_label("Number, word or term").fill("nepietiekams")
    page.get_by_role("link", name="Law 27: Insufficient bid").click()
    expect(page.get_by_role("heading", name="Insufficient bid", level=1)).to_be_visible()
    page.get_by_role("link", name="27B3").first.click()
    expect(page.locator("#p-27B3")).to_be_in_viewport()
    assert visit.overflow <= 0
    assert small_targets(visit) == []
    assert violations(visit) == []
    assert visit.complaints == []


def test_without_script_the_search_works_too(site: Site) -> None:
    page = site.open("/laws/", java_script_enabled=False).page
    page.get_by_label("Number, word or term").fill("revoke")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("link", name="Law 61")).to_be_visible()


def test_a_player_asks_what_happens(site: Site) -> None:
    visit = site.open("/laws/what-happens/", viewport=PHONE)
    page = visit.page
    page.get_by_role("link", name="Insufficient bid").click()
    for answer in ("Yes", "No", "Any other sufficient bid"):
        page.get_by_role("link", name=answer, exact=True).click()
    expect(page.get_by_text("must pass at every turn")).to_be_visible()
    expect(page.get_by_text("This is not a ruling.")).to_be_visible()
    assert violations(visit) == []
    page.go_back()
    expect(page.get_by_role("heading", name="What is it replaced by?")).to_be_visible()


def test_a_poll_is_answered_on_a_phone_and_counted_on_the_desk(site: Site) -> None:
    play = due(in_play(site.cast))
    session, director = play.section.session, site.cast.actor("director")
    asked = PollMatter(seat="S", hand="KQ32.J54.T98.762", auction="1S! ~P")
    poll = open_poll(actor=director, session=session, where=Where.of(play), matter=asked)
    own = ask(actor=director, poll=poll, person="Anna Outside")
    visit = site.open(poll_path(poll, own), viewport=PHONE)
    page = visit.page
    assert (visit.overflow, violations(visit), small_targets(visit)) == (0, [], [])
    page.get_by_role("group", name="What do you call?").get_by_role("radio", name="Pass").check(force=True)
    page.get_by_text("What else did you seriously consider?").click()
    others = page.get_by_role("group", name="Seriously considered")
    others.get_by_role("checkbox", name=re.compile("2 ?spades")).check(force=True)
    page.get_by_role("button", name="Send my answer").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    assert PollAnswer.objects.get(pk=own.pk).considered == ["2S"]
    desk = site.open(f"/clubs/harbour/sessions/{session.pk}/polls/{poll.pk}/", persona="director", viewport=DESKTOP)
    expect(desk.page.get_by_role("row", name=re.compile("Pass 1 1 .*100% yes"))).to_be_visible()
    assert violations(desk) == []
    desk.page.get_by_text("Not a peer?").click()
    desk.page.get_by_label("Not a peer, because").fill("Plays another system")
    desk.page.get_by_role("button", name="Do not count").click()
    expect(desk.page.get_by_text("0 peers have answered; 1 not counted")).to_be_visible()
    desk.page.get_by_role("button", name="Close the poll").click()
    expect(desk.page.get_by_role("button", name="Open it again")).to_be_visible()
    assert desk.complaints == []
