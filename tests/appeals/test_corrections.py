"""A slip is corrected by whoever gave the ruling or decision that it stands in, and by nobody else (Law 93B3)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from appeals.models import Appeal, Decision
from appeals.services import deciding, federation_appeal
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from core.errors import Forbidden
from scoring.models import ScoreAdjustment
from tests.appeals.test_federation_decides import before_the_federation, finally_
from tests.appeals.test_paths import ruled_on
from tests.appeals.world import WRITTEN, World, fresh, led_on

pytestmark = pytest.mark.django_db


def both(world: World) -> tuple[Decision, Decision]:
    """The director's ruling on the law, and the committee's decision on the rest."""
    appeal, law = ruled_on(world, "changed", effect="score", score_ns="4S= N")
    appeal = led_on(world, appeal, "stands")
    made = deciding.decide(
        actor=world.actor("chair", 14),
        appeal=appeal,
        outcomes={appeal.points.get(kind="fact").pk: "stands"},
        text=DecisionText(**WRITTEN),
    )
    return law, made


def address(decision: Decision) -> str:
    at = {"slug": "harbour", "appeal_id": decision.appeal_id, "decision_id": decision.pk}
    return reverse("club-appeal-correct", kwargs=at)


def page(client: Client, world: World, who: str, appeal: Appeal) -> str:
    client.force_login(world.user(who))
    return client.get(fresh(appeal).get_absolute_url()).content.decode()


def test_the_chair_does_not_rewrite_the_ruling_of_the_director_in_charge(world: World) -> None:
    law, made = both(world)
    slip = {"reason": "A slip", "text": DecisionText(**WRITTEN)}
    with pytest.raises(Forbidden, match="whoever gave"):
        deciding.correct(
            actor=world.actor("chair", 20), decision=law, score_change=ScoreChange("score", "3S-9 N"), **slip
        )
    with pytest.raises(Forbidden, match="whoever gave"):
        deciding.correct(actor=world.actor("director", 20), decision=made, **slip)
    assert deciding.correct(actor=world.actor("director", 21), decision=law, **slip).supersedes == law
    assert deciding.correct(actor=world.actor("chair", 21), decision=made, **slip).supersedes == made


def test_another_director_does_not_correct_what_the_director_in_charge_ruled(world: World) -> None:
    law, _made = both(world)
    Decision.objects.filter(pk=law.pk).update(made_by=world.user("operator"))
    law.refresh_from_db()
    with pytest.raises(Forbidden, match="whoever gave"):
        deciding.correct(actor=world.actor("director", 20), decision=law, reason="A slip", text=DecisionText(**WRITTEN))


def test_the_page_offers_a_correction_to_whoever_may_make_it(world: World, client: Client) -> None:
    law, made = both(world)
    for who, own, others in (("chair", made, law), ("director", law, made)):
        shown = page(client, world, who, made.appeal)
        assert address(own) in shown, who
        assert address(others) not in shown, who
        assert client.get(address(own)).status_code == 200
        assert client.get(address(others)).status_code == 403
        assert client.post(address(others), {"reasons": "Else", "correction": "A slip"}).status_code == 403
    assert "appeals/" in page(client, world, "secretary", made.appeal)
    assert "/correct/" not in page(client, world, "secretary", made.appeal)


def corrected(world: World, decision: Decision, who: str, minutes: float = 80, score: str = "") -> Decision:
    return deciding.correct(
        actor=world.actor(who, minutes),
        decision=decision,
        reason="A trick too many was typed",
        text=DecisionText(**(WRITTEN | {"reasons": "Nine tricks."})),
        score_change=ScoreChange("score", score) if score else None,
    )


def counts(world: World) -> ScoreAdjustment:
    return ScoreAdjustment.objects.current().get(play=world.play)


def test_the_federation_corrects_a_slip_in_the_decision_that_closed_the_case(world: World, client: Client) -> None:
    first = finally_(world, before_the_federation(world), "changed", ScoreChange("score", "4S+1 N"))
    closed_at = fresh(first.appeal).closed_at
    # The clock of the pages is today's.
    Decision.objects.filter(pk=first.pk).update(made_at=timezone.now())
    assert address(first) in page(client, world, "north_officer", first.appeal)
    assert client.get(address(first)).status_code == 200
    made = corrected(world, first, "north_officer", score="4S= N")
    assert (made.supersedes, counts(world).authority) == (first, made.authority)
    appeal = fresh(first.appeal)
    assert (appeal.state, appeal.closed_at, appeal.verdict) == ("closed", closed_at, "changed")
    step = appeal.steps.last()
    assert (step.act, step.words) == ("correct", "A trick too many was typed")


def test_a_restored_ruling_stays_restored_when_only_words_are_corrected(world: World) -> None:
    first = finally_(world, before_the_federation(world), "restored")
    before = counts(world)
    made = corrected(world, first, "north_officer")
    assert made.reasons == "Nine tricks."
    assert (counts(world).north_south, counts(world).east_west) == (before.north_south, before.east_west)


def test_nobody_else_corrects_anything_in_a_closed_case_and_not_for_ever(world: World) -> None:
    first = finally_(world, before_the_federation(world), "changed", ScoreChange("score", "4S+1 N"))
    below = first.appeal.decisions.get(stage="first")
    for who, decision in (("chair", first), ("director", first), ("chair", below), ("north_officer", below)):
        with pytest.raises(Forbidden):
            corrected(world, decision, who)
    with pytest.raises(ValidationError, match="could be corrected until"):
        corrected(world, first, "north_officer", 75 + 60 * 24 * 60)


def test_a_case_that_was_closed_by_its_time_is_not_corrected(world: World) -> None:
    made = world.decided()
    federation_appeal.close_due(fresh(made.appeal).closes_at + timedelta(minutes=1))
    assert fresh(made.appeal).state == "closed"
    with pytest.raises(Forbidden):
        corrected(world, made, "chair", 60 * 24 * 60)
