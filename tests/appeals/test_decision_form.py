"""The form of a decision: what it needs is marked, and the preview belongs to what is typed."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal, Decision
from appeals.services import hearing
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


def defaults(appeal: Appeal, **more: Any) -> dict[str, Any]:
    """As a browser sends the form where nobody has touched score or penalties."""
    rows = {f"penalty_{part}_{row}": value for row in (1, 2) for part, value in (("unit", "points"), ("law", "90A"))}
    return typed(appeal, **({"effect": "none", "score_ns": "", "previewed": ""} | rows | more))


@pytest.mark.parametrize("seen", ["", "{}"])
def test_a_decision_without_a_score_is_published_at_the_first_press(world: World, client: Client, seen: str) -> None:
    appeal = world.heard("stands")
    client.force_login(world.user("chair"))
    client.get(address(appeal))
    stands = {f"point_{appeal.points.get().pk}": "stands", "previewed": seen}
    assert client.post(address(appeal), defaults(appeal, **stands)).status_code == 302
    assert Decision.objects.get().verdict == "stands"


def test_what_really_stands_in_the_way_comes_before_the_preview(world: World, client: Client) -> None:
    appeal = world.packed()
    hearing.open_hearing(actor=world.actor("chair", 20), appeal=appeal)
    client.force_login(world.user("chair"))
    answer = client.post(address(appeal), defaults(appeal, effect="score", score_ns="4S= N"))
    shown = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "0 have voted; the quorum is 3" in shown
    assert "after the preview" not in shown


def test_a_score_that_nobody_has_seen_a_preview_of_is_shown_first_and_not_called_changed(
    world: World, client: Client
) -> None:
    appeal = world.heard()
    client.force_login(world.user("chair"))
    answer = client.post(address(appeal), defaults(appeal, effect="score", score_ns="4S= N"))
    shown = html.unescape(answer.content.decode())
    assert "Changed after the preview" not in shown
    assert "Look at what it does" in shown
    again = defaults(appeal, effect="score", score_ns="4S= N", previewed=previewed(answer))
    assert client.post(address(appeal), again).status_code == 302


def test_words_alone_are_corrected_at_the_first_press(world: World, client: Client) -> None:
    made = world.decide(world.heard("stands"), "stands")
    client.force_login(world.user("chair"))
    at = reverse("club-appeal-correct", kwargs={"slug": "harbour", "appeal_id": made.appeal_id, "decision_id": made.pk})
    said = defaults(made.appeal, reasons="Better words", correction="A word was missing")
    assert client.post(at, said).status_code == 302
    assert Decision.objects.get(supersedes=made).reasons == "Better words"


def test_a_refusal_of_the_person_keeps_what_was_typed(world: World, client: Client) -> None:
    appeal = world.heard()
    world.decide(appeal)
    client.force_login(world.user("chair"))
    answer = client.post(address(appeal), typed(appeal, reasons="An hour of careful words"))
    assert answer.status_code == 403
    assert "An hour of careful words" in answer.content.decode()


def test_a_preview_that_is_no_text_of_ours_is_as_good_as_none(world: World, client: Client) -> None:
    appeal = world.heard()
    client.force_login(world.user("chair"))
    for text in ("[1", "[]", '"x"', "12"):
        answer = client.post(address(appeal), typed(appeal, previewed=text))
        assert answer.status_code == 422
