"""What a decision does to the ranking: unknown to those who vote, shown with the decision, to each side its own."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from appeals.models import Appeal, Decision
from appeals.selectors.outcomes import possible_outcomes
from appeals.services import hearing
from appeals.views.base import appeal_url
from rulings.models import Ruling
from scoring.models import ComparisonField
from scoring.runs.standings import unsaved_standings
from tests.appeals.world import World, fresh

pytestmark = pytest.mark.django_db
TITLE = "What each decision would do to the ranking"


@pytest.fixture
def world(total_points_world: World) -> World:
    return total_points_world


def shown(world: World, client: Client, appeal: Appeal, who: str, page: str) -> str:
    client.force_login(world.user(who))
    return client.get(appeal_url(appeal, page)).content.decode()


def open_without_votes(world: World) -> Appeal:
    appeal = world.packed()
    hearing.open_hearing(actor=world.actor("chair", 20), appeal=appeal)
    return fresh(appeal)


def vote(world: World, appeal: Appeal) -> None:
    for name in ("chair", "appeals_member", "third"):
        hearing.cast_vote(actor=world.actor(name, 25), appeal=appeal, verdict="changed")


def test_each_side_reads_its_own_figures_in_every_row(world: World) -> None:
    Ruling.objects.filter(pk=world.ruling.pk).update(score_ns="50 7NTXX= N, 50 7NTXX-13 N")
    found = possible_outcomes(world.actor("director"), world.heard())
    assert len(found) > 1
    orders = {tuple(row.move.contestant for row in one.effect.here) for one in found}
    assert orders == {tuple(world.play.contestant_ids)}, "the columns are the sides at the table, in every row"


@pytest.mark.parametrize("who", ["chair", "appeals_member", "director", "north"])
def test_the_hearing_pack_says_nothing_of_the_ranking(world: World, client: Client, who: str) -> None:
    assert TITLE not in shown(world, client, open_without_votes(world), who, "appeal-pack")


def test_the_chair_sees_what_it_does_once_the_quorum_has_voted(world: World, client: Client) -> None:
    appeal = open_without_votes(world)
    said = {"effect": "score", "score_ns": "4S= N", "score_ew": ""}
    page = shown(world, client, appeal, "chair", "appeal-decide")
    assert TITLE not in page
    before = client.post(appeal_url(appeal, "appeal-preview"), said).content.decode()
    assert "In the ranking" not in before
    assert "once the votes are cast" in before
    typed_wrong = client.post(appeal_url(appeal, "appeal-preview"), said | {"score_ns": "9S= N"}).content.decode()
    assert "field__error" in typed_wrong, "what cannot be read is said at any time"
    vote(world, appeal)
    assert TITLE in shown(world, client, appeal, "chair", "appeal-decide")
    assert "In the ranking" in client.post(appeal_url(appeal, "appeal-preview"), said).content.decode()


def test_the_decision_is_published_with_what_it_did_to_the_ranking(world: World, client: Client) -> None:
    before = {
        row.contestant_id: row.place for row in unsaved_standings(ComparisonField.objects.get(session=world.session))
    }
    made = world.decide(world.heard(), score="7SXX= N")
    after = {
        row.contestant_id: row.place for row in unsaved_standings(ComparisonField.objects.get(session=world.session))
    }
    kept = {row["contestant"]: (row["before"][0], row["after"][0]) for row in Decision.objects.get().ranking}
    assert set(kept) >= set(world.play.contestant_ids)
    assert all(kept[one] == (before[one], after[one]) for one in kept)
    moved = {one for one in before if before[one] != after[one]}
    assert moved <= set(kept)
    page = shown(world, client, made.appeal, "chair", "appeal")
    assert "What it did to the ranking" in page
    assert re.search(r"North Deuce", page)
