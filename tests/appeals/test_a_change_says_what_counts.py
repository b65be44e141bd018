"""“Changed” is decided only with what counts then: another score, or what becomes of the penalties."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from appeals.models import Appeal, Decision
from appeals.services import deciding, federation_appeal, hearing, lodging
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from scoring.models import Penalty
from tests.appeals.test_federation_decides import before_the_federation, finally_
from tests.appeals.test_heard_together import lodged_by_east, outcome, referred_by_east
from tests.appeals.test_paths import fine, standing
from tests.appeals.world import WRITTEN, World, fresh

pytestmark = pytest.mark.django_db
CANCELLED = ScoreChange(cancels_penalties=True)


def decide(world: World, appeal: Appeal, score_change: ScoreChange) -> Decision:
    return deciding.decide(
        actor=world.actor("chair", 30),
        appeal=appeal,
        outcomes={point.pk: "changed" for point in appeal.points.all()},
        text=DecisionText(**WRITTEN),
        score_change=score_change,
    )


@pytest.mark.parametrize("score_change", [ScoreChange(), ScoreChange("score", "3S+1 N"), CANCELLED])
def test_a_committee_does_not_change_a_ruling_into_itself(world: World, score_change: ScoreChange) -> None:
    """No other score, the director's own score, or penalties cancelled that were never given."""
    appeal = world.heard()
    with pytest.raises(ValidationError, match="Say what is changed"):
        decide(world, appeal, score_change)
    assert fresh(appeal).state == "hearing"


def alone(world: World, appeal: Appeal, score_change: ScoreChange) -> Decision:
    return deciding.decide_alone(
        actor=world.actor("director", 9),
        appeal=appeal,
        outcomes={point.pk: "changed" for point in appeal.points.all()},
        text=DecisionText(**WRITTEN),
        score_change=score_change,
    )


def test_the_director_alone_says_what_becomes_of_the_penalty(world: World) -> None:
    fine(world, "91A")
    world.rule("appeals.adjudicator", "director")
    appeal = world.lodged(points=[("discipline", "The penalty was too hard")])
    for score_change in (ScoreChange(), ScoreChange("score", "4S= N")):
        with pytest.raises(ValidationError, match="Say what becomes of the penalty"):
            alone(world, appeal, score_change)
    less: Any = {"contestant": world.play.north_id, "amount": "10", "unit": "percent of a top", "law": "91A"}
    alone(world, fresh(appeal), ScoreChange(cancels_penalties=True, penalties=(less,)))
    assert Penalty.objects.get(withdrawn_at=None).amount == 10


def test_a_recommendation_is_followed_by_saying_what_counts(world: World) -> None:
    fine(world, "91A")
    appeal = world.heard("recommended", points=[("discipline", "The penalty was too hard")])
    world.decide(appeal, "recommended")
    ask: Any = {"actor": world.actor("director", 40), "point": appeal.points.get(), "reasons": "They are right"}
    with pytest.raises(ValidationError, match="Say what becomes of the penalty"):
        deciding.answer_recommendation(follows=True, **ask)
    deciding.answer_recommendation(follows=True, score_change=CANCELLED, **ask)
    assert standing() == set()


def test_a_ruling_on_the_law_is_changed_by_saying_what_counts(world: World) -> None:
    fine(world, "90A")
    appeal = world.lodged(points=[("law", "There is no such penalty")])
    ask: Any = {"actor": world.actor("director", 8), "point": appeal.points.get(), "reasons": "So it is"}
    with pytest.raises(ValidationError, match="Say what is changed"):
        lodging.rule_on_law(verdict="changed", **ask)
    lodging.rule_on_law(verdict="changed", cancels_penalties=True, **ask)
    assert standing() == set()


def test_a_correction_does_not_take_everything_back(world: World) -> None:
    made = world.decided()
    with pytest.raises(ValidationError, match="stays “changed”"):
        deciding.correct(
            actor=world.actor("chair", 40), decision=made, reason="A slip", text=DecisionText(**WRITTEN),
            score_change=ScoreChange(),
        )  # fmt: skip


def test_a_corrected_word_leaves_a_cancelled_penalty_cancelled(world: World) -> None:
    fine(world, "90A")
    made = decide(world, world.heard(), CANCELLED)
    for minutes in (40, 41):
        made = deciding.correct(
            actor=world.actor("chair", minutes), decision=made, reason="A word", text=DecisionText(**WRITTEN)
        )
        assert standing() == set()
    deciding.correct(
        actor=world.actor("chair", 42), decision=made, reason="The score was meant", text=DecisionText(**WRITTEN),
        score_change=ScoreChange("score", "4S= N"),
    )  # fmt: skip
    assert standing() == {"90A"}


