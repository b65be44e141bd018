"""Lists of cases: at home what waits for this very person, at the club's desk every case that waits for somebody."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from appeals.selectors.waiting import open_cases
from appeals.services import hearing
from appeals.services.pool import add_to_pool
from tests.appeals.world import World, make_world
from tests.cast import Cast

pytestmark = pytest.mark.django_db
DESK = "/clubs/harbour/desk/"


@pytest.fixture
def world(unpublished_world: World) -> World:
    return unpublished_world


def page(client: Client, world: World, who: str, address: str = "/") -> str:
    client.force_login(world.user(who))
    return " ".join(client.get(address).content.decode().split())


def words(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text))


@pytest.mark.parametrize("who", ["director", "secretary"])
def test_the_clubs_desk_names_a_request_and_whom_it_waits_for(world: World, client: Client, who: str) -> None:
    appeal = world.requested()
    shown = page(client, world, who, reverse("club-desk-home", kwargs={"slug": "harbour"}))
    assert appeal.get_absolute_url() in shown
    assert "South Deuce" in shown
    assert "all is in order" not in shown


def test_the_clubs_desk_names_a_case_that_is_heard(world: World, client: Client) -> None:
    appeal = world.packed()
    hearing.open_hearing(actor=world.actor("chair", 20), appeal=appeal)
    desk = reverse("club-desk-home", kwargs={"slug": "harbour"})
    assert "0 have voted, 3 must" in words(page(client, world, "secretary", desk))


def test_a_decided_case_that_waits_for_nobody_is_not_on_the_desk(world: World, client: Client) -> None:
    appeal = world.decided().appeal
    desk = reverse("club-desk-home", kwargs={"slug": "harbour"})
    assert appeal.get_absolute_url() not in page(client, world, "secretary", desk)


def test_at_home_stands_only_what_waits_for_this_person(world: World, client: Client) -> None:
    appeal = world.requested()
    link = appeal.get_absolute_url()
    assert link in page(client, world, "south")
    assert link not in page(client, world, "north"), "North has concurred"
    assert link not in page(client, world, "secretary"), "the director is asked"


def test_before_the_official_score_no_date_stands_beside_a_request(world: World, client: Client) -> None:
    """The time for concurring begins with it: a date would be the wrong one, and soon a past one."""
    world.requested()
    (found,) = open_cases(world.actor("south", 60 * 24))
    assert found.until is None
    assert not found.is_overdue


def test_with_the_official_score_the_date_is_the_last_moment_for_concurring(cast: Cast) -> None:
    world = make_world(cast)
    appeal = world.requested()
    (found,) = open_cases(world.actor("south", 6))
    assert found.until == appeal.concur_until


def test_one_who_may_be_asked_to_hear_appeals_finds_them_in_the_navigation(world: World, client: Client) -> None:
    mine = f'<a class="bar__link" href="{reverse("my-appeals")}"'
    assert mine in page(client, world, "chair")
    assert mine in page(client, world, "appeals_member")
    assert mine not in page(client, world, "third")
    assert mine not in page(client, world, "stranger")
    add_to_pool(actor=world.actor("secretary"), body=world.cast.harbour, user=world.user("third"))
    assert mine in page(client, world, "third")


def test_ones_own_page_of_appeals_begins_with_what_waits(world: World, client: Client) -> None:
    world.requested()
    shown = words(page(client, world, "south", reverse("my-appeals")))
    assert "Say whether you concur" in shown
    assert "Say whether you concur" not in words(page(client, world, "north", reverse("my-appeals")))
