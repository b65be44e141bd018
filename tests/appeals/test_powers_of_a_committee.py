"""A committee has the Director's powers (Law 93B3): penalties, a warning, and a split under Law 12C1(e)."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from appeals.models import Appeal, Decision
from appeals.models.decisions import DecisionDraft
from appeals.services import deciding
from appeals.services.casebook import draft_case
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from appeals.views.base import appeal_url
from rulings.models import Ruling
from scoring.models import Penalty, ScoreAdjustment
from tests.appeals.world import WEIGHTED, World, fresh

pytestmark = pytest.mark.django_db
TEXT: dict[str, Any] = {
    "reasons": "Few would pass.",
    "facts": "South thought for long.",
    "law_refs": ["16B1"],
    "told_ns": "away",
    "told_ew": "device",
}


def decide(world: World, appeal: Appeal, score_change: ScoreChange, verdict: str = "changed", **text: Any) -> Decision:
    return deciding.decide(
        actor=world.actor("chair", 30),
        appeal=appeal,
        outcomes={point.pk: verdict for point in appeal.points.all()},
        text=DecisionText(**(TEXT | text)),
        score_change=score_change,
    )


def penalty(world: World, **more: Any) -> dict[str, Any]:
    return {"contestant": world.play.east_id, "amount": "10", "unit": "percent of a top", "law": "90A"} | more


def test_a_committee_gives_a_penalty_though_the_ruling_stands(world: World) -> None:
    made = decide(world, world.heard("stands"), ScoreChange(penalties=(penalty(world),)), "stands")
    given = Penalty.objects.get(withdrawn_at=None)
    assert (given.contestant_id, given.amount, given.authority) == (world.play.east_id, 10, made.authority)
    assert made.penalties == [penalty(world)]


def test_a_committee_warns(world: World) -> None:
    warning = penalty(world, unit="warning", amount="")
    made = decide(world, world.heard("stands"), ScoreChange(penalties=(warning,)), "stands")
    assert Penalty.objects.get(authority=made.authority).unit == "warning"


def test_a_bad_penalty_is_refused_before_anything_is_written(world: World) -> None:
    appeal = world.heard("stands")
    with pytest.raises(ValidationError, match="how much"):
        decide(world, appeal, ScoreChange(penalties=(penalty(world, amount="much"),)), "stands")
    assert not Decision.objects.exists()


def test_a_corrected_decision_gives_its_penalty_once(world: World) -> None:
    made = decide(world, world.heard("stands"), ScoreChange(penalties=(penalty(world),)), "stands")
    again = deciding.correct(
        actor=world.actor("chair", 31), decision=made, reason="Twenty was meant", text=DecisionText(**TEXT),
        score_change=ScoreChange(penalties=(penalty(world, amount="20"),)),
    )  # fmt: skip
    [counts] = Penalty.objects.filter(withdrawn_at=None)
    assert (counts.amount, counts.authority) == (20, again.authority)


def test_a_committee_splits_the_score_for_damage_of_ones_own_making(world: World) -> None:
    Ruling.objects.filter(pk=world.ruling.pk).update(offending="NS")
    appeal = world.heard()
    with pytest.raises(ValidationError, match=r"12C1\(e\)|without its own error"):
        decide(world, appeal, ScoreChange("score", "3S+1 N", own_damage="EW"))
    made = decide(world, appeal, ScoreChange("score", "3S+1 N", own_damage="EW", score_normal="4S-1 N"))
    given = ScoreAdjustment.objects.current().get(play=world.play)
    assert (given.kind, given.authority) == ("split", made.authority)
    assert (made.own_damage, made.score_normal) == ("EW", "4S-1 N")


@pytest.mark.parametrize("missing", ["law_refs", "facts", "reasons", "told_ns", "told_ew"])
def test_an_assigned_score_needs_law_facts_reasons_and_who_was_told(world: World, missing: str) -> None:
    appeal = world.heard()
    with pytest.raises(ValidationError) as refused:
        decide(world, appeal, ScoreChange("score", WEIGHTED), **{missing: [] if missing == "law_refs" else ""})
    assert missing in refused.value.message_dict
    assert fresh(appeal).state == "hearing"


def test_a_decision_is_saved_as_a_draft_with_whatever_is_there(world: World, client: Client) -> None:
    appeal = world.heard()
    client.force_login(world.cast.chair)
    address = appeal_url(appeal, "appeal-decide")
    said = {"effect": "score", "score_ns": "4S= N", "reasons": "", "law_refs": "", "act": "draft", "draft_version": "0"}
    assert client.post(address, said).status_code == 302
    assert not Decision.objects.exists()
    page = client.get(address).content.decode()
    assert 'value="4S= N"' in page
    stale = client.post(address, said | {"score_ns": "4S-1 N"})
    assert stale.status_code == 422, "another window has saved it meanwhile"
    assert DecisionDraft.objects.get().fields["score_ns"] == "4S= N"
    assert client.post(address, said | {"draft_version": "1", "score_ns": "5S= N"}).status_code == 302
    decide(world, fresh(appeal), ScoreChange("score", WEIGHTED))
    assert not DecisionDraft.objects.exists(), "published, there is nothing left to prepare"


def test_the_page_gives_a_penalty_and_says_what_is_missing(world: World, client: Client) -> None:
    appeal = world.heard()
    client.force_login(world.cast.chair)
    address = appeal_url(appeal, "appeal-decide")
    point = appeal.points.get().pk
    said = {
        f"point_{point}": "changed",
        "reasons": "So",
        "effect": "score",
        "score_ns": "4S= N",
        "penalty_who_1": str(world.play.east_id),
        "penalty_amount_1": "10",
        "penalty_unit_1": "percent of a top",
        "penalty_law_1": "90A",
        "version": str(appeal.version),
    }
    answer = client.post(address, said)
    assert answer.status_code == 422
    assert "Say how North-South were told" in answer.content.decode()
    told = {"facts": "So it was", "law_refs": "16B1", "told_ns": "away", "told_ew": "away"}
    assert client.post(address, said | told).status_code == 302
    assert Penalty.objects.filter(withdrawn_at=None).get().amount == 10
    page = client.get(appeal_url(appeal)).content.decode()
    assert "Penalty (Law 90A)" in page


def test_the_casebook_has_the_weights_of_the_director(world: World) -> None:
    Ruling.objects.filter(pk=world.ruling.pk).update(score_ns="70 3S+1 N, 30 4S-1 N")
    made = decide(world, world.heard("stands"), ScoreChange(), "stands")
    case = draft_case(actor=world.actor("secretary", 40), body=world.cast.harbour, appeal=fresh(made.appeal))
    assert "70% 3S+1 N, 30% 4S-1 N" in case.ruling
