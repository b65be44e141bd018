"""Each gate of Laws 92 and 93 by its name: what is refused, with which paragraph, and that nothing is lost."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from appeals.models import Appeal, BodyMember, Decision, DeclaredTie, FurtherAppeal
from appeals.selectors.conflicts import check_conflicts
from appeals.services import bodies, concurring, deciding, federation_appeal, hearing, lodging, requesting
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from clubs.models import Player
from core.errors import Conflict, Forbidden
from events.models import Contestant, Entrant, Play
from rulings.models import Opinion
from rulings.services.giving import amend, note_down
from scoring.models import Penalty, ScoreAdjustment
from scoring.services.official import make_final, publish
from tests.appeals.world import T0, WRITTEN, World, counts, fresh, led_on, make_world
from tests.cast import Cast
from tests.events.evening import enter, make_event

pytestmark = pytest.mark.django_db


def refused(problem: str, law: str, act: Any, *args: Any, **given: Any) -> str:
    with pytest.raises(ValidationError) as caught, transaction.atomic():
        act(*args, **given)
    errors = caught.value.error_dict.values() if hasattr(caught.value, "error_dict") else [caught.value.error_list]
    assert problem in {error.code for found in errors for error in found}
    said = " ".join(caught.value.messages)
    assert law in said
    return said


# --- Law 92 ------------------------------------------------------------------------------------------------------
def test_out_of_time_is_refused_with_the_reason_and_kept(world: World) -> None:
    appeal = world.requested(minutes=31)
    assert (appeal.state, appeal.refusal_law) == ("refused", "92B")
    assert "ended at" in appeal.refusal
    assert fresh(appeal).grounds
    assert appeal.steps.get().act == "refuse"
    refused("closed", "92C", lodging.lodge, actor=world.actor("director", 32), appeal=appeal)


def test_the_last_minute_is_in_time_and_before_the_score_no_time_runs(cast: Cast) -> None:
    world = make_world(cast, published=False)
    early = world.requested(minutes=-10)
    assert (early.state, early.deadline) == ("requested", None)
    requesting.withdraw(actor=world.actor("north", -9), appeal=early, reason="We see it now", for_whole_side=True)
    publish(actor=world.actor("director", 0), session=world.session)
    assert world.requested(minutes=30).state == "requested"


def test_a_spectator_cannot_appeal(world: World) -> None:
    for name in ("stranger", "secretary", "third"):
        refused(
            "not_your_table",
            "92A",
            requesting.request_appeal,
            actor=world.actor(name),
            ruling=world.ruling,
            grounds="Unfair",
        )
    assert not Appeal.objects.exists()


def test_another_tables_ruling_cannot_be_appealed(world: World) -> None:
    other = Play.objects.filter(section=world.play.section, round=1).exclude(table=world.play.table)[0]
    entrant = other.north.entrants.get(position=1)
    take_seat(entrant, world.cast.stranger)
    refused(
        "not_your_table",
        "92A",
        requesting.request_appeal,
        actor=world.actor("stranger"),
        ruling=world.ruling,
        grounds="They gained from it",
    )


def test_twice_is_once_and_the_database_holds_it_too(world: World) -> None:
    appeal = world.requested()
    refused("twice", "92A", world.requested)
    # The other side has a right of its own.
    other = requesting.request_appeal(actor=world.actor("east"), ruling=world.ruling, grounds="Too little")
    assert other.side != appeal.side
    again = Appeal.objects.get(pk=appeal.pk)
    again.pk, again.number = None, 99
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)


def test_nobody_hears_appeals_where_the_regulation_says_so(world: World) -> None:
    world.rule("appeals.adjudicator", "nobody")
    refused("nobody_hears", "93C3(b)", world.requested)


def test_only_a_ruling_that_stands(world: World) -> None:
    type(world.ruling).objects.filter(pk=world.ruling.pk).update(state="withdrawn")
    refused("no_ruling", "92A", world.requested)


def test_one_partner_alone_is_not_enough(world: World) -> None:
    appeal = world.requested()
    assert (appeal.needed, appeal.concurring) == (2, 1)
    refused("no_concurrence", "92D", lodging.lodge, actor=world.actor("director"), appeal=appeal)
    with pytest.raises(IntegrityError), transaction.atomic():
        Appeal.objects.filter(pk=appeal.pk).update(state="lodged", lodged_at=T0)
    waiting = appeal.concurrences.get(state="waiting")
    with pytest.raises(Forbidden):
        concurring.concur(actor=world.actor("north"), concurrence=waiting)
    with pytest.raises(Forbidden):
        concurring.witness(actor=world.actor("east"), concurrence=waiting, agrees=True, reason="I heard it")
    concurring.concur(actor=world.actor("south"), concurrence=waiting, agrees=False)
    appeal = fresh(appeal)
    assert (appeal.state, appeal.refusal_law) == ("not_heard", "92D")


def test_concurrence_by_code_and_before_the_director(world: World) -> None:
    appeal = requesting.request_appeal(
        actor=world.actor("director"), ruling=world.ruling, grounds="They ask for it", side="NS"
    )
    assert (appeal.at_desk, appeal.concurring) == (True, 0)
    first, second = appeal.concurrences.order_by("pk")
    refused("unknown", "", concurring.concur_by_code, actor=world.actor("stranger"), code="AAAAA-AAAAA")
    concurring.concur_by_code(actor=world.actor("stranger"), code=f" {first.code[:5]}-{first.code[5:]}".lower())
    refused(
        "required", "", concurring.witness, actor=world.actor("director"), concurrence=second, agrees=True, reason=" "
    )
    concurring.witness(actor=world.actor("director"), concurrence=second, agrees=True, reason="By telephone")
    assert fresh(appeal).concurring == 2
    assert lodging.lodge(actor=world.actor("director"), appeal=appeal).state == "lodged"


def test_a_team_needs_its_captain_and_an_individual_only_the_player(world: World) -> None:
    contestant = Contestant.objects.get(pk=world.play.north_id)
    contestant.entrants.filter(position=2).update(is_captain=True)
    event = world.session.event
    type(event).objects.filter(pk=event.pk).update(form="team")
    world.ruling.refresh_from_db()
    appeal = world.requested()
    [must] = appeal.concurrences.all()
    assert (must.is_captain, must.player.user, appeal.concurring) == (True, world.people["south"], 0)


def test_no_concurrence_in_time_is_not_heard(world: World) -> None:
    appeal = world.requested()
    refused("may_concur", "92D", concurring.lapse, actor=world.actor("director", 10), appeal=appeal)
    south = appeal.concurrences.get(state="waiting")
    refused("concur_too_late", "92D", concurring.concur, actor=world.actor("south", 40), concurrence=south)
    refused("concur_too_late", "92D", concurring.concur_by_code, actor=world.actor("stranger", 40), code=south.code)
    done = concurring.lapse(actor=world.actor("director", 40), appeal=appeal)
    assert (done.state, done.closed_at) == ("not_heard", T0 + timedelta(minutes=40))


def test_before_the_official_score_no_time_for_concurring_runs(cast: Cast) -> None:
    """Law 92B: a pair that asks during play does not lose its appeal before its time begins."""
    world = make_world(cast, published=False)
    appeal = world.requested()
    hours = 600
    refused("may_concur", "92D", concurring.lapse, actor=world.actor("director", hours), appeal=appeal)
    assert concurring.lapse_due(world.actor("director", hours).at) == 0
    south = appeal.concurrences.get(state="waiting")
    concurring.concur(actor=world.actor("south", hours), concurrence=south)
    assert appeal.concurrences.filter(state="waiting").count() == 0


def test_what_was_said_in_time_is_written_down_later(world: World) -> None:
    appeal = world.requested()
    south, director = appeal.concurrences.get(state="waiting"), world.actor("director", 40)
    concurring.witness(actor=director, concurrence=south, agrees=True, reason="By telephone at 22:50")
    assert lodging.lodge(actor=director, appeal=appeal).state == "lodged"


def test_the_deposit_comes_before_lodging(world: World) -> None:
    world.rule("appeals.deposit", "20")
    appeal = world.requested()
    concurring.concur(actor=world.actor("south"), concurrence=appeal.concurrences.get(state="waiting"))
    refused("no_deposit", "92A", lodging.lodge, actor=world.actor("director"), appeal=appeal)
    with pytest.raises(Forbidden):
        lodging.take_deposit(actor=world.actor("north"), appeal=appeal)
    lodging.take_deposit(actor=world.actor("director"), appeal=appeal)
    lodging.lodge(actor=world.actor("director"), appeal=appeal)
    requesting.withdraw(actor=world.actor("north"), appeal=appeal, reason="We see it now", for_whole_side=True)
    assert appeal.deposits.get().state == "returned"


def test_all_requests_come_through_the_director(world: World) -> None:
    appeal = world.concurred()
    for name in ("north", "chair", "secretary"):
        with pytest.raises(Forbidden):
            lodging.lodge(actor=world.actor(name), appeal=appeal)


def test_an_appealed_ruling_is_not_amended_from_behind(world: World) -> None:
    world.lodged()
    ruling = type(world.ruling).objects.get(pk=world.ruling.pk)
    refused("appealed", "93B", amend, actor=world.actor("director"), ruling=ruling, reason="Oops", score_ns="4S= N")
    assert counts(world).authority == world.ruling.authority
    assert note_down(actor=world.actor("director"), ruling=ruling, notes="Rang them").notes == "Rang them"


# --- Law 93 ------------------------------------------------------------------------------------------------------
def test_law_goes_to_the_director_in_charge_and_the_committee_only_recommends(world: World) -> None:
    appeal = world.lodged(points=[("law", "The wrong Law was applied"), ("fact", "It was no hesitation")])
    law, fact = appeal.points.all()
    refused("law_first", "93B1", lodging.refer, actor=world.actor("director", 8), appeal=appeal)
    lodging.rule_on_law(actor=world.actor("director", 8), point=law, verdict="stands", reasons="Law 16B it is")
    lodging.contest(actor=world.actor("north", 9), point=law)
    led_on(world, appeal, "recommended")
    for name in ("chair", "third"):
        votes = {law.pk: "recommended", fact.pk: "stands"}
        hearing.cast_vote(actor=world.actor(name, 13), appeal=appeal, by_point=votes)
    text = DecisionText(**(WRITTEN | {"reasons": "The Law reads otherwise"}))
    ask = {"actor": world.actor("chair", 14), "appeal": appeal, "text": text}
    both = {law.pk: "changed", fact.pk: "stands"}
    said = refused(
        "overrules_law", "93B3", deciding.decide, outcomes=both, score_change=ScoreChange("score", "4S= N"), **ask
    )
    assert "recommend" in said
    made = deciding.decide(outcomes={law.pk: "recommended", fact.pk: "stands"}, **ask)
    assert (made.verdict, fresh(appeal).state) == ("recommended", "decided")
    assert counts(world).authority == world.ruling.authority
    late = world.actor("director", 60 * 24 * 30)
    refused("unanswered", "93B3", federation_appeal.close, actor=late, appeal=appeal)
    law.refresh_from_db()
    answer = deciding.answer_recommendation(
        actor=world.actor("director", 20), point=law, follows=True, reasons="They are right",
        score_change=ScoreChange("score", "4S= N"),
    )  # fmt: skip
    assert counts(world).authority == answer.authority
    assert federation_appeal.close(actor=late, appeal=appeal).state == "closed"


def test_disciplinary_powers_are_not_overruled(world: World) -> None:
    appeal = world.heard("changed", points=[("discipline", "The penalty was too hard")])
    refused("overrules_discipline", "93B3", world.decide, appeal, score="4S= N")


def test_a_case_of_law_alone_ends_with_the_director_unless_it_is_contested(world: World) -> None:
    appeal = world.lodged(points=[("law", "The wrong Law")])
    point = appeal.points.get()
    refused("law_first", "93B1", lodging.settle, actor=world.actor("director", 8), appeal=appeal)
    lodging.rule_on_law(
        actor=world.actor("director", 8), point=point, verdict="changed", reasons="I was wrong",
        effect="score", score_ns="4S= N",
    )  # fmt: skip
    refused("may_contest", "93B1", lodging.settle, actor=world.actor("director", 9), appeal=appeal)
    refused("contest_too_late", "93B1", lodging.contest, actor=world.actor("north", 60), point=point)
    done = lodging.settle(actor=world.actor("north", 10), appeal=appeal)
    assert (done.state, done.verdict) == ("decided", "changed")
    assert counts(world).authority.startswith("decision:")


def test_without_a_committee_the_director_in_charge_hears_it(world: World) -> None:
    world.rule("appeals.adjudicator", "director")
    appeal = world.lodged()
    refused("director_hears_all", "93A", lodging.refer, actor=world.actor("director", 8), appeal=appeal)
    ask = {"appeal": appeal, "outcomes": {appeal.points.get().pk: "stands"}, "text": DecisionText(**WRITTEN)}
    with pytest.raises(Forbidden):
        deciding.decide_alone(actor=world.actor("chair", 9), **ask)
    assert deciding.decide_alone(actor=world.actor("director", 9), **ask).body_kind == "director"


def test_a_committee_that_cannot_meet_leaves_it_to_the_director(world: World) -> None:
    appeal = world.referred()
    refused(
        "required",
        "",
        lodging.hear_alone,
        actor=world.actor("director", 9),
        appeal=appeal,
        ground="disturbs",
        reason="",
    )
    done = lodging.hear_alone(
        actor=world.actor("director", 9), appeal=appeal, ground="disturbs", reason="The final begins in ten minutes"
    )
    assert (done.state, done.hears) == ("lodged", "director")


@pytest.mark.parametrize(
    ("code", "prepare"),
    [
        ("ruled", lambda world, user: None),
        ("party", lambda world, user: take_seat(world.play.east.entrants.get(position=1), user)),
        ("partner", lambda world, user: enter(make_event(world.cast.harbour), user.player, north(world))),
        ("interest", lambda world, user: take_seat(other_table(world).entrants.get(position=1), user)),
        ("tie", lambda world, user: tied(world, user)),
        ("consulted", lambda world, user: Opinion.objects.create(ruling=world.ruling, asked=user, asked_at=T0)),
        ("board", lambda world, user: yet_to_play(world, user)),
    ],
)  # fmt: skip
def test_a_member_with_a_conflict_is_refused(world: World, code: str, prepare: Any) -> None:
    appeal = world.referred()
    user = world.cast.director if code == "ruled" else world.people["third"]
    prepare(world, user)
    if code == "partner":
        event = Entrant.objects.get(player=user.player).event
        event.sessions.create(number=1, starts_at=T0 - timedelta(days=7))
    user = type(user).objects.get(pk=user.pk)
    [candidate] = check_conflicts(appeal, [user], T0)
    assert code in {one.code for one in candidate.conflicts if one.keeps_out}
    refused("conflict", "", bodies.seat, actor=world.actor("chair", 9), appeal=appeal, user=user)
    assert not BodyMember.objects.exists()


def tied(world: World, user: Any) -> None:
    DeclaredTie.objects.create(user=user, player=north(world), kind="family", declared_at=T0)


def north(world: World) -> Player:
    return Player.objects.get(user=world.people["north"])


def other_table(world: World) -> Contestant:
    at_table = world.play.contestant_ids
    return Contestant.objects.filter(event=world.session.event).exclude(pk__in=at_table)[0]


def take_seat(entrant: Entrant, user: Any) -> None:
    Player.objects.filter(user=user).update(user=None)
    Player.objects.filter(pk=entrant.player_id).update(user=user)


def yet_to_play(world: World, user: Any) -> None:
    contestant = other_table(world)
    take_seat(contestant.entrants.get(position=2), user)
    Play.objects.filter(section=world.play.section, board=world.play.board).filter(north=contestant).update(state="due")
    Play.objects.filter(section=world.play.section, board=world.play.board, east=contestant).update(state="due")


def test_a_partner_of_long_ago_is_a_remark_and_sits_with_a_reason(world: World) -> None:
    appeal = world.referred()
    event = make_event(world.cast.harbour, name="Years ago")
    enter(event, world.people["third"].player, north(world))
    event.sessions.create(number=1, starts_at=T0 - timedelta(days=900))
    ask = {"actor": world.actor("chair", 9), "appeal": appeal, "user": world.people["third"]}
    assert "played with" in refused("remarks", "", bodies.seat, **ask)
    assert bodies.seat(reason="One evening three years ago", **ask).remarks


def test_a_challenge_is_decided_before_the_hearing(world: World) -> None:
    appeal = world.packed()
    member = BodyMember.objects.get(user=world.people["third"])
    with pytest.raises(Forbidden):
        bodies.challenge(actor=world.actor("stranger", 14), member=member, reason="I do not like them")
    made = bodies.challenge(actor=world.actor("east", 14), member=member, reason="They quarrelled last week")
    refused("challenge_open", "80B2(k)", hearing.open_hearing, actor=world.actor("chair", 15), appeal=appeal)
    bodies.decide_challenge(actor=world.actor("secretary", 16), challenge=made, upheld=True, reason="Better not")
    member.refresh_from_db()
    assert member.state == "released"
    refused("no_quorum", "80B2(k)", hearing.open_hearing, actor=world.actor("chair", 17), appeal=appeal)


def test_statements_are_seen_when_both_are_in_and_the_pack_is_frozen_by_both(world: World) -> None:
    appeal = world.seated()
    refused("statements_missing", "93B2", hearing.open_hearing, actor=world.actor("chair", 11), appeal=appeal)
    hearing.write_statement(actor=world.actor("north", 12), appeal=appeal, text="No pause at all", hand_in=False)
    with pytest.raises(Conflict):
        hearing.write_statement(actor=world.actor("south", 12), appeal=appeal, text="Another text", version=0)
    hearing.write_statement(actor=world.actor("south", 12), appeal=appeal, text="No pause at all.", version=1)
    refused("handed_in", "", hearing.write_statement, actor=world.actor("north", 13), appeal=appeal, text="More")
    refused(
        "statement_too_late", "93B2", hearing.write_statement, actor=world.actor("east", 400), appeal=appeal, text="x"
    )
    hearing.write_statement(actor=world.actor("east", 13), appeal=appeal, text="A minute at least")
    refused("pack_not_frozen", "93B2", hearing.open_hearing, actor=world.actor("chair", 14), appeal=appeal)
    hearing.agree_pack(actor=world.actor("north", 14), appeal=appeal)
    frozen = hearing.agree_pack(actor=world.actor("west", 15), appeal=appeal)
    assert frozen.pack["statements"] == {"EW": "A minute at least", "NS": "No pause at all."}
    refused("pack_frozen", "93B2", hearing.agree_pack, actor=world.actor("west", 16), appeal=appeal)


def test_no_decision_without_a_quorum_or_a_majority(world: World) -> None:
    appeal = world.packed()
    hearing.open_hearing(actor=world.actor("chair", 20), appeal=appeal)
    hearing.cast_vote(actor=world.actor("chair", 21), appeal=appeal, verdict="changed")
    refused("votes_missing", "80B2(k)", world.decide, appeal)
    hearing.cast_vote(actor=world.actor("third", 21), appeal=appeal, verdict="stands")
    hearing.cast_vote(actor=world.actor("appeals_member", 21), appeal=appeal, verdict="stands")
    refused("no_majority", "93B3", world.decide, appeal)
    with pytest.raises(IntegrityError), transaction.atomic():
        Decision.objects.create(
            appeal=appeal, stage="first", number=1, body_kind="committee", verdict="stands", reasons="So",
            quorum=3, votes_cast=2, votes_for=2, made_at=T0,
        )  # fmt: skip
    assert world.decide(appeal, "stands").votes_for == 2


def test_two_who_decide_at_once_decide_once(world: World) -> None:
    appeal = world.heard()
    seen = appeal.version
    world.decide(appeal)
    with pytest.raises(Conflict):
        deciding.decide(
            actor=world.actor("chair", 31), appeal=appeal, outcomes={}, text=DecisionText(reasons="No"), version=seen
        )
    refused("wrong_state", "93B3", world.decide, appeal)
    assert Decision.objects.count() == 1


def test_a_slip_is_corrected_by_a_decision_that_supersedes(world: World) -> None:
    world.rule("appeals.without_merit", "both")
    world.rule("appeals.deposit", "20")
    made = world.decided(score="4S+1 N")
    ask = {"decision": made, "text": DecisionText(**(WRITTEN | {"reasons": made.reasons}), merit="without")}
    refused("required", "", deciding.correct, actor=world.actor("chair", 40), reason="", **ask)
    fixed = deciding.correct(
        actor=world.actor("chair", 40), reason="4S made ten tricks", score_change=ScoreChange("score", "4S= N"), **ask
    )
    assert (fixed.supersedes, counts(world).authority) == (made, fixed.authority)
    assert (made.appeal.deposits.get().state, Penalty.objects.get().law) == ("kept", "92A")
    refused("superseded", "", deciding.correct, actor=world.actor("chair", 41), reason="Again", **ask)
    back = deciding.correct(
        actor=world.actor("chair", 42),
        decision=fixed,
        reason="Wrong case",
        text=DecisionText(reasons="x"),
        score_change=ScoreChange(penalties=({"contestant": world.play.east_id, "unit": "warning", "law": "90A"},)),
    )
    assert counts(world).authority == back.authority
    assert counts(world).reason != ""
    assert (made.appeal.deposits.get().state, Penalty.objects.get(withdrawn_at=None).unit) == ("returned", "warning")


def test_a_further_appeal_has_its_own_gate_fee_and_time(world: World) -> None:
    world.rule("appeals.further", True)
    world.rule("appeals.further_fee", "75")
    appeal = world.decided().appeal
    appeal = fresh(appeal)
    late = world.actor("east", 60 * 24 * 8)
    kept = federation_appeal.go_further(actor=late, appeal=appeal, grounds="Too late")
    assert (kept.state, fresh(appeal).state) == ("refused", "decided")
    asked = federation_appeal.go_further(actor=world.actor("east", 60), appeal=appeal, grounds="A matter of principle")
    assert (asked.federation, asked.side) == (world.cast.north, "EW")
    refused("no_fee", "93C1", federation_appeal.admit, actor=world.actor("north_officer", 70), appeal=appeal)
    federation_appeal.take_fee(actor=world.actor("director", 71), appeal=appeal)
    ask = {"appeal": appeal, "outcomes": {appeal.points.get().pk: "changed"}, "text": DecisionText(reasons="No damage")}
    refused("not_admitted", "93C1", federation_appeal.decide_finally, actor=world.actor("north_officer", 72), **ask)
    federation_appeal.admit(actor=world.actor("north_officer", 73), appeal=appeal, concurrence="Both have written")
    with pytest.raises(Forbidden):
        federation_appeal.decide_finally(actor=world.actor("chair", 74), **ask)
    made = federation_appeal.decide_finally(
        actor=world.actor("north_officer", 75), score_change=ScoreChange("table"), **ask
    )
    assert fresh(appeal).state == "closed"
    assert not ScoreAdjustment.objects.current().filter(play=world.play).exists()
    assert made.deposit == "returned"
    closed_case_does_not_change(world, fresh(appeal))


def closed_case_does_not_change(world: World, appeal: Appeal) -> None:
    refused(
        "closed",
        "93C1",
        federation_appeal.go_further,
        actor=world.actor("north", 80),
        appeal=appeal,
        grounds="Once more",
    )
    refused("closed", "92A", requesting.withdraw, actor=world.actor("north", 80), appeal=appeal, reason="Too late")
    with pytest.raises(IntegrityError), transaction.atomic():
        Appeal.objects.filter(pk=appeal.pk).update(verdict="stands")
    with pytest.raises(IntegrityError), transaction.atomic():
        Decision.objects.create(
            appeal=appeal, stage="first", number=9, body_kind="committee", verdict="stands", reasons="x", made_at=T0
        )


def test_a_final_body_closes_the_path(world: World) -> None:
    world.rule("appeals.further", True)
    world.rule("appeals.final_body", True)
    appeal = world.decided().appeal
    refused(
        "final_body",
        "93C3(a)",
        federation_appeal.go_further,
        actor=world.actor("east", 40),
        appeal=appeal,
        grounds="No",
    )
    assert not FurtherAppeal.objects.exists()
    refused("not_yet_closed", "93C", federation_appeal.close, actor=world.actor("director", 40), appeal=appeal)
    assert federation_appeal.close_due(T0 + timedelta(hours=3)) == 1
    assert fresh(appeal).steps.last().law == "93C3(a)"


def test_the_score_is_not_final_while_an_appeal_is_open(world: World) -> None:
    appeal = world.requested()
    late = world.actor("director", 60)
    with pytest.raises(ValidationError, match="Subject to board"):
        make_final(actor=late, session=world.session)
    requesting.withdraw(actor=world.actor("north", 61), appeal=appeal, reason="We see it now", for_whole_side=True)
    assert make_final(actor=late, session=world.session).is_final
