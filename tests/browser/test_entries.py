"""An event's page with an entry online, the partner desk, and the desk's home, on a phone and on a desk."""

from __future__ import annotations

from datetime import date, time, timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from clubs.services.memberships import add_membership
from core.actors import system
from events.models import Contestant, Event, PartnerWish, Series, Session
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site, sizes
from tests.cast import make_user
from tests.events.evening import enter, make_event, make_players

SIZES = sizes(phone=PHONE, desk=DESKTOP)


@pytest.fixture
def event(site: Site) -> Event:
    made = make_event(
        site.cast.harbour,
        name="Monday pairs",
        published_at=timezone.now(),
        most_contestants=8,
        tie_breaks=["tops", "lot"],
        fee=4,
        remarks="Coffee in the break.",
    )
    Session.objects.create(event=made, starts_at=timezone.now() + timedelta(days=3))
    people = make_players(12, "Žanis Bērziņš-Kalniņš")
    for at in range(0, 12, 2):
        enter(made, *people[at : at + 2])
    user = make_user("partner")
    add_membership(actor=system(), club=site.cast.harbour, player=user.player, starts=date(2020, 1, 1), number="8")
    return made


@SIZES
def test_a_member_enters_online_and_withdraws(site: Site, event: Event, viewport: Any) -> None:
    visit = site.open(f"/clubs/harbour/events/{event.pk}/", persona="member", viewport=viewport)
    page = visit.page
    expect(page.get_by_role("heading", name="Conditions of contest")).to_be_visible()
    sound(visit)
    page.get_by_role("link", name="Enter", exact=True).click()
    sound(visit)
    page.get_by_label("Partner").fill("Nobody Known")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_text("No current member is called “Nobody Known”").first).to_be_visible()
    sound(visit)
    page.get_by_label("Partner").fill("8")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("heading", name="You are entered")).to_be_visible()
    expect(page.get_by_text("Member Tenace – Partner Tenace").first).to_be_visible()
    sound(visit)
    page.get_by_role("link", name="Withdraw").click()
    sound(visit)
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("heading", name="Would you like to play?")).to_be_visible()
    assert Contestant.objects.filter(status="withdrawn").count() == 1


@SIZES
def test_the_partner_desk(site: Site, event: Event, viewport: Any) -> None:
    PartnerWish.objects.create(
        event=event, player=make_players(1, "Lonely")[0], note="Standard, weak notrump", made_at=timezone.now()
    )
    visit = site.open(f"/clubs/harbour/events/{event.pk}/partners/", persona="member", viewport=viewport)
    page = visit.page
    sound(visit)
    page.get_by_label("About my game").fill("Acol")
    page.get_by_role("button", name="Put me on the list").click()
    expect(page.get_by_role("button", name="I look no longer")).to_be_visible()
    sound(visit)
    page.get_by_role("button", name="Play together").click()
    expect(page.get_by_role("heading", name="You are entered")).to_be_visible()


@SIZES
def test_the_desk_keeps_the_entries_by_typing_a_few_letters(site: Site, event: Event, viewport: Any) -> None:
    visit = site.open(f"/clubs/harbour/events/{event.pk}/entries/", persona="secretary", viewport=viewport)
    page = visit.page
    sound(visit)
    page.get_by_label("Player 1").press_sequentially("mem")
    expect(page.get_by_role("option", name="Member Tenace")).to_be_visible()
    page.keyboard.press("Enter")
    page.get_by_label("Player 2").press_sequentially("part")
    expect(page.get_by_role("option", name="Partner Tenace")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Entered: Member Tenace – Partner Tenace.", exact=True)).to_be_visible()
    sound(visit)


@SIZES
def test_an_event_is_made_and_published(site: Site, viewport: Any) -> None:
    visit = site.open("/clubs/harbour/events/new/", persona="secretary", viewport=viewport)
    page = visit.page
    sound(visit)
    page.get_by_label("Name (required)").fill("Autumn pairs")
    page.get_by_label("First session").fill((timezone.now() + timedelta(days=5)).strftime("%Y-%m-%dT19:15"))
    page.get_by_text("Ties and carry-over").click()
    page.get_by_label("First tie-break").select_option("imps")
    page.get_by_role("button", name="Make the event").click()
    expect(page.get_by_text("There are no IMPs").first).to_be_visible()
    sound(visit)
    page.get_by_label("First tie-break").select_option("tops")
    page.get_by_role("button", name="Make the event").click()
    expect(page.get_by_role("heading", name="Only the desk sees this page")).to_be_visible()
    sound(visit)
    page.get_by_role("button", name="Announce", exact=True).click()
    expect(page.get_by_text("Announced: everybody can read it now.", exact=True)).to_be_visible()


@SIZES
def test_the_desk_opens_on_what_matters_now(site: Site, event: Event, viewport: Any) -> None:
    weekday = site.cast.harbour.day(timezone.now()).weekday()
    Series.objects.create(club=site.cast.harbour, name="Evening game", weekday=weekday, starts=time(23, 59))
    PartnerWish.objects.create(event=event, player=make_players(1, "Lonely")[0], made_at=timezone.now())
    visit = site.open("/clubs/harbour/desk/", persona="secretary", viewport=viewport)
    page = visit.page
    expect(page.get_by_text("1 looks for a partner in “Monday pairs”")).to_be_visible()
    sound(visit)
    page.get_by_role("button", name="Start today’s game Evening game").click()
    expect(page.get_by_role("heading", name="Evening game")).to_be_visible()
    assert Session.objects.filter(event__series__isnull=False).count() == 1


@SIZES
def test_the_list_of_events_is_searched_while_typing(site: Site, event: Event, viewport: Any) -> None:
    other = make_event(site.cast.harbour, name="Spring teams", form="team", scoring="imps")
    Session.objects.create(event=other, starts_at=timezone.now() + timedelta(days=9))
    visit = site.open("/clubs/harbour/events/", viewport=viewport)
    page = visit.page
    expect(page.get_by_role("link", name="Spring teams")).to_be_visible()
    sound(visit)
    page.get_by_label("Name of the event").press_sequentially("mond")
    expect(page.get_by_role("link", name="Spring teams")).to_have_count(0)
    expect(page.get_by_role("link", name="Monday pairs")).to_be_visible()
    sound(visit)
