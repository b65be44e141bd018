"""Both sides' appeals against one ruling are heard together, and never decided against each other."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from appeals.models import Appeal, Decision
from appeals.services import concurring, deciding, hearing, lodging, requesting
from appeals.services.casebook import draft_case, publish_case
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from appeals.services.federation_appeal import close_due
from appeals.views.base import appeal_url
from scoring.models import ScoreAdjustment
from tests.appeals.world import T0, WRITTEN, World, fresh

pytestmark = pytest.mark.django_db


def asked_by_east(world: World, minutes: float = 5) -> Appeal:
    grounds = "They should have got less."
    return requesting.request_appeal(actor=world.actor("east", minutes), ruling=world.ruling, grounds=grounds)


def lodged_by_east(world: World, minutes: float = 6) -> Appeal:
    appeal = asked_by_east(world, minutes)
    concurring.concur(actor=world.actor("west", minutes), concurrence=appeal.concurrences.get(state="waiting"))
    return lodging.lodge(actor=world.actor("director", minutes), appeal=appeal)


def referred_by_east(world: World, minutes: float = 14) -> Appeal:
    return lodging.refer(actor=world.actor("director", minutes), appeal=lodged_by_east(world, minutes))


def outcome(lead: Appeal, other: Appeal, own: str, theirs: str) -> dict[int, str]:
    return {lead.points.get().pk: own, other.points.get().pk: theirs}


def test_the_second_joins_the_first_before_the_same_committee(world: World, client: Client) -> None:
    lead = world.packed()
    other = fresh(referred_by_east(world))
    assert (other.heard_with, other.state) == (lead, "referred")
    assert not hasattr(other, "adjudicators"), "one committee hears both"
    with pytest.raises(ValidationError, match=rf"together with appeal {lead}"):
        hearing.write_statement(actor=world.actor("east", 15), appeal=other, text="Here")
    client.force_login(world.user("third"))
    for case in (lead, other):
        assert "heard and decided together" in client.get(appeal_url(case)).content.decode()
    assert "They should have got less." in client.get(appeal_url(lead, "appeal-pack")).content.decode()


def test_one_decision_is_made_on_both_and_one_score_given(world: World) -> None:
    lead = world.heard()
    other = fresh(referred_by_east(world, 26))
    assert other.state == "hearing"
    for name in ("chair", "third"):
        votes = outcome(lead, other, "stands", "changed")
        hearing.cast_vote(actor=world.actor(name, 27), appeal=lead, by_point=votes)
    deciding.decide(
        actor=world.actor("chair", 30),
        appeal=fresh(lead),
        outcomes=outcome(lead, other, "stands", "changed"),
        text=DecisionText(**WRITTEN, merit="without", merit_together="merit"),
        score_change=ScoreChange("score", "4S-1 N"),
    )
    [of_lead, of_other] = Decision.objects.order_by("pk")
    assert (of_lead.appeal, of_lead.verdict, of_lead.effect, of_lead.merit) == (lead, "stands", "none", "without")
    assert (of_other.appeal, of_other.verdict, of_other.effect, of_other.merit) == (other, "changed", "score", "merit")
    assert ScoreAdjustment.objects.current().get(play=world.play).authority == of_other.authority
    lead, other = fresh(lead), fresh(other)
    assert (lead.state, lead.verdict) == ("decided", "stands")
    assert (other.state, other.verdict, other.closes_at) == ("decided", "changed", lead.closes_at)
    Decision.objects.filter(pk=of_lead.pk).update(verdict="changed")
    of_lead.refresh_from_db()
    slip = {"actor": world.actor("chair", 31), "reason": "A slip", "text": DecisionText(**WRITTEN)}
    with pytest.raises(ValidationError, match=f"given in appeal {other}"):
        deciding.correct(**slip, decision=of_lead, score_change=ScoreChange("score", "4S= N"))
    assert close_due(lead.closes_at + timedelta(minutes=1)) == 1
    assert (fresh(lead).state, fresh(other).state) == ("closed", "closed")


def test_nothing_is_decided_while_the_other_side_is_being_asked(world: World) -> None:
    lead = world.heard()
    other = asked_by_east(world, 26)
    with pytest.raises(ValidationError, match=rf"\({other}\): both are decided together"):
        world.decide(lead)
    requesting.withdraw(actor=world.actor("east", 27), appeal=other, reason="We see it now", for_whole_side=True)
    assert world.decide(fresh(lead)).verdict == "changed"


def test_a_ruling_that_was_decided_on_is_not_appealed_again_by_the_other_side(world: World) -> None:
    made = world.decided()
    with pytest.raises(ValidationError, match=rf"decided on in appeal {made.appeal}"):
        asked_by_east(world, 31)


def test_when_the_first_is_withdrawn_the_second_keeps_the_committee(world: World) -> None:
    lead = world.packed()
    other = referred_by_east(world)
    requesting.withdraw(actor=world.actor("north", 15), appeal=lead, reason="We see it now", for_whole_side=True)
    other = fresh(other)
    assert (fresh(lead).state, other.state, other.heard_with) == ("withdrawn", "referred", None)
    assert other.adjudicators.members.count() == 3
    assert other.hearing.frozen_at is not None
    hearing.open_hearing(actor=world.actor("chair", 20), appeal=other)
    assert fresh(other).state == "hearing"


def test_the_director_in_charge_decides_both_at_once(world: World, client: Client) -> None:
    world.rule("appeals.adjudicator", "director")
    lead, other = world.lodged(), lodged_by_east(world, 8)
    client.force_login(world.cast.director)
    page = client.get(appeal_url(lead, "appeal-decide")).content.decode()
    assert f"point_{other.points.get().pk}" in page
    assert fresh(other).heard_with is None, "looking changes nothing"
    with pytest.raises(ValidationError, match="points"):
        deciding.decide_alone(
            actor=world.actor("director", 9),
            appeal=lead,
            outcomes={lead.points.get().pk: "stands"},
            text=DecisionText(reasons="So it was", heard="All four at the table"),
        )
    deciding.decide_alone(
        actor=world.actor("director", 9),
        appeal=lead,
        outcomes=outcome(lead, other, "stands", "stands"),
        text=DecisionText(reasons="So it was", heard="All four at the table"),
    )
    assert (fresh(lead).state, fresh(other).state, fresh(other).verdict) == ("decided", "decided", "stands")


def test_a_case_is_published_only_when_nothing_in_it_can_change(world: World) -> None:
    made = world.decided()
    secretary = world.actor("secretary", 40)
    case = draft_case(actor=secretary, body=world.cast.harbour, appeal=fresh(made.appeal))
    with pytest.raises(ValidationError, match="not closed yet"):
        publish_case(actor=secretary, case=case)
    close_due(fresh(made.appeal).closes_at + timedelta(minutes=1))
    case.appeal.refresh_from_db()
    # A row as older versions left them: the other side's appeal was still open then.
    fields = {"year": 2026, "number": 77, "session": world.session, "club": world.cast.harbour, "requested_at": T0}
    late = Appeal.objects.create(
        ruling=world.ruling, side="EW", contestant=world.play.east, grounds="So", hears="committee", **fields
    )
    with pytest.raises(ValidationError, match="other side’s appeal"):
        publish_case(actor=secretary, case=case)
    late.delete()
    assert publish_case(actor=secretary, case=case).is_published


def decided_for_the_other_side(world: World) -> tuple[Appeal, Appeal]:
    """The first appeal fails; on the other side's the score is changed."""
    lead = world.heard()
    other = fresh(referred_by_east(world, 26))
    outcomes = outcome(lead, other, "stands", "changed")
    for name in ("chair", "third"):
        hearing.cast_vote(actor=world.actor(name, 27), appeal=lead, by_point=outcomes)
    deciding.decide(
        actor=world.actor("chair", 30),
        appeal=fresh(lead),
        outcomes=outcomes,
        text=DecisionText(**WRITTEN, merit="without", merit_together="merit"),
        score_change=ScoreChange("score", "4S-1 N"),
    )
    return fresh(lead), fresh(other)


def test_the_casebook_does_not_say_that_the_ruling_stands_which_the_other_sides_appeal_changed(world: World) -> None:
    lead, other = decided_for_the_other_side(world)
    of_lead = draft_case(actor=world.actor("secretary", 60), body=world.cast.harbour, appeal=lead)
    assert "Decision: Does not succeed" in of_lead.decision
    assert "The ruling stands" not in of_lead.decision
    assert of_lead.decision.endswith(f"on the other side’s appeal ({other}) the score is now: 4S-1 N")


def test_a_case_of_either_has_what_both_sides_asked_for_and_said_at_the_one_hearing(world: World) -> None:
    lead, other = decided_for_the_other_side(world)
    said = [text for text in lead.hearing.pack["statements"].values() if text]
    assert said
    for appeal in (lead, other):
        case = draft_case(actor=world.actor("secretary", 60), body=world.cast.harbour, appeal=appeal)
        assert all(text in case.statements for text in said)
        assert lead.grounds in case.statements
        assert "They should have got less." in case.statements
