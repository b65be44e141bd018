"""The form of a decision: what it needs is marked, and the preview belongs to what is typed."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal, Decision
from tests.appeals.world import WEIGHTED, WRITTEN, World, make_world
from tests.cast import Cast

pytestmark = pytest.mark.django_db
MARK = "required with an adjusted score"


@pytest.fixture
def world(unpublished_world: World) -> World:
    return unpublished_world


def address(appeal: Appeal, page: str = "decide") -> str:
    return reverse(f"club-appeal-{page}", kwargs={"slug": "harbour", "appeal_id": appeal.pk})


def typed(appeal: Appeal, **more: Any) -> dict[str, Any]:
    point = appeal.points.get()
    said = {name: ", ".join(value) if isinstance(value, list) else value for name, value in WRITTEN.items()}
    return said | {f"point_{point.pk}": "changed", "effect": "score", "score_ns": WEIGHTED, **more}


def previewed(answer: Any) -> str:
    found = re.search(r'name="previewed"\s+value="([^"]*)"', answer.content.decode())
    assert found is not None
    return html.unescape(found[1])


def test_what_an_adjusted_score_needs_is_marked(world: World, client: Client) -> None:
    appeal = world.heard()
    client.force_login(world.user("chair"))
    shown = client.get(address(appeal)).content.decode()
    for name in ("facts", "law_refs", "told_ns", "told_ew"):
        label = shown.split(f'for="id_{name}"')[1].split("</label>")[0]
        assert MARK in label, name


def test_what_was_previewed_is_published(world: World, client: Client) -> None:
    appeal = world.heard()
    client.force_login(world.user("chair"))
    answer = client.post(address(appeal, "preview"), typed(appeal))
    client.post(address(appeal), typed(appeal, previewed=previewed(answer)))
    assert Decision.objects.get().score_ns == WEIGHTED


def test_what_was_changed_after_the_preview_is_refused_with_what_changed(world: World, client: Client) -> None:
    appeal = world.heard()
    client.force_login(world.user("chair"))
    seen = previewed(client.post(address(appeal, "preview"), typed(appeal)))
    answer = client.post(address(appeal), typed(appeal, score_ns="4S= N", previewed=seen))
    assert answer.status_code == 422
    shown = html.unescape(answer.content.decode())
    assert "Adjusted score for North-South" in shown
    assert f"was “{WEIGHTED}”, is “4S= N”" in shown
    assert not Decision.objects.exists()
    client.post(address(appeal), typed(appeal, score_ns="4S= N", previewed=previewed(answer)))
    assert Decision.objects.get().score_ns == "4S= N"


def test_a_typed_penalty_is_part_of_the_preview(cast: Cast, client: Client) -> None:
    world = make_world(cast, published=False, scoring="total-points")
    appeal = world.heard()
    client.force_login(world.user("chair"))
    fine = {
        "penalty_who_1": world.play.north_id,
        "penalty_amount_1": "100",
        "penalty_unit_1": "points",
        "penalty_law_1": "90A",
    }
    without = client.post(address(appeal, "preview"), typed(appeal))
    with_fine = client.post(address(appeal, "preview"), typed(appeal, **fine))
    assert previewed(without) != previewed(with_fine)
    assert (
        without.content.decode().split("In the ranking")[-1] != with_fine.content.decode().split("In the ranking")[-1]
    )


def test_a_preview_that_is_no_text_of_ours_is_as_good_as_none(world: World, client: Client) -> None:
    appeal = world.heard()
    client.force_login(world.user("chair"))
    for text in ("[1", "[]", '"x"', "12"):
        answer = client.post(address(appeal), typed(appeal, previewed=text))
        assert answer.status_code == 422
