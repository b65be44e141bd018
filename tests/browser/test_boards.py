"""Boards as they are dealt, chosen, sealed and read on a phone and on a desk."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from events.models import Board, BoardSet
from jobs import services as jobs
from jobs.models import Job
from scoring.interchange import deals as files
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site, sizes
from tests.events.decks import make_set, play, some_boards, take, the_section
from tests.events.evening import make_session

SIZES = sizes(phone=PHONE, desk=DESKTOP)
LIST = "/clubs/harbour/boards/"
TRICKS = {seat: {"NT": 7, "S": 8, "H": 6, "D": 5, "C": 10} for seat in "NESW"}
PAR = {
    "score": -300,
    "contracts": [{"level": 4, "strain": "H", "doubled": True, "result": -2, "declarers": "NS"}],
}


@SIZES
def test_a_session_gets_its_boards_and_they_are_sealed(site: Site, viewport: Any) -> None:
    session = make_session(site.cast.harbour, state="seating")
    visit = site.open(f"/clubs/harbour/sessions/{session.pk}/boards/", persona="director", viewport=viewport)
    page = visit.page
    sound(visit)
    page.get_by_label("These cards are put on the tables").check()
    page.get_by_role("button", name="Deal for this session").click()
    expect(page.get_by_text("Dealt and sealed").first).to_be_visible()
    sound(visit)
    page.get_by_role("link", name=re.compile("^Monday pairs · ")).last.click()
    expect(page.get_by_text("Sealed until no table can still play it.")).to_be_visible()
    expect(page.locator(".board--sealed")).to_have_count(28)
    sound(visit)
    page.get_by_role("link", name="Deal again board 7").click()
    page.get_by_label("Reason").fill("A card was face up")
    sound(visit)
    page.get_by_role("button", name="Deal again").click()
    expect(page.get_by_text("Board 7 is dealt again.").first).to_be_visible()
    page.get_by_role("link", name="Open the seal").click()
    expect(page.get_by_text("Who looks cannot play.")).to_be_visible()
    sound(visit)
    page.get_by_label("Reason").fill("The printer ate a board")
    page.get_by_role("button", name="Open the seal").click()
    expect(page.get_by_text("You have opened the seal.")).to_be_visible()
    expect(page.locator(".board--sealed")).to_have_count(0)
    expect(page.locator(".hand")).to_have_count(4 * 28)
    assert the_section(session).board_set is not None


@SIZES
def test_a_hand_record_is_read(site: Site, viewport: Any) -> None:
    session, board_set = make_session(site.cast.harbour), make_set(site.cast.harbour)
    take(session, board_set)
    Board.objects.update(double_dummy=TRICKS, par=PAR)
    Job.objects.all().delete()
    for number in (1, 2, 3):
        play(session, number)
    for persona, sealed in (("", 0), ("director", 25)):
        visit = site.open(f"{LIST}{board_set.pk}/", persona=persona, viewport=viewport)
        expect(visit.page.locator(".board:not(.board--sealed)")).to_have_count(3)
        expect(visit.page.locator(".board--sealed")).to_have_count(sealed)
        expect(visit.page.get_by_role("article", name="Board 2", exact=True)).to_contain_text("Dealer East")
        expect(visit.page.get_by_role("article", name="Board 2", exact=True)).to_contain_text("EW 300")
        sound(visit)


def test_the_record_follows_the_work_by_itself(site: Site) -> None:
    board_set = make_set(site.cast.harbour, 2, actor=site.cast.actor("director"))
    take(make_session(site.cast.harbour, state="finished"), board_set)
    visit = site.open(f"{LIST}{board_set.pk}/", persona="director")
    page = visit.page
    expect(page.get_by_text("Double dummy and par")).to_be_visible()
    sound(visit)
    jobs.run(Job.objects.get(key=board_set.key).pk)
    expect(page.locator(".tricks")).to_have_count(2)
    expect(page.get_by_text("Double dummy and par")).to_have_count(0)
    sound(visit)


@SIZES
def test_boards_are_imported_and_found(site: Site, viewport: Any, tmp_path: Path) -> None:
    good, bad = tmp_path / "monday.pbn", tmp_path / "bad.pbn"
    data = files.write(some_boards(4), "pbn")
    hand = str(some_boards(4)[0].deal.hands[0]).encode()
    good.write_bytes(data.replace(b'[Dealer "E"]', b'[Dealer "W"]'))
    bad.write_bytes(data.replace(hand, hand[1:]))
    visit = site.open(LIST, persona="secretary", viewport=viewport)
    page = visit.page
    expect(page.get_by_text("No boards yet")).to_be_visible()
    sound(visit)
    page.get_by_role("link", name="Deal or import boards").first.click()
    sound(visit)
    page.locator("#id_import-file").set_input_files(bad)
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("alert")).to_contain_text("12 cards instead of 13")
    sound(visit)
    page.locator("#id_import-file").set_input_files(good)
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("it is kept as marked")).to_be_visible()
    sound(visit)
    make_set(site.cast.harbour, 4, name="Another")
    page.goto(f"{site.url}{LIST}")
    expect(page.get_by_text("Another")).to_be_visible()
    page.get_by_label("Name of the set").press_sequentially("mond")
    expect(page.get_by_text("Another")).to_have_count(0)
    sound(visit)
    assert BoardSet.objects.count() == 2


def test_a_hand_record_prints_without_the_desk(site: Site) -> None:
    board_set = make_set(site.cast.harbour, 28)
    take(make_session(site.cast.harbour, state="finished"), board_set)
    page = site.open(f"{LIST}{board_set.pk}/", persona="director").page
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Who has looked")).to_be_hidden()
    expect(page.get_by_role("heading", name="Monday's boards")).to_be_visible()
    columns = page.locator(".boards").evaluate("e => getComputedStyle(e).gridTemplateColumns.split(' ').length")
    assert columns == 3
