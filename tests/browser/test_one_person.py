"""One person: a visitor of last month finds the evening again, and an officer merges a duplicate and takes it back."""

from __future__ import annotations

from datetime import date

import pytest
from allauth.account.models import EmailAddress
from django.forms.models import model_to_dict
from playwright.sync_api import Page, expect

from clubs.models import Membership, Player
from clubs.services.memberships import add_new_member
from events.models import Contestant, Entrant, Event, Place, Section, Session
from events.services.last_played import note_last_played
from scoring.models import ComparisonField, ScoringRun, Standing
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.cast import PASSWORD
from tests.events.evening import EVENING, make_players


def evening_of(site: Site, player: Player) -> Event:
    """An evening with a result."""
    event = Event.objects.create(
        club=site.cast.harbour, name="Evening of last month", made_at=EVENING, published_at=EVENING
    )
    pair = Contestant.objects.create(event=event, entered_at=EVENING)
    for position, person in enumerate((player, *make_players(1, "Partner")), start=1):
        Entrant.objects.create(event=event, contestant=pair, player=person, position=position)
    session = Session.objects.create(event=event, starts_at=EVENING, state="finished", round=1)
    Place.objects.create(session=session, section=Section.objects.create(session=session), contestant=pair, number=1)
    field = ComparisonField.objects.create(session=session)
    run = ScoringRun.objects.create(field=field, revision=1, method="matchpoints", scored_at=EVENING)
    Standing.objects.create(run=run, contestant=pair, rank=1, boards=24, total="50", shown_total="50")
    note_last_played(session)
    return event


def sign_up(page: Page, url: str, name: str, email: str) -> None:
    page.locator("input[name=display_name]").fill(name)
    page.locator("input[name=email]").fill(email)
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    page.wait_for_url("**/confirm-email/**")
    EmailAddress.objects.filter(email=email).update(verified=True)
    page.goto(f"{url}/account/login/")
    page.locator("input[name=login]").fill(email)
    page.locator("input[type=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


@pytest.mark.django_db(transaction=True)
def test_a_visitor_of_last_month_signs_up_claims_the_evening_and_sees_it_under_my_results(site: Site) -> None:
    evening_of(site, Player.objects.create(display_name="Ozola, Ilze"))
    phone = site.open("/account/signup/", viewport=PHONE)
    sign_up(phone.page, site.url, "Ilze Ozola", "ilze@example.org")
    phone.page.get_by_role("link", name="Is this you?").click()
    sound(phone)
    phone.page.get_by_role("button", name="That is me").click()
    expect(phone.page.get_by_text("has been asked").first).to_be_visible()
    desk = site.open("/clubs/harbour/members/requests/", persona="secretary", viewport=DESKTOP)
    sound(desk)
    desk.page.get_by_role("button", name="It is this visitor").click()
    expect(desk.page.get_by_text("Joined: what Ilze Ozola played").first).to_be_visible()
    phone.go_to(f"{site.url}/account/results/")
    expect(phone.page.get_by_text("Evening of last month").first).to_be_visible()


def every_row() -> list[object]:
    """As the database has it, but for the versions."""
    people = [model_to_dict(player, exclude=["version"]) for player in Player.objects.order_by("pk")]
    merged = list(Player.objects.order_by("pk").values_list("merged_into_id", "name_key", "search_key"))
    memberships = list(Membership.objects.order_by("pk").values())
    return [people, merged, memberships, list(Entrant.objects.order_by("pk").values())]


@pytest.mark.django_db(transaction=True)
def test_an_officer_finds_a_duplicate_merges_it_and_takes_it_back(site: Site) -> None:
    person = {"display_name": "Ilze Ozola"}
    actor = site.cast.actor("secretary")
    add_new_member(actor=actor, club=site.cast.harbour, person=person, starts=date(2024, 1, 1), number="31")
    evening_of(site, Player.objects.create(display_name="OZOLA, Ilze"))
    before = every_row()
    visit = site.open("/federations/dummyland/duplicates/", persona="officer", viewport=DESKTOP)
    sound(visit, DESKTOP, PHONE)
    visit.page.get_by_role("link", name="Look at both").click()
    expect(visit.page.get_by_text("Evening of last month").first).to_be_visible()
    sound(visit, PHONE, DESKTOP)
    visit.page.get_by_role("button", name="Yes, merge them").click()
    expect(visit.page.get_by_text("Merged: Ilze Ozola").first).to_be_visible()
    assert every_row() != before
    sound(visit)
    visit.page.get_by_role("button", name="Take the merge back").click()
    expect(visit.page.get_by_text("Taken back: both records").first).to_be_visible()
    assert every_row() == before
