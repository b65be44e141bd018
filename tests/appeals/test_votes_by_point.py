"""Each point is voted on: no outcome is published that no majority is for (Law 93B3)."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal, Vote
from appeals.services import deciding, hearing, lodging
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from tests.appeals.test_paths import ruled_on
from tests.appeals.world import WEIGHTED, WRITTEN, World, fresh, led_on

pytestmark = pytest.mark.django_db


def heard(world: World) -> Appeal:
    """A point of law, contested, and one of fact; everybody has voted to change."""
    appeal, _law = ruled_on(world)
    lodging.contest(actor=world.actor("north", 9), point=appeal.points.get(kind="law"))
    return led_on(world, fresh(appeal), "changed")


def decide(world: World, appeal: Appeal) -> None:
    law, fact = appeal.points.get(kind="law"), appeal.points.get(kind="fact")
    deciding.decide(
        actor=world.actor("chair", 30),
        appeal=appeal,
        outcomes={law.pk: "recommended", fact.pk: "changed"},
        text=DecisionText(**WRITTEN),
        score_change=ScoreChange("score", WEIGHTED),
    )


def test_a_recommendation_that_nobody_voted_for_is_refused(world: World) -> None:
    appeal = heard(world)
    with pytest.raises(ValidationError, match="0 of 3 votes are for this outcome of point 1"):
        decide(world, appeal)
    law, fact = appeal.points.get(kind="law"), appeal.points.get(kind="fact")
    for name in ("chair", "third"):
        votes = {law.pk: "recommended", fact.pk: "changed"}
        hearing.cast_vote(actor=world.actor(name, 26), appeal=appeal, by_point=votes)
    decide(world, appeal)
    made = fresh(appeal).decisions.get(stage="first")
    assert (made.verdict, made.votes_for, made.votes_cast) == ("changed", 2, 3)


def test_a_member_votes_on_each_point(world: World, client: Client) -> None:
    appeal = heard(world)
    law, fact = appeal.points.get(kind="law"), appeal.points.get(kind="fact")
    client.force_login(world.user("third"))
    act = reverse("club-appeal-act", kwargs={"slug": "harbour", "appeal_id": appeal.pk, "act": "vote"})
    missing = client.post(act, {f"vote-point_{law.pk}": "recommended", "vote-words": "Kept"})
    assert missing.status_code == 422
    assert "Kept" in missing.content.decode()
    said = {f"vote-point_{law.pk}": "recommended", f"vote-point_{fact.pk}": "stands"}
    assert client.post(act, said).status_code == 302
    own = Vote.objects.get(member__user=world.user("third"))
    assert (own.on_point(law.pk), own.on_point(fact.pk), own.verdict) == ("recommended", "stands", "recommended")
    page = client.get(appeal.get_absolute_url()).content.decode()
    assert "The wrong Law was applied: <b>A change is recommended" in page
