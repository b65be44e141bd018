"""What was typed into a ruling and did not reach the server waits on the device until the director decides on it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from rulings.models import Ruling
from tests.browser.conftest import PHONE, Site
from tests.browser.desk import address, in_play, plays
from tests.rulings.night import begin

FACTS = "West bid 1S over 2H and did not see it."
REASONS = "The replacement showed the same hand."


def facts(page: Page) -> Locator:
    return page.get_by_label(re.compile(r"What happened\s+\("))


def reasons(page: Page) -> Locator:
    return page.get_by_label("Reasons")


def give_without_connection(site: Site, ruling: Ruling) -> Page:
    """Facts and reasons are typed, the network goes, the page is closed: a new one in the same browser."""
    at = f"rulings/{ruling.pk}/write/"
    page = site.open(address(ruling.session, at), persona="director", viewport=PHONE).page
    facts(page).fill(FACTS)
    reasons(page).fill(REASONS)
    page.context.set_offline(True)
    page.get_by_role("button", name="Give this ruling").click()
    expect(page.get_by_text("There is no connection.")).to_be_visible()
    page.context.set_offline(False)
    context = page.context
    page.close()
    return context.new_page()


def begun(site: Site) -> Ruling:
    session = in_play(site, 8)
    return begin(site.cast, plays(session)[0])


def to_form(site: Site, page: Page, ruling: Ruling) -> None:
    page.goto(f"{site.url}{address(ruling.session, f'rulings/{ruling.pk}/write/')}")


def test_typing_before_the_banner_is_answered_leaves_what_was_kept(site: Site) -> None:
    ruling = begun(site)
    page = give_without_connection(site, ruling)
    to_form(site, page, ruling)
    expect(page.get_by_role("button", name="Bring it back")).to_be_visible()
    page.get_by_role("textbox", name="Auction", exact=True).fill("1NT")
    page.reload()
    page.get_by_role("button", name="Bring it back").click()
    expect(facts(page)).to_have_value(FACTS)
    expect(reasons(page)).to_have_value(REASONS)
    expect(page.get_by_role("textbox", name="Auction", exact=True)).to_have_value("1NT")
    expect(page.get_by_text("has not been saved")).to_have_count(0)


def test_bringing_back_leaves_what_was_typed_since(site: Site) -> None:
    ruling = begun(site)
    page = give_without_connection(site, ruling)
    to_form(site, page, ruling)
    page.get_by_role("textbox", name="Auction", exact=True).fill("1NT")
    reasons(page).fill("Other words.")
    page.get_by_role("button", name="Bring it back").click()
    expect(page.get_by_role("textbox", name="Auction", exact=True)).to_have_value("1NT")
    expect(facts(page)).to_have_value(FACTS)
    expect(reasons(page)).to_have_value("Other words.")
    # What both have is for the director to decide, and giving waits for it.
    expect(page.get_by_role("alert").get_by_text(REASONS)).to_be_visible()
    page.get_by_role("button", name="Give this ruling").click()
    expect(page.get_by_text("Decide first")).to_be_visible()
    page.get_by_role("button", name="Put it in").click()
    expect(reasons(page)).to_have_value(f"Other words.\n{REASONS}")
    page.get_by_role("button", name="Give this ruling").click()
    expect(page.get_by_text("The ruling is given.").first).to_be_visible()
    ruling.refresh_from_db()
    assert (ruling.facts, ruling.auction) == (FACTS, "1NT")
    to_form(site, page, ruling)
    expect(page.get_by_role("button", name="Save")).to_be_visible()
    expect(page.get_by_role("button", name="Bring it back")).to_have_count(0)


def test_giving_with_the_banner_unanswered_asks_first(site: Site) -> None:
    ruling = begun(site)
    page = give_without_connection(site, ruling)
    to_form(site, page, ruling)
    page.get_by_role("button", name="Give this ruling").click()
    expect(page.get_by_text("Decide first")).to_be_visible()
    ruling.refresh_from_db()
    assert ruling.is_draft
    page.get_by_role("button", name="Bring it back").click()
    page.get_by_role("button", name="Give this ruling").click()
    expect(page.get_by_text("The ruling is given.").first).to_be_visible()
    ruling.refresh_from_db()
    assert (ruling.facts, ruling.reasons) == (FACTS, REASONS)


def test_what_is_refused_is_still_kept(site: Site) -> None:
    """A page that says what is wrong has what was typed; closed, it is offered again."""
    ruling = begun(site)
    page = give_without_connection(site, ruling)
    to_form(site, page, ruling)
    page.get_by_role("button", name="Bring it back").click()
    page.get_by_role("textbox", name="Auction", exact=True).fill("nonsense")
    page.get_by_role("button", name="Give this ruling").click()
    expect(page.locator("[data-error-summary], .errorlist, .field__error").first).to_be_visible()
    expect(page.get_by_role("button", name="Bring it back")).to_have_count(0)
    to_form(site, page, ruling)
    page.get_by_role("button", name="Bring it back").click()
    expect(facts(page)).to_have_value(FACTS)


def test_the_assistant_and_the_list_say_that_typed_text_waits_and_who_was_told_stays(site: Site) -> None:
    ruling = begun(site)
    page = give_without_connection(site, ruling)
    page.goto(f"{site.url}{address(ruling.session, 'rulings/')}")
    expect(page.get_by_text("typed text waits on this device")).to_be_visible()
    page.get_by_role("link", name="Insufficient bid").first.click()
    expect(page.get_by_text("waits on this device")).to_be_visible()
    page.get_by_role("button", name="Rule so").click()
    expect(page.get_by_text("Press again to rule without it")).to_be_visible()
    ruling.refresh_from_db()
    assert ruling.is_draft
    page.get_by_role("button", name="Rule so").click()
    expect(page.get_by_text("Ruled.").first).to_be_visible()
    expect(page.get_by_text("waits on this device")).to_be_visible()

    # Only what was typed comes back; the page says that the ruling is another by now.
    page.get_by_role("link", name="Amend, or add to it").click()
    expect(page.get_by_text("has been changed since")).to_be_visible()
    page.get_by_role("button", name="Bring it back").click()
    expect(facts(page)).to_have_value(FACTS)
    page.get_by_label("Why the ruling is changed").fill("Written up")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The ruling is amended").first).to_be_visible()
    expect(page.get_by_text("waits on this device")).to_be_hidden()
    ruling.refresh_from_db()
    assert (ruling.facts, ruling.reasons) == (FACTS, REASONS)
    assert (ruling.told_ns_how, ruling.told_ew_how) == ("table", "table")
    assert ruling.told_ns_at is not None


def test_what_the_server_has_otherwise_by_now_is_not_replaced(site: Site) -> None:
    ruling = begun(site)
    page = give_without_connection(site, ruling)
    Ruling.objects.filter(pk=ruling.pk).update(facts="A colleague has been there.", version=ruling.version + 1)
    to_form(site, page, ruling)
    expect(page.get_by_text("has been changed since")).to_be_visible()
    page.get_by_role("button", name="Bring it back").click()
    expect(facts(page)).to_have_value("A colleague has been there.")
    expect(page.get_by_role("alert").get_by_text(FACTS)).to_be_visible()
    expect(reasons(page)).to_have_value(REASONS)


def test_an_answer_without_a_connection_keeps_the_page_and_is_sent_again(site: Site) -> None:
    session = in_play(site, 8)
    ruling = begin(site.cast, plays(session)[0], facts={"rot": "y"})
    page = site.open(address(session, f"rulings/{ruling.pk}/assistant/"), persona="director", viewport=PHONE).page
    question = page.locator(".ask__question").inner_text()
    page.context.set_offline(True)
    page.locator(".ask__answer").first.click()
    expect(page.get_by_text("There is no connection.")).to_be_visible()
    expect(page.locator(".ask__question")).to_have_text(question)
    page.context.set_offline(False)
    page.locator(".ask__answer").first.click()
    expect(page.locator(".ask__question, #say-title").first).not_to_have_text(question)
    ruling.refresh_from_db()
    assert [question for question, _answer in ruling.answers] == ["event", "rot", "acc"]
