"""From a player's request to the published case: concurrence, deposit, committee, hearing, a weighted decision."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import Page, expect

from appeals.models import Appeal, BodyMember, Case, DeclaredTie
from appeals.services import bodies, hearing
from appeals.services.federation_appeal import close_due
from appeals.services.pool import add_to_pool
from clubs.models import Player
from core.actors import of_user
from scoring.models import ComparisonField, ScoreAdjustment
from scoring.runs.standings import unsaved_standings
from tests.appeals.world import World, make_world
from tests.browser.checks import sound
from tests.browser.conftest import PHONE, Site


def act(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


def ranking(world: World) -> list[tuple[int, str]]:
    field = ComparisonField.objects.get(session=world.session)
    return [(row.contestant_id, row.total) for row in unsaved_standings(field)]


def test_an_appeal_from_the_request_to_the_casebook(site: Site) -> None:
    # No official score yet, so that no time runs against the wall clock.
    world = make_world(site.cast, published=False, scoring="total-points")
    world.rule("appeals.deposit", "20")
    cast: Any = SimpleNamespace(**(vars(site.cast) | world.people))
    site.cast = cast
    secretary = of_user(cast.secretary)
    add_to_pool(actor=secretary, body=cast.harbour, user=cast.third)
    add_to_pool(actor=secretary, body=cast.harbour, user=cast.recorder)
    north = Player.objects.get(user=cast.north)
    DeclaredTie.objects.create(user=cast.recorder, player=north, kind="family", declared_at=secretary.at)
    before = ranking(world)

    asks = site.open(f"/clubs/harbour/sessions/{world.session.pk}/appeals/", persona="north", viewport=PHONE)
    sound(asks)
    asks.page.get_by_role("link", name="Ask for a review").click()
    asks.page.get_by_label("What is wrong with the ruling?").fill("South passed in tempo.")
    act(asks.page, "Ask for it")
    expect(asks.page.get_by_text("Law 92D").first).to_be_visible()
    appeal = Appeal.objects.get()
    case = f"/clubs/harbour/appeals/{appeal.pk}/"

    partner = site.open(case, persona="south", viewport=PHONE)
    sound(partner)
    partner.page.get_by_label("Yes").check()
    act(partner.page, "Answer")

    desk = site.open(case, persona="director").page
    for title, button in (("Take the deposit", "The deposit is paid"), ("", "Lodge it"), ("", "Refer it")):
        if title:
            desk.get_by_text(title, exact=False).first.click()
        act(desk, button)

    chair = site.open(f"{case}adjudicators/", persona="chair")
    sound(chair)
    invite = chair.page
    invite.get_by_label("Whom to invite").select_option(label=Player.objects.get(user=cast.recorder).display_name)
    act(invite, "Invite")
    expect(invite.get_by_text("cannot hear this case").first).to_be_visible()
    for user, role in ((cast.chair, "Chair"), (cast.appeals_member, "Member"), (cast.third, "Member")):
        invite.get_by_label("Whom to invite").select_option(label=Player.objects.get(user=user).display_name)
        invite.locator("select[name=role]").select_option(label=role)
        act(invite, "Invite")
    for member in BodyMember.objects.select_related("user", "body__appeal"):
        bodies.answer_invitation(actor=of_user(member.user), member=member, accepts=True)

    asks.page.goto(f"{site.url}{case}")
    asks.page.get_by_role("textbox", name="Statement").fill("There was no pause.")
    asks.page.get_by_label("Hand it in").check()
    act(asks.page, "Save it")
    hearing.write_statement(actor=of_user(cast.east), appeal=appeal, text="Ten seconds at least.")
    hearing.agree_pack(actor=of_user(cast.east), appeal=appeal)
    asks.page.goto(f"{site.url}{case}")
    act(asks.page, "We agree that it is right")

    invite.goto(f"{site.url}{case}")
    act(invite, "Open it")
    for user in (cast.chair, cast.appeals_member, cast.third):
        hearing.cast_vote(actor=of_user(user), appeal=appeal, verdict="changed")
    invite.goto(f"{site.url}{case}decision/")
    invite.locator("input[value=changed]").check()
    invite.locator("textarea[name=reasons]").fill("Few would pass with this hand.")
    invite.locator("select[name=effect]").select_option("score")
    invite.get_by_role("button", name="Weighted").click()
    for number, result, weight in ((1, "4S= N", "60"), (2, "4S-1 N", "40")):
        invite.get_by_label(f"Result {number}").fill(result)
        invite.locator("input[type=number]").nth(number - 1).fill(weight)
        invite.locator("input[type=number]").nth(number - 1).press("Tab")
    expect(invite.get_by_text("What it would do")).to_be_visible()
    expect(invite.locator("[data-effect=score]")).to_have_attribute("aria-busy", "false")
    for side in ("told_ns", "told_ew"):
        invite.locator(f"select[name={side}]").select_option("away")
    act(invite, "Publish it")
    expect(invite.get_by_text("Few would pass with this hand.").first).to_be_visible()
    sound(chair)
    assert ScoreAdjustment.objects.current().get(play=world.play).authority.startswith("decision:")
    assert ranking(world) != before
    assert appeal.deposits.get().state == "returned"

    appeal.refresh_from_db()
    assert close_due(appeal.closes_at + timedelta(minutes=1)) == 1
    editor = site.open(case, persona="secretary").page
    act(editor, "Make it a case of the casebook")
    act(editor, "Save")
    act(editor, "Publish it")
    book = Case.objects.get()
    assert book.published_at is not None
    public = site.open(book.get_absolute_url(), viewport=PHONE)
    sound(public)
    expect(public.page.get_by_text("Few would pass with this hand.")).to_be_visible()
    assert "Deuce" not in public.page.content()

    register = site.open("/federations/north/appeals/", persona="north_officer", viewport=PHONE)
    sound(register)
    expect(register.page.get_by_text("100%").first).to_be_visible()


def test_a_long_outcome_breaks_on_a_phone(site: Site) -> None:
    world = make_world(site.cast, published=False)
    world.rule("appeals.deposit", "20")
    appeal = world.requested()
    Appeal.objects.filter(pk=appeal.pk).update(verdict="recommended")
    visit = site.open(appeal.get_absolute_url(), persona="director", viewport=PHONE)
    expect(visit.page.get_by_text("A change is recommended to the director in charge")).to_be_visible()
    sound(visit, PHONE)
