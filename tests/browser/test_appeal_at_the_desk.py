"""An appeal asked for at the desk, heard and decided by people who are told of it where they work."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from playwright.sync_api import Page, expect

from appeals.models import Appeal, Decision
from appeals.services.pool import add_to_pool
from clubs.models import Player
from core.actors import of_user
from scoring.models import ScoreAdjustment
from tests.appeals.world import World, make_world
from tests.browser.checks import sound
from tests.browser.conftest import PHONE, Site, Visit

NARROW = {"width": 320, "height": 640}
BEYOND_THE_CARD = """Math.max(...[...document.querySelectorAll(".bars td, .bars th")]
    .map(cell => cell.getBoundingClientRect().right - cell.closest(".card").getBoundingClientRect().right))"""


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


def opened_from_home(site: Site, persona: str, task: str, **options: Any) -> Visit:
    """Somebody's first page names the case and what it asks of them; they follow it."""
    visit = site.open("/", persona=persona, **options)
    row = visit.page.locator(".waiting").filter(has_text=task)
    expect(row).to_be_visible()
    sound(visit)
    row.get_by_role("link").click()
    return visit


def asked_at_the_desk(site: Site, world: World) -> Appeal:
    visit = site.open(f"/clubs/harbour/sessions/{world.session.pk}/rulings/{world.ruling.pk}/", persona="director")
    page = visit.page
    page.get_by_role("link", name="Appeals: who may ask for a review").click()
    page.get_by_role("link", name="Ask for a review").click()
    page.get_by_label("North-South: North Deuce").check()
    page.get_by_label("What is wrong with the ruling?").fill("South passed in tempo.")
    press(page, "Ask for it")
    expect(page.get_by_text("It waits for South Deuce to concur")).to_be_visible()
    return Appeal.objects.get()


def lodged_by_the_director(site: Site, world: World) -> None:
    desk = site.open(f"/clubs/harbour/sessions/{world.session.pk}/desk/", persona="director")
    sound(desk)
    page = desk.page
    page.locator("#appeals").get_by_role("link").click()
    page.locator("form[action*=witness]").get_by_label("Yes").check()
    page.get_by_label("How you know").fill("Both stand before me")
    press(page, "Write it down")
    press(page, "Lodge it")
    press(page, "Refer it")
    expect(page.get_by_text("Before the adjudicators").first).to_be_visible()


def heard_by_the_committee(site: Site, cast: Any) -> Page:
    chair = opened_from_home(site, "chair", "Invite those who are to hear it.", viewport=PHONE).page
    chair.get_by_role("link", name="Who hears it").click()
    for user, role in ((cast.chair, "Chair"), (cast.appeals_member, "Member"), (cast.third, "Member")):
        chair.get_by_label("Whom to invite").select_option(label=Player.objects.get(user=user).display_name)
        chair.locator("select[name=role]").select_option(label=role)
        press(chair, "Invite")
    for persona in ("chair", "appeals_member", "third"):
        member = opened_from_home(site, persona, "Answer the invitation to hear it.", viewport=PHONE).page
        member.get_by_label("Yes").check()
        press(member, "Answer")
        expect(member.get_by_text("You hear this case.").first).to_be_visible()
    chair.goto(f"{site.url}{Appeal.objects.get().get_absolute_url()}")
    expect(chair.get_by_label("Of North-South")).to_have_value("North Deuce, South Deuce")
    press(chair, "Open it now")
    for persona in ("chair", "appeals_member", "third"):
        member = opened_from_home(site, persona, "Vote.", viewport=PHONE).page
        member.get_by_label("Changed").check()
        press(member, "Vote")
        expect(member.get_by_text("Your vote counts").first).to_be_visible()
    return chair


def test_an_appeal_from_the_desk_to_the_decision_of_a_committee(site: Site) -> None:
    # No official score yet, so that no time runs against the wall clock.
    world = make_world(site.cast, published=False, scoring="total-points")
    cast: Any = SimpleNamespace(**(vars(site.cast) | world.people))
    site.cast = cast
    add_to_pool(actor=of_user(cast.secretary), body=cast.harbour, user=cast.third)

    appeal = asked_at_the_desk(site, world)
    lodged_by_the_director(site, world)
    heard_by_the_committee(site, cast)

    visit = opened_from_home(site, "chair", "Write the decision.")
    page = visit.page
    page.get_by_role("link", name="Write the decision").click()
    page.locator("input[value=changed]").check()
    page.locator("textarea[name=reasons]").fill("Few would pass with this hand.")
    page.locator("select[name=effect]").select_option("score")
    page.get_by_role("button", name="Weighted").click()
    for number, result, weight in ((1, "4S= N", "60"), (2, "4S-1 N", "40")):
        page.get_by_label(f"Result {number}").fill(result)
        page.locator("input[type=number]").nth(number - 1).fill(weight)
        page.locator("input[type=number]").nth(number - 1).press("Tab")
    expect(page.get_by_text("What it would do")).to_be_visible()
    expect(page.locator("[data-effect=score]")).to_have_attribute("aria-busy", "false")
    press(page, "Publish it")
    expect(page.get_by_text("Say how North-South were told").first).to_be_visible()
    assert not Decision.objects.exists()
    press(page, "Save as a draft")
    expect(page.locator("textarea[name=reasons]")).to_have_value("Few would pass with this hand.")
    for side in ("told_ns", "told_ew"):
        page.locator(f"select[name={side}]").select_option("away")
    sound(visit)
    press(page, "Publish it")
    expect(page.get_by_text("What it did to the ranking").first).to_be_visible()
    sound(visit)
    assert ScoreAdjustment.objects.current().get(play=world.play).authority.startswith("decision:")

    ruling = site.open(world.ruling.get_absolute_url(), persona="director", viewport=PHONE)
    expect(ruling.page.get_by_text("Changed on appeal").first).to_be_visible()
    expect(ruling.page.get_by_text("Few would pass with this hand.").first).to_be_visible()
    sound(ruling)
    pack = site.open(f"{appeal.get_absolute_url()}pack/", persona="third", viewport=PHONE)
    assert "ranking" not in pack.page.locator("article").inner_text()
    register = site.open("/clubs/harbour/appeals/", persona="secretary", viewport=NARROW)
    register.page.get_by_text("More filters").click()
    assert register.overflow <= 0, "the register fits the narrowest phone, filters open"
    assert register.measure(BEYOND_THE_CARD) <= 0, "and so does every line of its charts"