def both_decided(world: World, own: str, theirs: str) -> tuple[Appeal, Appeal]:
    """Both sides' appeals; what is changed becomes 4S-1."""
    lead = world.heard()
    other = fresh(referred_by_east(world, 26))
    for name in ("chair", "appeals_member", "third"):
        hearing.cast_vote(actor=world.actor(name, 27), appeal=lead, by_point=outcome(lead, other, own, theirs))
    deciding.decide(
        actor=world.actor("chair", 30),
        appeal=fresh(lead),
        outcomes=outcome(lead, other, own, theirs),
        text=DecisionText(**WRITTEN),
        score_change=ScoreChange("score", "4S-1 N"),
    )
    return fresh(lead), fresh(other)


@pytest.mark.parametrize("kept", ["upheld", "restored"])
def test_the_federation_does_not_let_one_score_stand_and_give_another(world: World, kept: str) -> None:
    lead, other = both_decided(world, "changed", "changed")
    federation_appeal.refer_further(actor=world.actor("chair", 60), appeal=lead, grounds="On principle")
    ask: Any = {"actor": world.actor("north_officer", 75), "appeal": fresh(lead), "text": DecisionText(**WRITTEN)}
    with pytest.raises(ValidationError, match="One score counts"):
        federation_appeal.decide_finally(
            outcomes=outcome(lead, other, kept, "changed"), score_change=ScoreChange("score", "4S= N"), **ask
        )
    federation_appeal.decide_finally(
        outcomes=outcome(lead, other, "changed", "changed"), score_change=ScoreChange("score", "4S= N"), **ask
    )


def test_a_finding_without_merit_falls_where_the_federation_changes_the_ruling(world: World) -> None:
    world.rule("appeals.without_merit", "both")
    world.rule("appeals.deposit", "20")
    appeal = world.decide(world.heard("stands"), "stands", merit="without").appeal
    assert (standing(), appeal.deposits.get().state) == ({"92A"}, "kept")
    federation_appeal.refer_further(actor=world.actor("chair", 60), appeal=appeal, grounds="On principle")
    finally_(world, fresh(appeal), "changed", ScoreChange("score", "4S+1 N"))
    appeal = fresh(appeal)
    assert (appeal.verdict, appeal.merit) == ("changed", "merit")
    assert (standing(), appeal.deposits.get().state) == (set(), "returned")


def test_a_finding_without_merit_holds_where_the_decision_stands(world: World) -> None:
    appeal = world.decide(world.heard("stands"), "stands", merit="without").appeal
    federation_appeal.refer_further(actor=world.actor("chair", 60), appeal=appeal, grounds="On principle")
    finally_(world, fresh(appeal), "stands")
    assert fresh(appeal).merit == "without"


def test_the_federation_signs_its_own_decision(world: World) -> None:
    made = finally_(world, before_the_federation(world), "upheld")
    assert str(made.decided_by) == made.appeal.club.federation.name
    below = made.appeal.decisions.get(number=1)
    assert "committee" in str(below.decided_by)


def test_each_of_two_appeals_has_its_own_votes_and_the_loser_reads_what_counts(world: World, client: Any) -> None:
    lead = world.heard()
    other = fresh(referred_by_east(world, 26))
    for name, own in (("chair", "stands"), ("appeals_member", "stands"), ("third", "stands")):
        theirs = "stands" if name == "third" else "changed"
        hearing.cast_vote(actor=world.actor(name, 27), appeal=lead, by_point=outcome(lead, other, own, theirs))
    deciding.decide(
        actor=world.actor("chair", 30),
        appeal=fresh(lead),
        outcomes=outcome(lead, other, "stands", "changed"),
        text=DecisionText(**WRITTEN),
        score_change=ScoreChange("score", "4S-1 N"),
    )
    of_lead, of_other = (case.decisions.get() for case in (lead, other))
    assert (of_lead.votes_for, of_lead.votes_cast) == (3, 3)
    assert (of_other.votes_for, of_other.votes_cast) == (2, 3)
    client.force_login(world.user("north"))
    page = " ".join(client.get(lead.get_absolute_url()).content.decode().split())
    assert "This appeal does not succeed" in page
    assert "4S-1 N" in page
    assert "The ruling stands" not in page.split('class="card__title"')[1].split("</")[0]
    client.force_login(world.user("east"))
    page = " ".join(client.get(other.get_absolute_url()).content.decode().split())
    assert "go there" not in page


def test_two_appeals_that_wait_for_the_director_are_not_left_out(world: World) -> None:
    """A point of discipline in the other side's appeal is changed too: its penalty goes as well."""
    fine(world, "91A")
    world.rule("appeals.adjudicator", "director")
    lead, other = world.lodged(), lodged_by_east(world, 8)
    other.points.update(kind="discipline")
    deciding.decide_alone(
        actor=world.actor("director", 9),
        appeal=lead,
        outcomes=outcome(lead, other, "changed", "changed"),
        text=DecisionText(**WRITTEN),
        score_change=ScoreChange("score", "4S= N", cancels_penalties=True),
    )
    assert standing() == set()
