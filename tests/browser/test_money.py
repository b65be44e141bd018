"""Taking table money with a thumb, and the people of a session, on a phone and on a desk."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from playwright.sync_api import expect

from events.models import Entrant, Play, Session, SessionOfficial, Substitution, TableMoney
from events.movements import MovementKind, Unit
from events.services.money import take_money
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site, sizes
from tests.events.evening import make_players, make_session

SIZES = sizes(phone=PHONE, desk=DESKTOP)
FEES = {"fee": Decimal(4), "visitor_fee": Decimal("5.50")}


def a_session(site: Site, **fields: Any) -> Session:
    people = make_players(20, "Ēriks Vārds-Garāks the")
    session = make_session(site.cast.harbour, 10, kind=MovementKind.MITCHELL, players=people, **(FEES | fields))
    Entrant.objects.filter(player=people[3]).update(player=None)
    return session


def at(session: Session, page: str) -> str:
    return f"/clubs/harbour/sessions/{session.pk}/{page}/"


def test_money_is_taken_with_a_thumb(site: Site) -> None:
    session = a_session(site, state="seating")
    visit = site.open(at(session, "money"), persona="secretary", viewport=PHONE, has_touch=True)
    page = visit.page
    sound(visit)
    table = page.get_by_role("article", name="Table 1")
    totals = page.locator("#money-totals")
    expect(totals).to_contain_text("20 open")
    page.evaluate("window.marked = true")
    table.get_by_role("button", name="Take 5.50").first.tap()
    expect(table).to_contain_text("5.50 cash")
    expect(totals).to_contain_text("19 open")
    assert page.evaluate("window.marked"), "the page was not loaded again"
    assert page.evaluate("document.activeElement.textContent.trim()").startswith("Undo")
    table.get_by_role("button", name="Take both").first.tap()
    expect(totals).to_contain_text("17 open")
    table.get_by_role("button", name="Undo").first.tap()
    expect(totals).to_contain_text("18 open")
    other = page.get_by_role("article", name="Table 3")
    other.get_by_role("button", name="Take all").tap()
    expect(totals).to_contain_text("14 open")
    sound(visit)


def test_another_amount_is_noted_and_a_wrong_one_explained(site: Site) -> None:
    session = a_session(site)
    visit = site.open(at(session, "money"), persona="scorer", viewport=PHONE, has_touch=True)
    page = visit.page
    table = page.get_by_role("article", name="Table 3")
    table.get_by_role("link", name="Other").first.tap()
    page.get_by_label("Plays free").check()
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("alert")).to_contain_text("plays free")
    sound(visit)
    page.get_by_label("Reason").fill("makes the tea")
    page.get_by_role("button", name="Save").tap()
    expect(table).to_contain_text("makes the tea")
    expect(page.locator("#money-totals")).to_contain_text("19 open")
    sound(visit)
    assert TableMoney.objects.get().how == "free"


def test_what_a_second_person_took_is_told(site: Site) -> None:
    session = a_session(site)
    visit = site.open(at(session, "money"), persona="secretary", viewport=PHONE, has_touch=True)
    place = session.places.get(number=2)
    players = [entrant.player for entrant in place.contestant.entrants.all() if entrant.player]
    take_money(actor=site.cast.actor("scorer"), session=session, players=players)
    table = visit.page.get_by_role("article", name="Table 2")
    table.get_by_role("button", name="Take 5.50").first.tap()
    expect(visit.page.locator("#toasts")).to_contain_text("already: taken by Scorer Tenace")
    expect(table).to_contain_text("5.50 cash")
    assert TableMoney.objects.count() == len(players)
    sound(visit)


def test_money_without_script(site: Site) -> None:
    session = a_session(site)
    visit = site.open(at(session, "money"), persona="secretary", viewport=PHONE, java_script_enabled=False)
    page = visit.page
    page.locator("#bill-A-1").get_by_role("button", name="Take 5.50").first.click()
    expect(page.locator("#money-totals")).to_contain_text("19 open")
    page.locator("#bill-A-1").get_by_role("button", name="Undo").first.click()
    expect(page.locator("#money-totals")).to_contain_text("20 open")
    page.locator("#bill-A-1").get_by_role("link", name="Other").first.click()
    page.get_by_label("Amount").fill("3,50")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#bill-A-1")).to_contain_text("3.50 cash")
    page.get_by_text("All the rest have paid").click()
    page.get_by_role("button", name="Yes, all have paid").click()
    expect(page.locator("#money-totals")).to_contain_text("1 open")


@SIZES
def test_a_substitute_and_a_deputy_are_named(site: Site, viewport: Any) -> None:
    session = a_session(site)
    Play.objects.filter(round=1).update(state="done")
    SessionOfficial.objects.create(
        session=session, player=session.places.get(number=1).contestant.entrants.all()[0].player, duty="director"
    )
    visit = site.open(at(session, "substitutes"), persona="director", viewport=viewport)
    page = visit.page
    sound(visit)
    page.get_by_label("Who is replaced").select_option(index=3)
    page.get_by_label("Who plays instead").press_sequentially("member ten")
    page.get_by_role("option", name="Member Tenace").click()
    page.get_by_role("button", name="Take the substitute").click()
    expect(page.get_by_text("Member Tenace plays for").first).to_be_visible()
    sound(visit)
    assert Substitution.objects.get().player == site.cast.member.player
    page.get_by_role("link", name="Officials").click()
    expect(page.get_by_text("needs a deputy")).to_be_visible()
    sound(visit)
    page.get_by_role("link", name="Name a deputy").click()
    page.get_by_role("combobox", name="Deputy").press_sequentially("7")
    page.get_by_role("option", name="Member Tenace").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Deputy: Member Tenace")).to_be_visible()
    sound(visit)


@SIZES
def test_a_captain_gives_a_line_up(site: Site, viewport: Any) -> None:
    people = [site.cast.member.player, *make_players(15, "Ēriks Vārds-Garāks the")]
    session = make_session(site.cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN, players=people)
    session.places.get(number=1).contestant.entrants.filter(position=1).update(is_captain=True)
    visit = site.open(at(session, "line-ups"), persona="member", viewport=viewport)
    page = visit.page
    sound(visit)
    page.get_by_role("link", name="Give a line-up").click()
    page.get_by_label("North").select_option(index=2)
    page.get_by_label("East").select_option(index=0)
    sound(visit)
    page.get_by_role("button", name="Give this line-up").click()
    expect(page.get_by_text("From round 2", exact=True)).to_be_visible()
    sound(visit)
