"""What happened to an appeal stands where people look first: names, news, and a score to be published again."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from appeals.models import BodyMember
from appeals.panel import waiting_concerns
from appeals.selectors.case_page import CasePage
from appeals.selectors.on_home import on_home
from appeals.selectors.to_publish import is_to_publish
from appeals.services import bodies
from scoring.services.official import publish
from tests.appeals.world import World, fresh

pytestmark = pytest.mark.django_db


def test_those_invited_read_the_names_of_both_sides(world: World, client: Client) -> None:
    appeal = world.referred()
    bodies.seat(actor=world.actor("chair", 9), appeal=appeal, user=world.user("third"), role="member")
    client.force_login(world.user("third"))
    shown = client.get(appeal.get_absolute_url()).content.decode()
    head = shown[shown.index("<h1>") : shown.index("</header>", shown.index("<h1>"))]
    for name in ("North Deuce", "South Deuce", "East Deuce", "West Deuce"):
        assert name in head


def test_why_somebody_declines_to_sit_is_not_for_the_sides(world: World) -> None:
    appeal = world.referred()
    bodies.seat(actor=world.actor("chair", 9), appeal=appeal, user=world.user("third"), role="member")
    member = BodyMember.objects.get(body__appeal=appeal, user=world.user("third"))
    bodies.answer_invitation(actor=world.actor("third", 10), member=member, accepts=False, reason="I play with North")
    for name, reads in (("north", False), ("chair", True)):
        words = " ".join(line.words for line in CasePage.of(fresh(appeal), world.actor(name, 11)).timeline)
        assert ("I play with North" in words) is reads


def test_a_player_reads_what_was_decided_and_until_when_it_can_go_further(world: World) -> None:
    world.rule("appeals.further", True)
    appeal = world.decided().appeal
    for name in ("north", "west"):
        [news] = on_home(world.actor(name, 31)).news
        assert news.appeal == appeal
        assert "is decided" in news.title
        assert "to the federation until" in news.can_do
    [of_director] = on_home(world.actor("director", 31)).news
    assert (of_director.appeal, of_director.can_do) == (appeal, "")
    assert not on_home(world.actor("stranger", 31))


def test_the_first_page_shows_it_until_it_is_read(world: World, client: Client) -> None:
    world.decided()
    world.user("north").notices.update(made_at=world.actor("north").at)
    client.force_login(world.user("north"))
    news = on_home(world.actor("north", 31)).news
    client.post(reverse("my-appeals-read"))
    assert news
    assert not on_home(world.actor("north", 31)).news


def test_a_score_that_a_decision_changed_is_to_be_published_again(world: World, client: Client) -> None:
    director = world.actor("director", 31)
    assert not is_to_publish(director, world.session)
    world.decided()
    assert is_to_publish(director, world.session)
    assert on_home(director).to_publish == [world.session]
    assert not on_home(world.actor("north", 31)).to_publish
    assert any("publish it again" in one.text for one in waiting_concerns(director, world.cast.harbour))
    kwargs = {"slug": "harbour", "session_id": world.session.pk}
    page = client.get(reverse("club-session-official", kwargs=kwargs)).content.decode()
    assert "it is to be published again" in page
    client.force_login(world.user("director"))
    assert "publish it again" in client.get(reverse("club-session-desk", kwargs=kwargs)).content.decode()
    assert "publish it again" in client.get(reverse("home")).content.decode()
    publish(actor=world.actor("director", 32), session=world.session)
    assert not is_to_publish(world.actor("director", 33), world.session)
