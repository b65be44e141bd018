"""Scorecard, board and "why" say that a ruling stands behind a result, and lead on to it and to a review."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from events.models import Play
from rulings.models import Ruling
from rulings.services.giving import withdraw
from scoring.services.imports import score_now
from tests.appeals.world import T0, World, make_world
from tests.cast import Cast

pytestmark = pytest.mark.django_db
CHANGED = "Changed by a ruling: from 4♠ spades = N to 4♠ spades −1 N (Law 64A2)."


@pytest.fixture
def world(cast: Cast) -> World:
    # No official score, so that no time runs against the wall clock by which pages go.
    return make_world(cast, published=False)


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", response.content.decode()))


def pages(world: World, play: Play) -> list[str]:
    where = {"slug": "harbour", "session_id": world.session.pk}
    return [
        reverse("club-session-results-card", kwargs=where | {"contestant_id": play.north_id}),
        reverse("club-session-results-board", kwargs=where | {"number": play.board}),
        reverse("club-session-results-why-score", kwargs=where | {"play_id": play.pk, "side": "ns"}),
    ]


def revoke(world: World) -> Ruling:
    made = world.revoke()
    score_now(session=world.session, at=T0)
    return made


def request_address(ruling: Ruling) -> str:
    where = {"slug": "harbour", "session_id": ruling.session_id, "ruling_id": ruling.pk}
    return reverse("club-appeal-request", kwargs=where)


def test_everybody_reads_that_a_ruling_transferred_a_trick(world: World, client: Client) -> None:
    made = revoke(world)
    for page in pages(world, world.play):
        answer = client.get(page)
        assert CHANGED in text(answer), page
        assert made.get_absolute_url() not in answer.content.decode(), "a stranger may not read the ruling"


def test_players_concerned_are_led_to_the_ruling_and_to_a_review(world: World, client: Client) -> None:
    made = revoke(world)
    for who in ("north", "east"):
        client.force_login(world.user(who))
        for page in pages(world, world.play):
            answer = client.get(page).content.decode()
            assert made.get_absolute_url() in answer
            assert request_address(made) in answer
    client.force_login(world.cast.director)
    for page in pages(world, world.play):
        answer = client.get(page).content.decode()
        assert made.get_absolute_url() in answer
        assert request_address(made) not in answer, "the desk is where the director takes a request"


def test_an_adjusted_score_leads_to_its_ruling_and_to_a_review(world: World, client: Client) -> None:
    score_now(session=world.session, at=T0)
    client.force_login(world.user("north"))
    for page in pages(world, world.play):
        answer = client.get(page)
        assert "The score was adjusted by a ruling (Law 16B3, 12C1)." in text(answer)
        assert world.ruling.get_absolute_url() in answer.content.decode()
        assert request_address(world.ruling) in answer.content.decode()


def test_once_it_is_asked_for_the_pages_lead_to_the_case(world: World, client: Client) -> None:
    score_now(session=world.session, at=T0)
    appeal = world.requested()
    client.force_login(world.user("north"))
    for page in pages(world, world.play):
        answer = client.get(page).content.decode()
        assert appeal.get_absolute_url() in answer
        assert request_address(world.ruling) not in answer


def test_nobody_is_led_to_a_review_after_its_time(cast: Cast, client: Client) -> None:
    world = make_world(cast)
    score_now(session=world.session, at=T0)
    client.force_login(world.user("north"))
    for page in pages(world, world.play):
        answer = client.get(page).content.decode()
        assert world.ruling.get_absolute_url() in answer
        assert request_address(world.ruling) not in answer


def test_a_score_by_a_decision_on_appeal_says_so(cast: Cast, client: Client) -> None:
    world = make_world(cast)
    made = world.decided()
    score_now(session=world.session, at=T0)
    client.force_login(world.user("east"))
    for page in pages(world, world.play):
        answer = client.get(page)
        assert "The ruling was changed on appeal" in text(answer)
        assert made.appeal.get_absolute_url() in answer.content.decode()


def test_a_result_that_was_changed_since_is_not_the_rulings(world: World, client: Client) -> None:
    made = revoke(world)
    withdraw(actor=world.cast.actor("director"), ruling=made, reason="It was no revoke")
    score_now(session=world.session, at=T0)
    for page in pages(world, world.play):
        assert "Changed by a ruling" not in text(client.get(page))
