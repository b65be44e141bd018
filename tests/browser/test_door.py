"""Typing names at the door without looking up: no key is lost, and nobody sits who was not meant."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from threading import Event as Gate
from typing import Any
from unittest.mock import patch

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Player
from clubs.services.memberships import add_new_member
from events.models import Contestant, Event, Place, Session
from events.selectors import naming
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site, sizes
from tests.events.evening import EVENING, make_event

KEY = 60  # milliseconds
LONGEST = 60  # seconds that the server holds an answer back at most
# Each of these fits one person only, though most are parts of other people's names: “ke grant” is two people's.
PAIRS = (
    ("Mike Grant", "Luke Granter"),
    ("Ann Lee", "Joann Lee"),
    ("Ann Lee-Jones", "Bo Oak"),
    ("Carla Cue", "Dora Double"),
    ("Emil Entry", "Fay Finesse"),
    ("Gus Guard", "Hope Honour"),
    ("Ida Inference", "Jon Jump"),
    ("Kit Kibitz", "Lou Lead"),
    ("Mae Major", "Ned Notrump"),
    ("Ole Opener", "Pia Pass"),
    ("Quin Queen", "Ria Ruff"),
    ("Sam Squeeze", "Tia Trump"),
    ("Uma Under", "Vic Void"),
)
TITLES = [" – ".join(pair) for pair in PAIRS]


@pytest.fixture
def club(site: Site) -> Site:
    for number, name in enumerate((name for pair in PAIRS for name in pair), start=100):
        add_new_member(
            actor=site.cast.actor("secretary"),
            club=site.cast.harbour,
            person={"display_name": name},
            starts=date(2024, 1, 1),
            number=str(number),
        )
    return site


@pytest.fixture
def session(club: Site) -> Session:
    return Session.objects.create(event=make_event(club.cast.harbour), starts_at=EVENING)


def open_desk(club: Site, session: Session, **options: Any) -> Any:
    visit = club.open(f"/clubs/harbour/sessions/{session.pk}/", persona="secretary", **options)
    visit.page.locator("#player_1").focus()
    return visit


def type_on(page: Page, *names: str) -> None:
    """Name, Enter, name, Enter, at the speed of somebody who reads from a list."""
    page.keyboard.type("".join(f"{name}\n" for name in names), delay=KEY)


def seated() -> list[str]:
    return [place.contestant.title for place in Place.objects.order_by("pk")]


@contextmanager
def server_that_answers_late() -> Iterator[Gate]:
    """No name is looked up before the gate is open."""
    gate = Gate()
    look_up = naming.find_for_desk

    def late(**asked: Any) -> Any:
        assert gate.wait(LONGEST)
        return look_up(**asked)

    try:
        with patch.object(naming, "find_for_desk", late):
            yield gate
    finally:
        gate.set()


def test_thirteen_pairs_are_typed_in_a_row_without_a_pause(club: Site, session: Session) -> None:
    visit = open_desk(club, session)
    page = visit.page
    type_on(page, *(name.lower() for pair in PAIRS for name in pair))
    expect(page.locator(".desk__seats tbody tr")).to_have_count(13)
    expect(page.locator(".entry-queue__row")).to_have_count(0)
    assert seated() == TITLES
    expect(page.locator("#player_1")).to_be_focused()
    expect(page.locator("#player_1")).to_have_value("")
    sound(visit)


def test_a_server_that_answers_late_loses_no_key_either(club: Site, session: Session) -> None:
    visit = open_desk(club, session)
    page = visit.page
    with server_that_answers_late() as gate:
        type_on(page, *(name.lower() for pair in PAIRS[:3] for name in pair))
        page.keyboard.type("carla c", delay=KEY)
        expect(page.locator("#player_1")).to_have_value("carla c")
        expect(page.locator(".entry-queue__row")).to_have_count(3)
        assert seated() == []
        gate.set()
        page.keyboard.type("ue\n", delay=KEY)
        expect(page.locator(".desk__seats tbody tr")).to_have_count(3)
        page.keyboard.type("dora double\n", delay=KEY)
        expect(page.locator(".desk__seats tbody tr")).to_have_count(4)
    assert seated() == TITLES[:4]
    assert visit.complaints == []


def test_letters_that_fit_several_take_nobody_and_stay(club: Site, session: Session) -> None:
    """The pair waits below with those whom it may mean, and the typing goes on above."""
    visit = open_desk(club, session)
    page = visit.page
    type_on(page, "ke grant", "bo oak", "carla cue", "dora double")
    expect(page.locator(".desk__seats tbody tr")).to_have_count(1)
    waiting = page.locator(".entry-queue__row")
    expect(waiting).to_have_count(1)
    expect(waiting).to_contain_text("“ke grant” may be any of these")
    expect(waiting.get_by_label("Player 1")).to_have_value("ke grant")
    expect(page.locator("#player_1")).to_be_focused()
    assert seated() == ["Carla Cue – Dora Double"]
    sound(visit)
    waiting.get_by_label("Mike Grant").check()
    waiting.get_by_role("button", name="Add", exact=True).click()
    expect(waiting).to_have_count(0)
    expect(page.locator(".desk__seats tbody tr")).to_have_count(2)
    assert seated() == ["Carla Cue – Dora Double", "Mike Grant – Bo Oak"]
    expect(page.locator("#player_1")).to_be_focused()


@sizes(desk=DESKTOP, phone=PHONE)
def test_a_row_that_was_set_aside_keeps_its_place_and_the_cursor(club: Site, session: Session, viewport: Any) -> None:
    """Put right and refused again, it stands where it stood, and the cursor is in it; rows are short."""
    visit = open_desk(club, session, viewport=viewport)
    page = visit.page
    type_on(page, "bo oka", "carla cue", "zzz nobody", "dora double")
    rows = page.locator(".entry-queue__row")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Did you mean Bo Oak?")
    expect(rows.nth(1)).to_contain_text("Nobody here is called “zzz nobody”")
    sound(visit)
    for row in rows.all():
        box = row.bounding_box()
        assert box
        assert box["height"] < (300 if viewport == PHONE else 200)
    field = rows.nth(0).get_by_label("Player 1")
    field.fill("yyy nobody")
    field.press("Enter")
    expect(rows.nth(0)).to_contain_text("Nobody here is called “yyy nobody”")
    expect(rows.nth(1)).to_contain_text("Nobody here is called “zzz nobody”")
    again = rows.nth(1).get_by_label("Player 1")
    again.fill("xxx nobody")
    again.press("Enter")
    expect(rows.nth(1)).to_contain_text("Nobody here is called “xxx nobody”")
    expect(rows).to_have_count(2)
    rows.nth(0).get_by_label("Player 1").fill("bo oak")
    rows.nth(0).get_by_label("Player 1").press("Enter")
    expect(rows).to_have_count(1)
    expect(rows.nth(0)).to_contain_text("Nobody here is called “xxx nobody”")
    expect(rows.nth(0).get_by_label("Player 1")).to_be_focused()
    assert seated() == ["Bo Oak – Carla Cue"]
    rows.nth(0).get_by_label("Player 1").fill("www nobody")
    rows.nth(0).get_by_label("Player 1").press("Enter")
    expect(rows.nth(0)).to_contain_text("Nobody here is called “www nobody”")
    expect(rows.nth(0).get_by_label("Player 1")).to_be_focused()


@sizes(desk=DESKTOP, phone=PHONE)
def test_a_name_that_nobody_has_makes_no_visitor_by_itself(club: Site, session: Session, viewport: Any) -> None:
    visit = open_desk(club, session, viewport=viewport)
    page = visit.page
    people = Player.objects.count()
    page.keyboard.type("bo oka", delay=KEY)
    expect(page.get_by_role("option", name="New visitor: bo oka")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nobody here is called “bo oka”")).to_be_visible()
    expect(page.locator("#player_1")).to_have_value("bo oka")
    expect(page.locator("#player_2")).to_be_focused()
    sound(visit)
    type_on(page, "carla cue")
    expect(page.locator(".entry-queue__row")).to_contain_text("Nobody here is called “bo oka”")
    assert seated() == []
    assert Player.objects.count() == people
    sound(visit)
    page.locator("[data-entry-waiting]").get_by_role("button", name="Drop").click()
    expect(page.locator(".entry-queue__row")).to_have_count(0)


def test_the_arrows_pick_somebody_and_a_visitor(club: Site, session: Session) -> None:
    page = open_desk(club, session).page
    page.keyboard.type("lee", delay=KEY)
    expect(page.get_by_role("option")).to_have_count(4)
    expect(page.get_by_role("option", selected=True)).to_have_count(0)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#player_1")).to_have_value("Ann Lee-Jones")
    page.keyboard.type("vera visitor", delay=KEY)
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".desk__seats tbody tr")).to_have_count(1)
    assert seated() == ["Ann Lee-Jones – vera visitor"]


def test_somebody_who_is_seated_already_is_named_and_the_typing_goes_on(club: Site, session: Session) -> None:
    page = open_desk(club, session).page
    type_on(page, "bo oak", "carla cue", "bo oak", "pia pass", "ria ruff", "vic void")
    expect(page.locator(".desk__seats tbody tr")).to_have_count(2)
    waiting = page.locator(".entry-queue__row")
    expect(waiting).to_contain_text("Bo Oak")
    expect(waiting).to_have_count(1)
    assert seated() == ["Bo Oak – Carla Cue", "Ria Ruff – Vic Void"]


def test_a_lost_connection_keeps_the_pair_until_it_is_tried_again(club: Site, session: Session) -> None:
    page = open_desk(club, session).page
    page.context.set_offline(True)
    type_on(page, "bo oak", "carla cue")
    waiting = page.locator(".entry-queue__row")
    expect(waiting).to_contain_text("did not answer")
    page.context.set_offline(False)
    waiting.get_by_role("button", name="Try again").click()
    expect(page.locator(".desk__seats tbody tr")).to_have_count(1)
    expect(waiting).to_have_count(0)
    assert seated() == ["Bo Oak – Carla Cue"]


def test_another_act_at_the_desk_leaves_what_is_being_typed(club: Site, session: Session) -> None:
    page = open_desk(club, session).page
    type_on(page, "bo oak", "carla cue", "ria ruff", "vic void")
    expect(page.locator(".desk__seats tbody tr")).to_have_count(2)
    page.keyboard.type("pia", delay=KEY)
    page.get_by_role("button", name="Add another section").click()
    expect(page.get_by_role("heading", name="Section B", exact=True)).to_be_visible()
    expect(page.locator("#player_1")).to_have_value("Pia Pass")
    expect(page.get_by_label("Section", exact=True)).to_be_visible()


def test_entries_of_an_event_are_typed_without_a_pause_as_well(club: Site) -> None:
    event: Event = make_event(club.cast.harbour)
    visit = club.open(f"/clubs/harbour/events/{event.pk}/entries/", persona="secretary")
    page = visit.page
    page.locator("#player_1").focus()
    type_on(page, *(name.lower() for pair in PAIRS[:4] for name in pair))
    expect(page.get_by_text("4 entered")).to_be_visible()
    expect(page.locator(".entry-queue__row")).to_have_count(0)
    assert [row.title for row in Contestant.objects.order_by("pk")] == TITLES[:4]
    sound(visit)


def open_teams(club: Site) -> Any:
    session = Session.objects.create(event=make_event(club.cast.harbour, form="team"), starts_at=EVENING)
    return club.open(f"/clubs/harbour/sessions/{session.pk}/", persona="secretary")


TEAMS = ("Reds", "Blues", "Greens", "Golds", "Greys")


def test_five_teams_are_typed_in_a_row_without_a_pause(club: Site) -> None:
    """After a team its successor's name is next, not a player; nobody is mixed with another team's players."""
    visit = open_teams(club)
    page = visit.page
    names = [name.lower() for pair in PAIRS for name in pair]
    fours = [names[at * 4 : at * 4 + 4] for at in range(len(TEAMS))]
    expect(page.get_by_label("Team", exact=True)).to_be_focused()
    type_on(page, *(word for team, four in zip(TEAMS, fours, strict=True) for word in (team, *four)))
    expect(page.locator(".desk__seats tbody tr")).to_have_count(5)
    expect(page.locator(".entry-queue__row")).to_have_count(0)
    expect(page.get_by_label("Team", exact=True)).to_be_focused()
    rows = [place.contestant for place in Place.objects.order_by("pk")]
    assert [row.name for row in rows] == list(TEAMS)
    assert [[one.title.lower() for one in row.entrants.order_by("position")] for row in rows] == fours
    sound(visit)


def test_a_team_refused_again_leaves_who_types_the_next_teams_name_alone(club: Site) -> None:
    page = open_teams(club).page
    type_on(page, "Reds", "?", "zzz nobody", "?", "?")
    waiting = page.locator(".entry-queue__row")
    expect(waiting).to_contain_text("Nobody here is called “zzz nobody”")
    with server_that_answers_late() as gate:
        waiting.get_by_label("Player 2").fill("yyy nobody")
        waiting.get_by_label("Player 2").press("Enter")
        expect(page.get_by_label("Team", exact=True)).to_be_focused()
        page.keyboard.type("Blu", delay=KEY)
        gate.set()
        expect(waiting).to_contain_text("Nobody here is called “yyy nobody”")
        page.keyboard.type("es", delay=KEY)
    expect(page.locator("#team-name")).to_have_value("Blues")


def test_who_comes_to_the_seating_page_types_at_once(club: Site, session: Session) -> None:
    visit = club.open(f"/clubs/harbour/sessions/{session.pk}/", persona="secretary")
    expect(visit.page.locator("#player_1")).to_be_focused()
    type_on(visit.page, "bo oak", "carla cue")
    expect(visit.page.locator(".desk__seats tbody tr")).to_have_count(1)


def test_the_doubtful_field_of_the_next_row_has_the_cursor(club: Site, session: Session) -> None:
    """A row is put right: the next one that waits begins where the doubt is, not at its first field."""
    page = open_desk(club, session).page
    type_on(page, "zzz nobody", "carla cue", "?", "Hedda Visitor")
    rows = page.locator(".entry-queue__row")
    expect(rows.nth(1)).to_contain_text("Nobody here is called “Hedda Visitor”")
    rows.nth(0).get_by_label("Player 1").fill("bo oak")
    rows.nth(0).get_by_label("Player 1").press("Enter")
    expect(rows).to_have_count(1)
    expect(rows.nth(0).get_by_label("Player 2")).to_be_focused()
