"""One session from its last board to final: published, corrected, published again, its periods over, locked."""

from __future__ import annotations

import os
import re
from datetime import timedelta
from pathlib import Path

from django.utils import timezone
from playwright.sync_api import Page, expect

from events.models import Play, Session
from scoring.models import BoardResult, Correction, LateDeadline, OfficialScore
from scoring.services.official import make_due_final
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site, Visit
from tests.scoring.published import Evening, end_of_play

SHOTS = os.environ.get("TENACE_SHOTS", "")


def address(session: Session, page: str) -> str:
    return f"/clubs/harbour/sessions/{session.pk}/{page}"


def picture(visit: Visit, name: str) -> None:
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        visit.page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def ask(page: Page, board: Play, claimed: str, words: str) -> None:
    page.get_by_role("link", name="A score of mine is wrong").click()
    page.locator(f'a[href$="play={board.pk}"]').click()
    page.get_by_label("What it should be").fill(claimed)
    page.get_by_label("What happened").fill(words)
    page.get_by_role("button", name="Ask the director").click()
    expect(page.get_by_text("The director has your request.", exact=True)).to_be_visible()


def decide(page: Page, board: Play, verdict: str, reason: str, **more: str) -> None:
    page.get_by_role("link", name=re.compile(rf"^Decide\s+board {board.board}$")).click()
    page.get_by_role("radio", name=re.compile(verdict)).check()
    if "side" in more:
        page.get_by_role("radio", name=re.compile(more["side"])).check()
        page.get_by_label("To the score of").fill(more["to"])
    page.get_by_label("Reason").fill(reason)
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.get_by_role("button", name="Decide so").click()
    expect(page.locator(".toast p")).to_contain_text("Decided: ")


def last_board(evening: Evening) -> Play:
    """All results are in but one, and the session is still being played."""
    play = evening.plays[-1]
    Session.objects.filter(pk=evening.session.pk).update(state="playing")
    Play.objects.filter(pk=play.pk).update(state="due")
    return play


def hours_later(evening: Evening) -> None:
    """As if the score had been available since the afternoon."""
    by = timedelta(hours=3)
    official = evening.official
    OfficialScore.objects.filter(pk=official.pk).update(
        available_at=official.available_at - by, look_at=timezone.now() - by
    )
    for row in LateDeadline.objects.exclude(until=None):
        LateDeadline.objects.filter(pk=row.pk).update(
            decided_at=row.decided_at - by, told_at=row.told_at - by, until=row.until - by
        )


def test_from_the_last_board_to_final(site: Site) -> None:
    evening = end_of_play(site.cast, missing=1)
    session, last = evening.session, last_board(evening)
    first, second, third = evening.own[:3]
    texts = {play.pk: evening.counts(play).text for play in (first, second, third)}

    # The last board comes in, and play is over.
    desk = site.open(address(session, f"desk/plays/{last.pk}/"), persona="director")
    page = desk.page
    page.locator("#id_result").fill("4S= N")
    page.keyboard.press("Enter")
    expect(page.get_by_text("4S= N counts.", exact=True)).to_be_visible()
    Session.objects.filter(pk=session.pk).update(state="finished", finished_at=timezone.now())

    # Published: the four periods run.
    page.goto(site.url + address(session, "desk/"))
    page.get_by_role("link", name="Official score").click()
    expect(page.get_by_text("Every board has a result or an adjusted score.")).to_be_visible()
    page.get_by_role("button", name="Publish the score").click()
    expect(page.get_by_text("Published: the periods run.", exact=True)).to_be_visible()
    expect(page.get_by_role("timer").first).to_have_text(re.compile(r"^(29:\d\d|30:00)$"))
    sound(desk)

    # A member asks for three corrections, on a phone; nobody asks twice.
    phone = site.open(address(session, "official/"), persona="member", viewport=PHONE)
    sound(phone)
    picture(phone, "official-phone")
    ask(phone.page, first, "7NT-1 N", "We bid one more")
    ask(phone.page, second, "7NT-2 N", "Two down")
    ask(phone.page, third, "7NT-3 S", "I forget")
    phone.page.get_by_role("link", name="A score of mine is wrong").click()
    expect(phone.page.locator(f'a[href$="play={first.pk}"]')).to_have_count(0)
    sound(phone)
    picture(phone, "choose-phone")

    # The director accepts one, refuses one, and lowers one side.
    page.reload()
    picture(desk, "desk-corrections")
    decide(page, first, "It was as they say", "Both sides agree")
    decide(page, second, "The score stands", "The other side is sure")
    page.get_by_role("link", name=re.compile(rf"^Decide\s+board {third.board}$")).click()
    sound(desk)
    picture(desk, "correction")
    page.go_back()
    side = "North-South" if (evening.counts(third).score or 0) > -900 else "East-West"
    decide(page, third, "lower one side", "Nobody is sure", side=side, to="7NTXX-9 N")
    assert list(Correction.objects.order_by("pk").values_list("state", flat=True)) == ["accepted", "refused", "lowered"]

    # Published again, with the difference shown before and after.
    expect(page.get_by_role("heading", name="Who moved")).to_be_visible()
    expect(page.locator(".causes")).to_contain_text("7NT-1 N")
    sound(desk)
    picture(desk, "desk-again")
    page.get_by_role("button", name="Publish again").click()
    expect(page.get_by_text("Published again.", exact=True)).to_be_visible()
    phone.page.goto(site.url + address(session, "official/2/"))
    causes = phone.page.locator(".causes")
    expect(causes).to_contain_text(texts[first.pk])
    expect(causes).to_contain_text("7NT-1 N")
    expect(causes).to_contain_text("Both sides agree")
    expect(causes).to_contain_text("Split score (Law 79B3)")
    expect(phone.page.locator(".moved tbody tr").first).to_be_visible()
    sound(phone)
    picture(phone, "changes-phone")

    # The periods are over, those of the later decisions too: final, by itself, and locked.
    page.goto(site.url + address(session, "desk/official/"))
    page.get_by_text("Why it is not final yet").click()
    expect(page.get_by_text(re.compile("Appealing is possible until"))).to_be_visible()
    hours_later(evening)
    assert make_due_final(timezone.now()) == 1
    page.reload()
    expect(page.get_by_text(re.compile("Final since .*locked"))).to_be_visible()
    sound(desk)
    picture(desk, "desk-final")
    page.goto(site.url + address(session, f"desk/plays/{first.pk}/"))
    page.locator("#id_result").fill("1C= N")
    page.locator("#id_reason").first.fill("I changed my mind")
    page.get_by_role("button", name="This counts").first.click()
    expect(page.get_by_text(re.compile("is final since .*Law 79C2")).first).to_be_visible()
    assert BoardResult.objects.current().get(play=first).text == "7NT-1 N"
    phone.page.goto(site.url + address(session, "official/"))
    expect(phone.page.get_by_text(re.compile("Final since"))).to_be_visible()
    expect(phone.page.get_by_role("link", name="A score of mine is wrong")).to_have_count(0)
    wide = site.open(address(session, "official/"), viewport=DESKTOP, color_scheme="dark")
    sound(wide)
    picture(wide, "official-desktop-dark")
