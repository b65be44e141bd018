"""What must not be lost on the way of a case: a right to be heard, a penalty, a finding, a name."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from appeals.models import Appeal, Decision
from appeals.services import bodies, deciding, federation_appeal, hearing, lodging
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from appeals.services.pool import add_to_pool
from appeals.services.register import note_fingerprint, write_note
from clubs.models import RoleGrant
from core.errors import Conflict, Forbidden
from rulings.services.giving import amend, withdraw
from scoring.models import Penalty
from tests.appeals.test_gates import refused
from tests.appeals.world import WRITTEN, World, counts, fresh, led_on

pytestmark = pytest.mark.django_db


def fine(world: World, *laws: str) -> None:
    """The ruling has penalties under these paragraphs as well."""
    rows = [{"contestant": world.play.north_id, "amount": "25", "law": law} for law in laws]
    world.ruling = amend(actor=world.actor("director", 1), ruling=world.ruling, reason="Conduct", penalties=rows)


def standing() -> set[str]:
    return set(Penalty.objects.filter(withdrawn_at=None).values_list("law", flat=True))


def ruled_on(world: World, verdict: str = "stands", **more: Any) -> tuple[Appeal, Decision]:
    """A point of law, on which the director in charge has ruled, and one of judgement."""
    appeal = world.lodged(points=[("law", "The wrong Law was applied"), ("fact", "It was no hesitation")])
    made = lodging.rule_on_law(
        actor=world.actor("director", 8), point=appeal.points.get(kind="law"), verdict=verdict, reasons="So it is",
        **more,
    )  # fmt: skip
    return fresh(appeal), made


def test_a_disciplinary_penalty_goes_when_the_director_follows_the_recommendation(world: World) -> None:
    fine(world, "90A", "91A")
    assert standing() == {"90A", "91A"}
    appeal = world.heard("recommended", points=[("discipline", "The penalty was too hard")])
    world.decide(appeal, "recommended")
    deciding.answer_recommendation(
        actor=world.actor("director", 40), point=appeal.points.get(), follows=True, reasons="They are right",
        score_change=ScoreChange(cancels_penalties=True),
    )  # fmt: skip
    assert standing() == {"90A"}


def test_a_committee_cancels_procedural_penalties_only(world: World) -> None:
    fine(world, "90A", "91A")
    appeal = world.heard("changed")
    deciding.decide(
        actor=world.actor("chair", 30), appeal=appeal, outcomes={appeal.points.get().pk: "changed"},
        text=DecisionText(reasons="Nobody was late"), score_change=ScoreChange(cancels_penalties=True),
    )  # fmt: skip
    assert standing() == {"91A"}


def test_a_slip_in_the_ruling_on_the_law_leaves_score_merit_and_deposit_of_the_decision(world: World) -> None:
    world.rule("appeals.without_merit", "both")
    world.rule("appeals.deposit", "20")
    appeal, law = ruled_on(world, "changed", effect="score", score_ns="4S= N")
    appeal = led_on(world, appeal, "changed")
    fact = appeal.points.get(kind="fact")
    made = deciding.decide(
        actor=world.actor("chair", 14), appeal=appeal, outcomes={fact.pk: "changed"},
        text=DecisionText(**WRITTEN, merit="without"), score_change=ScoreChange("score", "4S-1 N"),
    )  # fmt: skip
    deciding.correct(
        actor=world.actor("director", 20),
        decision=law,
        reason="A word was missing",
        text=DecisionText(reasons="So it is here"),
    )
    appeal = fresh(appeal)
    assert counts(world).authority == made.authority
    assert (appeal.merit, appeal.deposits.get().state, standing()) == ("without", "kept", {"92A"})


def test_a_referral_does_not_cut_the_time_for_contesting_short(world: World) -> None:
    appeal, _law = ruled_on(world)
    point = appeal.points.get(kind="law")
    lodging.refer(actor=world.actor("director", 9), appeal=appeal)
    assert lodging.contest(actor=world.actor("north", 20), point=point).path == "contested"
    refused("contest_too_late", "93B1", lodging.contest, actor=world.actor("north", 60), point=point)


def test_a_body_named_as_final_is_not_the_director_alone(world: World) -> None:
    world.rule("appeals.further", True)
    world.rule("appeals.final_body", True)
    appeal = world.lodged()
    lodging.hear_alone(
        actor=world.actor("director", 8), appeal=appeal, ground="disturbs", reason="Nobody is left in the building"
    )
    deciding.decide_alone(
        actor=world.actor("director", 9), appeal=appeal, outcomes={appeal.points.get().pk: "stands"},
        text=DecisionText(reasons="It was clear", heard="All four at the table"),
    )  # fmt: skip
    asked = federation_appeal.go_further(actor=world.actor("north", 60), appeal=fresh(appeal), grounds="On principle")
    assert (asked.state, fresh(appeal).state) == ("asked", "further")


def test_a_further_appeal_out_of_time_stands_in_the_timeline(world: World) -> None:
    world.rule("appeals.further", True)
    appeal = fresh(world.decided().appeal)
    kept = federation_appeal.go_further(actor=world.actor("east", 60 * 24 * 8), appeal=appeal, grounds="Too late")
    step = fresh(appeal).steps.last()
    assert (kept.state, step.act, step.law, fresh(appeal).state) == ("refused", "further_late", "93C1", "decided")
    assert "could be taken further until" in step.words


def test_the_other_side_goes_further_only_with_both_partners(world: World) -> None:
    world.rule("appeals.further", True)
    appeal = fresh(world.decided().appeal)
    federation_appeal.go_further(actor=world.actor("east", 60), appeal=appeal, grounds="On principle")
    ask = {"actor": world.actor("north_officer", 70), "appeal": appeal}
    refused("further_concurrence", "92D", federation_appeal.admit, **ask)
    federation_appeal.admit(concurrence="West wrote the letter with East", **ask)
    assert "West wrote" in fresh(appeal).steps.last().words


def test_what_the_federation_leaves_as_it_is_counts_as_it_was_decided_below(world: World) -> None:
    world.rule("appeals.further", True)
    appeal = fresh(world.decided().appeal)
    federation_appeal.refer_further(actor=world.actor("chair", 60), appeal=appeal, grounds="On principle")
    ask = {
        "appeal": appeal,
        "outcomes": {appeal.points.get().pk: "upheld"},
        "text": DecisionText(reasons="It is sound"),
    }
    federation_appeal.decide_finally(actor=world.actor("north_officer", 75), **ask)
    assert (fresh(appeal).state, fresh(appeal).verdict) == ("closed", "changed")


def test_whoever_gave_the_ruling_does_not_decide_for_the_federation(world: World) -> None:
    appeal = fresh(world.decided().appeal)
    federation_appeal.refer_further(actor=world.actor("chair", 60), appeal=appeal, grounds="On principle")
    type(world.ruling).objects.filter(pk=world.ruling.pk).update(director=world.user("north_officer"))
    ask = {
        "appeal": fresh(appeal),
        "outcomes": {appeal.points.get().pk: "stands"},
        "text": DecisionText(reasons="Sound"),
    }
    with pytest.raises(Forbidden):
        federation_appeal.decide_finally(actor=world.actor("north_officer", 75), **ask)


def test_a_ruling_that_was_withdrawn_meanwhile_is_not_appealed(world: World) -> None:
    appeal = world.concurred()
    withdraw(actor=world.actor("director", 7), ruling=world.ruling, reason="It was wrong", directors_error=True)
    refused("no_ruling", "92A", lodging.lodge, actor=world.actor("director", 8), appeal=fresh(appeal))


def test_the_pack_is_agreed_to_as_it_is(world: World) -> None:
    """Nobody agrees to a statement that is yet to come, nor to facts that are changed afterwards."""
    world.ruling = amend(actor=world.actor("director", 1), ruling=world.ruling, reason="Play", score_ns="3S= N")
    appeal = world.seated()
    hearing.write_statement(actor=world.actor("north", 12), appeal=appeal, text="So it was")
    refused("statements_missing", "93B2", hearing.agree_pack, actor=world.actor("north", 13), appeal=appeal)
    hearing.write_statement(actor=world.actor("east", 14), appeal=appeal, text="It was otherwise")
    hearing.agree_pack(actor=world.actor("north", 15), appeal=appeal)
    again = {"actor": world.actor("director", 16), "ruling": world.ruling, "reason": "A witness"}
    refused("appealed", "93B", amend, facts="South broke tempo twice.", **again)
    assert hearing.agree_pack(actor=world.actor("east", 18), appeal=appeal).frozen_at is not None


def test_the_chair_is_for_those_who_may_take_it(world: World) -> None:
    appeal = world.referred()
    add_to_pool(actor=world.actor("secretary", 1), body=world.cast.harbour, user=world.user("third"))
    RoleGrant.objects.filter(user=world.user("third")).delete()
    ask = {"actor": world.actor("secretary", 9), "appeal": appeal, "user": world.user("third")}
    refused("no_chair", "", bodies.seat, role="chair", **ask)
    assert bodies.seat(role="member", **ask).role == "member"


def test_two_who_note_at_once_do_not_overwrite_each_other(world: World) -> None:
    appeal = world.requested()
    seen = note_fingerprint(appeal)
    write_note(actor=world.actor("secretary", 9), appeal=appeal, notes="Ask the hall for a room.", seen=seen)
    with pytest.raises(Conflict):
        write_note(actor=world.actor("secretary", 10), appeal=appeal, notes="Told the treasurer.", seen=seen)
    assert fresh(appeal).notes == "Ask the hall for a room."


def test_a_hearing_is_not_fixed_in_the_past(world: World) -> None:
    appeal = world.referred()
    with pytest.raises(ValidationError, match="past"):
        hearing.fix_hearing(
            actor=world.actor("chair", 10), appeal=appeal, begins_at=world.actor("chair", -600).at, place="Library"
        )
