"""An appeal against transferred tricks: the table's result is the one before the ruling, and can count again."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from appeals.models import Decision
from appeals.selectors.outcomes import possible_outcomes
from appeals.services import deciding
from appeals.services.casebook import draft_case
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from scoring.adjusted.storage import unpack
from scoring.engine.sheet import Outcomes
from scoring.models import BoardResult, ScoreAdjustment
from tests.appeals.world import WRITTEN, World, make_world
from tests.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(world_with_a_revoke: World) -> World:
    return world_with_a_revoke


def shown(client: Client, world: World, page: str, appeal: int) -> str:
    client.force_login(world.user("chair"))
    where = {"slug": "harbour", "appeal_id": appeal}
    return " ".join(client.get(reverse(f"club-{page}", kwargs=where)).content.decode().split())


def score(world: World) -> int | None:
    """What counts for North-South on the board: the adjusted score, else the result."""
    given = ScoreAdjustment.objects.current().filter(play=world.play).first()
    if given is not None:
        value = unpack(given.north_south)
        assert isinstance(value, Outcomes)
        return value.single
    return BoardResult.objects.current().get(play=world.play).score


def decided(world: World, effect: str) -> Decision:
    appeal = world.heard()
    outcomes = {point.pk: "changed" for point in appeal.points.all()}
    return deciding.decide(
        actor=world.actor("chair", 30),
        appeal=appeal,
        outcomes=outcomes,
        text=DecisionText(**WRITTEN),
        score_change=ScoreChange(effect),
    )


def results(world: World) -> tuple[int | None, int | None]:
    rows = BoardResult.objects.filter(play=world.play).order_by("version")
    return rows[0].score, rows[1].score


@pytest.mark.parametrize("page", ["appeal-pack", "appeal-decide"])
def test_the_tables_result_and_the_rulings_are_both_named(world: World, client: Client, page: str) -> None:
    appeal = world.heard()
    text = shown(client, world, page, appeal.pk)
    table, ruled = text.split("Result at the table</dt>")[1].split("With the tricks transferred</dt>")[:2]
    assert "=" in table.split("</dd>")[0].rpartition("</span>")[2]
    assert "-1" in ruled.split("</dd>")[0].rpartition("</span>")[2]


def test_the_casebook_names_the_tables_result(world: World) -> None:
    made = decided(world, "table")
    assert draft_case(
        actor=world.actor("secretary", 60 * 24 * 9), body=world.cast.harbour, appeal=made.appeal
    ).contract.startswith("4S= N")


def test_the_tables_result_counts_again(world: World) -> None:
    before, after = results(world)
    assert score(world) == after
    decided(world, "table")
    assert score(world) == before


def test_a_corrected_decision_leaves_the_rulings_tricks(world: World) -> None:
    made = decided(world, "table")
    deciding.correct(
        actor=world.actor("chair", 31),
        decision=made,
        reason="A slip: a warning was meant",
        text=DecisionText(**WRITTEN),
        score_change=ScoreChange(penalties=({"contestant": world.play.east_id, "unit": "warning", "law": "90A"},)),
    )
    assert score(world) == results(world)[1]


def words(score: int) -> str:
    return f"{score:+d}".replace("-", "−")


def test_the_possible_decisions_are_the_rulings_and_the_tables(world: World) -> None:
    found = possible_outcomes(world.actor("chair", 30), world.heard())
    before, after = results(world)
    assert [(str(one.label), one.score) for one in found] == [
        ("The ruling stands", words(after)),
        ("The result at the table counts again", words(before)),
    ]


def test_where_a_suggested_call_led_to_the_result_the_pad_begins_without_it(cast: Cast, client: Client) -> None:
    """As on the director's own page: after Law 16B the result of the infraction has no weight."""
    world = make_world(cast, published=False)
    assert 'data-table=""' in shown(client, world, "appeal-decide", world.heard().pk)


def test_elsewhere_the_pad_begins_with_what_counts(world: World, client: Client) -> None:
    assert 'data-table="4S-1 N"' in shown(client, world, "appeal-decide", world.heard().pk)
