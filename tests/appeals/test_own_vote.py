"""Whoever has voted reads their own vote, and can change it until the decision."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal
from appeals.services import hearing
from tests.appeals.world import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(unpublished_world: World) -> World:
    return unpublished_world


def opened(world: World) -> Appeal:
    return hearing.open_hearing(actor=world.actor("chair", 20), appeal=world.packed()).appeal


def page(client: Client, world: World, who: str, appeal: Appeal) -> str:
    client.force_login(world.user(who))
    return " ".join(client.get(appeal.get_absolute_url()).content.decode().split())


def vote(client: Client, world: World, who: str, appeal: Appeal, verdict: str, words: str = "") -> str:
    client.force_login(world.user(who))
    where = reverse("club-appeal-act", kwargs={"slug": "harbour", "appeal_id": appeal.pk, "act": "vote"})
    said = {"vote-verdict": verdict, "vote-words": words}
    return " ".join(client.post(where, said, follow=True).content.decode().split())


def test_after_voting_ones_own_vote_stands_there_with_its_time(world: World, client: Client) -> None:
    appeal = opened(world)
    assert "Change my vote" not in page(client, world, "third", appeal)
    shown = vote(client, world, "third", appeal, "changed", "Nobody passes")
    assert "You have voted: <b>Changed</b>" in shown
    assert "Change my vote" in shown
    assert "checked" in shown.split('value="changed"')[1].split(">")[0]
    assert "Nobody passes" in shown


def test_a_changed_vote_takes_the_place_of_the_first(world: World, client: Client) -> None:
    appeal = opened(world)
    vote(client, world, "third", appeal, "changed")
    assert "You have voted: <b>The ruling stands</b>" in vote(client, world, "third", appeal, "stands")
    assert appeal.votes.count() == 1


def test_another_member_does_not_read_it_in_their_form(world: World, client: Client) -> None:
    appeal = opened(world)
    vote(client, world, "third", appeal, "changed", "Nobody passes")
    assert "You have voted" not in page(client, world, "appeals_member", appeal)


def test_after_the_decision_the_vote_can_be_read_and_not_changed(world: World, client: Client) -> None:
    appeal = world.decided().appeal
    shown = page(client, world, "third", appeal)
    assert "Change my vote" not in shown
    assert "You have voted: <b>Changed</b>" in shown
