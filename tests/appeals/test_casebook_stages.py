"""The casebook has the decision that counts in the end, and names the stages that led to it."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from appeals.models import Appeal
from appeals.services import casebook, deciding, hearing, lodging
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from tests.appeals.test_federation_decides import before_the_federation, finally_
from tests.appeals.test_paths import ruled_on
from tests.appeals.world import IN_PERCENT, WEIGHTED, WRITTEN, World, fresh, led_on

pytestmark = pytest.mark.django_db


def answered(world: World) -> Appeal:
    """Changed on the facts by the committee; what it recommends on the law the director does not follow."""
    appeal, _law = ruled_on(world)
    law, fact = appeal.points.get(kind="law"), appeal.points.get(kind="fact")
    lodging.contest(actor=world.actor("north", 9), point=law)
    appeal = led_on(world, fresh(appeal), "changed")
    votes = {law.pk: "recommended", fact.pk: "changed"}
    for name in ("chair", "third"):
        hearing.cast_vote(actor=world.actor(name, 14), appeal=appeal, by_point=votes)
    deciding.decide(
        actor=world.actor("chair", 30),
        appeal=appeal,
        outcomes=votes,
        text=DecisionText(**WRITTEN),
        score_change=ScoreChange("score", WEIGHTED),
    )
    law.refresh_from_db()
    deciding.answer_recommendation(
        actor=world.actor("director", 40), point=law, follows=False, reasons="Law 16B1 covers any play"
    )
    return fresh(appeal)


def test_the_committees_decision_is_there_beside_the_directors_answer(world: World) -> None:
    case = casebook.draft_case(actor=world.actor("secretary", 60), body=world.cast.harbour, appeal=answered(world))
    said = case.decision
    assert "Decision: Changed (2 of 3 votes)" in said
    assert "Answer to a recommendation" in said
    assert said.index("Decision: Changed") < said.index("Answer to a recommendation")
    assert said.endswith(f"What counts in the end: Changed. Adjusted score: {IN_PERCENT}.")


def test_what_the_federation_decided_afterwards_is_taken_over_before_it_is_published(
    world: World, client: Client
) -> None:
    appeal = before_the_federation(world)
    editor = world.actor("secretary", 70)
    case = casebook.draft_case(actor=editor, body=world.cast.harbour, appeal=appeal)
    finally_(world, appeal, "restored")
    with pytest.raises(ValidationError, match="Decision of the federation"):
        casebook.publish_case(actor=editor, case=case)
    client.force_login(world.user("secretary"))
    assert "Fill in the decision anew" in client.get(case.get_absolute_url()).content.decode()
    publish = f"{case.get_absolute_url()}publish/"
    assert client.post(publish, {"act": "take_over"}).status_code == 302
    case.refresh_from_db()
    assert "Decision of the federation (Law 93C): The director’s ruling is restored" in case.decision
    assert "What counts in the end: The ruling stands." in case.decision
    assert casebook.publish_case(actor=editor, case=case).is_published
