"""The director's desk on a tablet and on a desk: it fits, keeps itself up to date, and works from the keyboard."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from events.models import Play
from scoring.models import BoardResult, DirectorCall
from scoring.services.director_calls import call_director
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site, sizes
from tests.browser.desk import address, in_play, plays
from tests.scoring.at_tables import at_table, code_of, say

TABLET = {"width": 1024, "height": 768}
UPRIGHT = {"width": 820, "height": 1180}


def call(play: Play, reason: str) -> DirectorCall:
    code = code_of(play)
    return call_director(
        actor=at_table(code), section=play.section, table=play.table, board=play.board, reason=reason, code=code
    )


@sizes(tablet=TABLET, upright=UPRIGHT, desk=DESKTOP)
def test_the_desk_keeps_itself_up_to_date_and_loses_nothing_that_is_typed(site: Site, viewport: Any) -> None:
    session = in_play(site)
    first, second, third = plays(session)[:3]
    say(first, "4S= N", confirmed=True)
    call(first, "Lead out of turn")
    visit = site.open(address(session), persona="director", viewport=viewport)
    page = visit.page
    sound(visit)
    expect(page.get_by_text("Lead out of turn")).to_be_visible()
    page.get_by_label("Note").fill("Card put back")
    page.get_by_label("What the tables are to read").fill("Tea in te")
    say(second, "3NT= S", phone="a")
    say(second, "3NT-1 S", phone="b")
    expect(page.get_by_text("they do not agree")).to_be_visible(timeout=10_000)
    sound(visit)
    expect(page.get_by_label("Note")).to_have_value("Card put back")
    expect(page.get_by_label("What the tables are to read")).to_have_value("Tea in te")
    page.get_by_role("button", name=re.compile("This is right.*3NT-1 S")).click()
    expect(page.get_by_text("3NT-1 S counts.", exact=True)).to_be_visible()
    say(third, "P", confirmed=True)
    expect(page.locator(f"#cell-{third.pk}")).to_contain_text("Pass", timeout=10_000)
    sound(visit)


def test_fingers_find_every_button(site: Site) -> None:
    session = in_play(site)
    call(plays(session)[0], "Revoke")
    page = site.open(address(session), persona="director").page
    for viewport in (TABLET, UPRIGHT):
        page.set_viewport_size(viewport)
        heights = page.locator("a.cell, .director .button").evaluate_all(
            "all => all.map(e => e.getBoundingClientRect().height)"
        )
        assert min(heights) >= 43.5


def test_the_desk_works_from_the_keyboard(site: Site) -> None:
    session = in_play(site)
    first = plays(session)[0]
    call(first, "Revoke")
    page = site.open(address(session), persona="director").page
    page.keyboard.press("c")
    expect(page.get_by_role("button", name="I go")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("The call is yours.", exact=True)).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator(f"#cell-{first.pk}")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(f"#cell-{plays(session)[1].pk}")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("#id_result")).to_be_focused()
    page.keyboard.type("4SX-1 W")
    page.keyboard.press("Enter")
    expect(page.get_by_text("4SX-1 W counts.", exact=True)).to_be_visible()
    assert BoardResult.objects.get().score is not None
    page.goto(site.url + address(session))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys of the desk")).to_be_visible()


def test_a_traveller_is_typed_without_a_mouse(site: Site) -> None:
    session = in_play(site)
    visit = site.open(address(session, "desk/travellers/"), persona="director")
    page = visit.page
    expect(page.get_by_label("Board or table")).to_be_focused()
    page.keyboard.type("t1")
    page.keyboard.press("Enter")
    lines = page.locator('input[name^="line_"]')
    expect(lines.first).to_be_focused()
    sound(visit)
    page.keyboard.type("4s= n")
    page.keyboard.press("Enter")
    expect(lines.nth(1)).to_be_focused()
    page.keyboard.type("4 bananas")
    page.reload()
    expect(lines.first).to_have_value("4s= n")
    expect(lines.nth(1)).to_have_value("4 bananas")
    lines.nth(1).press("Control+Enter")
    expect(page.locator(".field__error")).to_be_visible()
    expect(lines.nth(1)).to_have_value("4 bananas")
    sound(visit)
    lines.nth(1).fill("np")
    lines.nth(1).press("Control+Enter")
    expect(page.get_by_text("1 result saved.", exact=True)).to_be_visible()
    assert BoardResult.objects.count() == 2


def test_ctrl_enter_saves_from_the_reason_of_a_changed_result_too(site: Site) -> None:
    session = in_play(site)
    play = plays(session)[0]
    say(play, "4S= N", confirmed=True)
    where = f"desk/travellers/?table={play.table}&round={play.round}"
    page = site.open(address(session, where), persona="director").page
    line = page.locator(f'input[name="line_{play.pk}"]')
    expect(line).to_have_value("4S= N")
    line.fill("4S+1 N")
    page.get_by_label("Reason").fill("A trick was miscounted")
    page.get_by_label("Reason").press("Control+Enter")
    expect(page.get_by_text("1 result saved.", exact=True)).to_be_visible()
    assert BoardResult.objects.current().get(play=play).tricks == 11


def test_every_page_of_the_desk_fits(site: Site) -> None:
    session = in_play(site)
    for play in plays(session)[:4]:
        say(play, "4S= N", confirmed=True)
    section = play.section_id
    of_this = (f"desk/plays/{play.pk}/", f"desk/rules/{section}/", f"desk/sections/{section}/boards/{play.board}/")
    listed = ("desk/", "desk/?round=all", "desk/repairs/", "desk/penalties/", "desk/round/")
    for where in (*listed, "state-of-play/", "pick-up-slips/", *of_this):
        sound(site.open(address(session, where), persona="director"), PHONE, TABLET, DESKTOP)


def test_slips_stand_on_a4(site: Site) -> None:
    session = in_play(site)
    visit = site.open(
        f"{address(session, 'pick-up-slips/')}?round=1", persona="director", viewport={"width": 680, "height": 1009}
    )
    visit.page.emulate_media(media="print")
    heights = visit.page.locator(".slip").evaluate_all("all => all.map(e => e.getBoundingClientRect().height)")
    assert len(heights) == 5
    assert 3 * max(heights) <= 1009
    assert visit.overflow <= 0
