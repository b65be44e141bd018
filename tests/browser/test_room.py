"""The room as people use it: the projector on the wall, the director's phone, a player's phone, a phone at a table."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from clubs.models import Membership
from core.actors import of_user, system
from events.models import Clock, Entrant, Session, TableCode
from events.movements.model import MovementKind, Unit
from events.services.clock import add_time, begin_round, call_move
from events.services.tables import give_codes
from tests.browser.checks import TABLE_PHONE, smallest_letters, sound
from tests.browser.conftest import DESKTOP, PHONE, Site, sizes
from tests.events.evening import make_players, make_session

PROJECTOR = {"width": 1280, "height": 720}
LARGE = {"width": 1920, "height": 1080}


def in_play(
    site: Site, contestants: int = 14, kind: MovementKind = MovementKind.MITCHELL, unit: Unit = Unit.PAIR
) -> Session:
    session = make_session(site.cast.harbour, contestants, kind=kind, unit=unit)
    begin_round(session, timezone.now(), actor=system())
    give_codes(session, actor=system())
    return session


def address(session: Session, page: str) -> str:
    return f"/clubs/harbour/sessions/{session.pk}/{page}/"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_projector_is_read_from_the_last_row(site: Site, scheme: str) -> None:
    session = in_play(site)
    visit = site.open(address(session, "room"), viewport=PROJECTOR, color_scheme=scheme)
    expect(visit.page.get_by_text("East-West move up one table.")).to_be_visible()
    for viewport in (PROJECTOR, LARGE):
        sound(visit, viewport)
        digits = visit.page.locator("[data-clock-time]").evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
        assert digits > viewport["height"] * 0.4
        assert smallest_letters(visit, ".screen__parts") >= viewport["width"] / 40
        assert visit.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize(
    ("unit", "kind", "count"),
    [
        (Unit.PAIR, MovementKind.HOWELL, 14),
        (Unit.TEAM, MovementKind.ROUND_ROBIN, 6),
        (Unit.PLAYER, MovementKind.INDIVIDUAL, 12),
        (Unit.PAIR, MovementKind.SWISS, 12),
    ],
)
def test_every_kind_of_contest_fits_on_the_wall(site: Site, unit: Unit, kind: MovementKind, count: int) -> None:
    session = in_play(site, count, kind, unit)
    visit = site.open(address(session, "room"), viewport=PROJECTOR)
    sound(visit)
    parts = visit.page.locator(".screen__parts").bounding_box()
    tools = visit.page.locator(".screen__tools").bounding_box()
    assert parts
    assert tools
    assert parts["y"] + parts["height"] <= tools["y"] + 1


def test_the_wall_follows_the_desk_by_itself(site: Site) -> None:
    session = in_play(site)
    visit = site.open(address(session, "room"), viewport=PROJECTOR)
    expect(visit.page.get_by_text("Round 1 of 7")).to_be_visible()
    call_move(actor=of_user(site.cast.director), session=session)
    expect(visit.page.get_by_text("Move for round 2")).to_be_visible(timeout=15_000)
    expect(visit.page.get_by_text("EW 14")).to_be_visible()
    sound(visit)


def test_a_wrong_clock_in_the_browser_does_no_harm(site: Site) -> None:
    session = in_play(site)
    Clock.objects.update(phase_seconds=1200)
    visit = site.open(address(session, "room"), viewport=PROJECTOR)
    visit.page.clock.install(time=timezone.now() + timedelta(hours=3))
    visit.page.reload()
    assert visit.page.locator("[data-clock-time]").inner_text().startswith(("19:", "20:"))
    visit.page.clock.run_for(2000)
    assert visit.page.locator("[data-clock-time]").inner_text().startswith("19:")


def test_a_lost_connection_is_said_and_forgotten(site: Site) -> None:
    session = in_play(site)
    visit = site.open(address(session, "room"), viewport=PROJECTOR)
    lost = visit.page.locator("[data-clock-lost]")
    expect(lost).to_be_hidden()
    site.contexts[-1].set_offline(True)
    expect(lost).to_be_visible(timeout=15_000)
    before = visit.page.locator("[data-clock-time]").inner_text()
    expect(visit.page.locator("[data-clock-time]")).not_to_have_text(before, timeout=5000)
    site.contexts[-1].set_offline(False)
    expect(lost).to_be_hidden(timeout=15_000)


def test_little_time_is_said_in_words_too(site: Site) -> None:
    session = in_play(site)
    Clock.objects.update(phase_began_at=timezone.now() - timedelta(minutes=10), phase_seconds=660, warning_seconds=180)
    visit = site.open(address(session, "room"), viewport=PROJECTOR)
    expect(visit.page.get_by_text("Little time left")).to_be_visible()
    sound(visit)
    add_time(actor=of_user(site.cast.director), session=session, minutes=-2)
    expect(visit.page.get_by_text("Time is up")).to_be_visible(timeout=15_000)
    sound(visit)


@sizes(phone=PHONE, desk=DESKTOP)
def test_the_director_runs_the_clock(site: Site, viewport: Any) -> None:
    session = in_play(site)
    visit = site.open(address(session, "clock"), persona="director", viewport=viewport)
    page = visit.page
    sound(visit)
    page.get_by_role("button", name="Stop the clock").click()
    expect(page.get_by_text("The clock is stopped")).to_be_visible()
    sound(visit)
    page.get_by_role("button", name="Let it run").click()
    page.get_by_role("button", name="Call the move").click()
    expect(page.get_by_text("Move for round 2")).to_be_visible()
    page.get_by_role("button", name="Begin round 2").click()
    expect(page.get_by_text("Round 2 of 7")).to_be_visible()
    assert Session.objects.get(pk=session.pk).round == 2


def test_the_director_runs_the_clock_with_a_few_keys(site: Site) -> None:
    session = in_play(site)
    page = site.open(address(session, "clock"), persona="director").page
    page.keyboard.press("Space")
    expect(page.get_by_text("The clock is stopped")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Stop the clock")).to_be_visible()
    page.keyboard.press("m")
    expect(page.get_by_text("Move for round 2")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_text("Round 2 of 7")).to_be_visible()
    page.get_by_label("Keys: space").uncheck()
    page.locator("#clock-title").click()
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="Call the move")).to_be_visible()


def test_a_player_asks_where_next(site: Site) -> None:
    session = in_play(site)
    visit = site.open(address(session, "where-next"), viewport=TABLE_PHONE)
    page = visit.page
    sound(visit)
    page.get_by_label("Your number").fill("8")
    page.get_by_role("button", name="Where next?").click()
    expect(page.get_by_text("Round 1: table 1, East-West")).to_be_visible()
    expect(page.get_by_text("Round 2: table 2, East-West")).to_be_visible()
    sound(visit)
    page.get_by_label("Your number").fill("player 015")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Round 1: table 1, East-West")).to_be_visible()


def test_four_players_key_in_their_numbers_on_a_phone(site: Site) -> None:
    session = in_play(site, 6)
    Entrant.objects.filter(event=session.event).update(player=None)
    players = make_players(4, "Member")
    Membership.objects.bulk_create(
        Membership(player=player, club=site.cast.harbour, number=str(31 + at), starts=date(2020, 1, 1))
        for at, player in enumerate(players)
    )
    code = TableCode.objects.get(section__session=session, table=1).code
    visit = site.open(f"/t/{code}/", viewport=TABLE_PHONE)
    page = visit.page
    sound(visit)
    assert smallest_letters(visit, "main") >= 18
    page.get_by_role("link", name="Key in your numbers").click()
    sound(visit)
    assert smallest_letters(visit, "main") >= 18
    for seat, number in (("North", "31"), ("South", "32"), ("East", "99"), ("West", "34")):
        page.get_by_label(seat).fill(number)
    page.get_by_role("button", name="Show the names").click()
    expect(page.get_by_role("alert")).to_contain_text("Nobody has number 99")
    sound(visit)
    page.get_by_label("East").fill("33")
    page.get_by_role("button", name="Show the names").click()
    expect(page.get_by_text("Member 003")).to_be_visible()
    sound(visit)
    assert smallest_letters(visit, "main") >= 18
    assert not Entrant.objects.filter(event=session.event, player__isnull=False).exists()
    page.get_by_role("button", name="Yes, that is us").click()
    expect(page.get_by_text("Thank you. The names are on the list.", exact=True)).to_be_visible()
    sound(visit)
    assert Entrant.objects.filter(event=session.event, player__in=players).count() == 4


def test_lists_and_cards_fit(site: Site) -> None:
    session = in_play(site)
    for page in ("seating-list", "movement", "movement/sheets", "table-cards", "tables"):
        sound(site.open(address(session, page), persona="director"), PHONE, DESKTOP)


def test_two_cards_stand_on_a_sheet_of_a4(site: Site) -> None:
    """Within 180 by 267 millimetres: A4 without its margins."""
    session = in_play(site, 26)
    visit = site.open(
        f"{address(session, 'table-cards')}?per=2", persona="director", viewport={"width": 680, "height": 1009}
    )
    visit.page.emulate_media(media="print")
    heights = visit.page.locator(".table-card").evaluate_all("all => all.map(e => e.getBoundingClientRect().height)")
    assert len(heights) == 13
    assert max(one + other for one, other in zip(heights[::2], heights[1::2], strict=False)) <= 1009
    assert visit.page.locator(".tabs").first.is_hidden()
    assert visit.overflow <= 0


def test_a_code_that_opens_nothing_says_so_in_large_letters(site: Site) -> None:
    visit = site.open("/t/ABCDEFGH/", viewport=TABLE_PHONE, status=404)
    sound(visit)
    visit.page.get_by_role("link", name="Type the code").click()
    expect(visit.page.get_by_label("The code on the table’s card")).to_be_focused()
    sound(visit)
