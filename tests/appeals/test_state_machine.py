"""Random sequences of acts by every role find no way around a gate."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from inspect import getsource
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from appeals import gates
from appeals.gates import EDGES, ENDED, LODGED_OR_LATER, CaseState, Facts, GateKind, Path, Point, Verdict, refusal
from appeals.gates.edges import AFTER_THE_END
from appeals.models import Appeal, BodyMember, Challenge, Decision, PointOutcome
from appeals.selectors.conflicts import check_conflicts
from appeals.services import bodies, concurring, deciding, federation_appeal, hearing, lodging, requesting
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from core.actors import Actor
from core.errors import Conflict, Forbidden
from scoring.models import ScoreAdjustment
from tests.appeals.world import WRITTEN, World, make_world
from tests.cast import Cast
from tests.conftest import LONG

ROLES = (
    *("north", "south", "east", "west", "director", "chair", "appeals_member", "third"),
    *("secretary", "scorer", "stranger", "north_officer"),
)
REFUSED = (ValidationError, Forbidden, Conflict)
VERDICTS = ("stands", "changed", "recommended")


class Driver:
    """One case and everything that anybody could try with it."""

    def __init__(self, world: World, draw: Callable[..., Any]) -> None:
        self.world, self.draw, self.minutes = world, draw, 1
        self.case: Appeal | None = None
        # While the case is led on, what is drawn is what people would usually do.
        self.steady = True

    def usual(self, usual: Any, strategy: Any) -> Any:
        return usual if self.steady and self.draw(st.integers(0, 9)) else self.draw(strategy)

    def actor(self, role: str) -> Actor:
        return self.world.actor(role, self.minutes)

    def pick(self, rows: Any) -> Any:
        found = list(rows)
        if not found:
            raise ValidationError("nothing there")
        return self.usual(found[0], st.sampled_from(found))

    def concurrences(self) -> Any:
        rows = self.case.concurrences.all()
        return rows.filter(answered_at=None) if self.steady else rows

    @property
    def text(self) -> DecisionText:
        return DecisionText(**WRITTEN, merit=self.draw(st.sampled_from(["", "merit", "without"])))

    @property
    def score_change(self) -> ScoreChange:
        return self.usual(
            ScoreChange(), st.sampled_from([ScoreChange(), ScoreChange("score", "4S= N"), ScoreChange("table")])
        )

    def outcomes(self) -> dict[int, str]:
        return {point.pk: self.usual("stands", st.sampled_from(VERDICTS)) for point in self.case.points.all()}

    def do(self, act: str, role: str) -> None:
        actor, case = self.actor(role), self.case
        if act == "request":
            kinds = st.lists(st.sampled_from(["law", "fact", "discipline"]), min_size=1, max_size=2)
            points, side = self.usual(["fact"], kinds), self.usual("", st.sampled_from(["", "NS", "EW"]))
            made = requesting.request_appeal(
                actor=actor,
                ruling=self.world.ruling,
                grounds="Wrong",
                points=[(kind, "So") for kind in points],
                side=side,
            )
            self.case = self.case if self.case is not None and self.case.is_open else made
            return
        if case is None:
            raise ValidationError("no case")
        case.refresh_from_db()
        members = BodyMember.objects.filter(body__appeal=case)
        points = case.points.all()
        acts: dict[str, Callable[[], object]] = {
            "concur": lambda: concurring.concur(actor=actor, concurrence=self.pick(self.concurrences())),
            "witness": lambda: concurring.witness(
                actor=actor, concurrence=self.pick(self.concurrences()), agrees=True, reason="Said so"
            ),
            "decline": lambda: concurring.concur(
                actor=actor, concurrence=self.pick(case.concurrences.all()), agrees=False
            ),
            "lapse": lambda: concurring.lapse(actor=actor, appeal=case),
            "lapse_further": lambda: concurring.lapse_further(actor=actor, appeal=case),
            "deposit": lambda: lodging.take_deposit(actor=actor, appeal=case),
            "lodge": lambda: lodging.lodge(actor=actor, appeal=case),
            "rule_on_law": lambda: lodging.rule_on_law(
                actor=actor, point=self.pick(points), verdict=self.pick(VERDICTS), reasons="The Law says so"
            ),
            "contest": lambda: lodging.contest(actor=actor, point=self.pick(points)),
            "settle": lambda: lodging.settle(actor=actor, appeal=case),
            "hear_alone": lambda: lodging.hear_alone(actor=actor, appeal=case, ground="disturbs", reason="No time"),
            "refer": lambda: lodging.refer(actor=actor, appeal=case),
            "seat": lambda: bodies.seat(
                actor=actor,
                appeal=case,
                user=self.world.user(self.usual(self.next_member(members), st.sampled_from(ROLES))),
                role=self.usual("member" if members else "chair", st.sampled_from(["chair", "member"])),
                reason="It does not matter",
            ),
            "answer_invitation": lambda: self.accept(members),
            "step_down": lambda: bodies.step_down(actor=actor, member=self.pick(members), reason="Ill"),
            "withdraw_further": lambda: federation_appeal.withdraw_further(
                actor=actor, appeal=case, reason="No", for_whole_side=True
            ),
            "unseat": lambda: bodies.unseat(actor=actor, member=self.pick(members), reason="Ill"),
            "challenge": lambda: bodies.challenge(actor=actor, member=self.pick(members), reason="A quarrel"),
            "decide_challenge": lambda: bodies.decide_challenge(
                actor=actor, challenge=self.pick(Challenge.objects.all()), upheld=False, reason="No"
            ),
            "state": lambda: hearing.write_statement(actor=actor, appeal=case, text="It was so"),
            "agree_pack": lambda: hearing.agree_pack(actor=actor, appeal=case),
            "open_hearing": lambda: hearing.open_hearing(actor=actor, appeal=case),
            "vote": lambda: hearing.cast_vote(
                actor=actor, appeal=case, verdict=self.usual("stands", st.sampled_from(VERDICTS))
            ),
            "decide": lambda: deciding.decide(
                actor=actor, appeal=case, outcomes=self.outcomes(), text=self.text, score_change=self.score_change
            ),
            "decide_alone": lambda: deciding.decide_alone(
                actor=actor, appeal=case, outcomes=self.outcomes(), text=self.text, score_change=self.score_change
            ),
            "answer": lambda: deciding.answer_recommendation(
                actor=actor, point=self.pick(points), follows=False, reasons="No"
            ),
            "correct": lambda: deciding.correct(
                actor=actor, decision=self.pick(case.decisions.all()), reason="A slip", text=self.text
            ),
            "go_further": lambda: federation_appeal.go_further(actor=actor, appeal=case, grounds="On principle"),
            "refer_further": lambda: federation_appeal.refer_further(actor=actor, appeal=case, grounds="On principle"),
            "admit": lambda: federation_appeal.admit(actor=actor, appeal=case, concurrence="Both say so"),
            "refuse_further": lambda: federation_appeal.refuse_further(actor=actor, appeal=case, reason="No"),
            "decide_finally": lambda: federation_appeal.decide_finally(
                actor=actor, appeal=case, outcomes=self.outcomes(), text=self.text, score_change=self.score_change
            ),
            "close": lambda: federation_appeal.close(actor=actor, appeal=case),
            "withdraw": lambda: requesting.withdraw(
                actor=actor, appeal=case, reason="They say so", for_whole_side=True
            ),
        }
        acts[act]()

    def next_member(self, members: Any) -> str:
        return ("chair", "third", "appeals_member")[min(2, members.count())]

    def accept(self, members: Any) -> None:
        """Everybody answers for themselves, whoever was drawn."""
        member = self.pick(members.filter(state="invited") if self.steady else members)
        user = type(member.user).objects.get(pk=member.user_id)
        actor = Actor(kind=self.actor("north").kind, user=user, at=self.actor("north").at)
        bodies.answer_invitation(actor=actor, member=member, accepts=True)


ACTS = (
    *("request", "concur", "witness", "decline", "lapse", "deposit", "lodge", "rule_on_law", "contest", "settle"),
    *("hear_alone", "refer", "seat", "answer_invitation", "unseat", "challenge", "decide_challenge", "state"),
    *("agree_pack", "open_hearing", "vote", "decide", "decide_alone", "answer", "correct", "go_further"),
    *("refer_further", "admit", "refuse_further", "decide_finally", "close", "withdraw"),
    *("step_down", "withdraw_further", "lapse_further"),
)
# What leads a case on, in this order, by those who may: random acts alone would seldom get beyond the first gate.
FORWARD = (
    *(
        ("request", "north"),
        ("concur", "north"),
        ("witness", "director"),
        ("witness", "director"),
        ("lodge", "director"),
    ),
    *(
        ("rule_on_law", "director"),
        ("contest", "north"),
        ("refer", "director"),
        ("seat", "chair"),
        ("seat", "secretary"),
    ),
    *(("seat", "secretary"), ("answer_invitation", "chair"), ("answer_invitation", "third"), ("state", "north")),
    *(("state", "east"), ("agree_pack", "north"), ("agree_pack", "west"), ("open_hearing", "chair"), ("vote", "chair")),
    *(
        ("vote", "third"),
        ("decide", "chair"),
        ("answer", "director"),
        ("go_further", "east"),
        ("admit", "north_officer"),
    ),
    *(("decide_finally", "north_officer"),),
)


def hold(driver: Driver, world: World) -> None:
    """What is true of every case, however it came about."""
    for case in Appeal.objects.all():
        steps = list(case.steps.order_by("pk"))
        before = None
        for step in steps:
            edge = EDGES[step.act]
            assert not edge.sources or before in edge.sources, (step.act, before)
            assert edge.target is None or step.state == edge.target
            before = CaseState(step.state)
        if case.state in LODGED_OR_LATER:
            assert not case.concurrences.filter(further=None).exclude(state="concurs").exists(), "Law 92D"
            assert case.deadline is None or case.requested_at <= case.deadline, "Law 92B"
            assert not case.deposits.filter(state="due", further=False).exists(), "Law 92A"
        if case.state in ENDED:
            assert case.closed_at is not None
            last = [step for step in steps if step.act not in AFTER_THE_END][-1]
            assert last.at == case.closed_at, "nothing happens after the end"
        sitting = [row.user for row in BodyMember.objects.filter(body__appeal=case, state="accepted")]
        assert all(one.may_sit for one in check_conflicts(case, sitting, case.requested_at)), "no conflict sits"
    for made in Decision.objects.exclude(body_kind="director"):
        assert made.votes_cast >= made.quorum
    overruled = PointOutcome.objects.filter(verdict="changed", point__kind__in=["law", "discipline"])
    assert not overruled.exclude(decision__body_kind="director").exclude(decision__stage="further").exists(), "Law 93B3"
    given_score = ScoreAdjustment.objects.filter(authority__startswith="decision:")
    for row in given_score:
        decision = Decision.objects.get(pk=row.authority.partition(":")[2])
        assert decision.verdict == "changed" or decision.supersedes is not None


@pytest.mark.django_db
def test_no_sequence_of_acts_gets_around_a_gate(cast: Cast) -> None:
    world = make_world(cast)
    world.rule("appeals.further", True)
    world.rule("appeals.quorum", "2")
    reached: set[str] = set()

    # The gates are the same on both databases.
    examples = 18 if LONG or connection.vendor == "sqlite" else 6

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def drive(data: Any) -> None:
        with transaction.atomic():
            driver = Driver(world, data.draw)
            for act, role in FORWARD[: data.draw(st.sampled_from((len(FORWARD), 23, 21, 20, 18, 12, 7, 4, 1)))]:
                attempt(driver, act, role)
                reached.update(Appeal.objects.values_list("state", flat=True))
            driver.steady = False
            for _ in range(data.draw(st.integers(0, 10))):
                driver.minutes += data.draw(st.sampled_from([0, 1, 5, 200, 20000]))
                attempt(driver, data.draw(st.sampled_from(ACTS)), data.draw(st.sampled_from(ROLES)))
            hold(driver, world)
            reached.update(Appeal.objects.values_list("state", flat=True))
            transaction.set_rollback(True)

    drive()
    # A few examples need not come that far.
    assert examples < 18 or {"requested", "lodged", "referred", "hearing", "decided"} <= reached, reached


def attempt(driver: Driver, act: str, role: str) -> None:
    try:
        with transaction.atomic():
            driver.do(act, role)
    except REFUSED:
        return


NOW = datetime(2026, 11, 16, 22, 0, tzinfo=UTC)
VALUES = st.builds(
    Facts,
    state=st.sampled_from(CaseState),
    at=st.just(NOW),
    deadline=st.sampled_from([None, NOW, NOW - timedelta(minutes=1)]),
    needed=st.integers(0, 2),
    concurring=st.integers(0, 2),
    deposit_due=st.booleans(),
    points=st.lists(st.builds(Point, st.sampled_from(GateKind), st.sampled_from(Path)), max_size=3).map(tuple),
    quorum=st.integers(1, 3),
    seated=st.integers(0, 3),
    has_chair=st.booleans(),
    conflicted=st.integers(0, 1),
    cast=st.integers(0, 3),
    in_favour=st.integers(0, 3),
    verdicts=st.lists(st.tuples(st.sampled_from(GateKind), st.sampled_from(Verdict)), max_size=3).map(tuple),
    pack_frozen=st.booleans(),
    statements=st.integers(0, 2),
    is_final_body=st.booleans(),
    correct_until=st.sampled_from([None, NOW, NOW - timedelta(minutes=1)]),
    to_hand_back=st.integers(0, 2),
    handed_back=st.integers(0, 2),
    further_until=st.sampled_from([None, NOW]),
)


@given(VALUES, st.sampled_from(sorted(EDGES)))
def test_the_gates_hold_whatever_the_facts(facts: Facts, act: str) -> None:
    if refusal(act, facts) is not None:
        return
    if EDGES[act].sources:
        assert facts.state in EDGES[act].sources
        assert facts.state not in ENDED or act in AFTER_THE_END
    if act == "correct":
        assert facts.state != CaseState.CLOSED or facts.correct_until >= facts.at
    if act == "lodge":
        assert facts.concurring >= facts.needed >= 1
    if act == "decide":
        assert facts.cast >= facts.quorum
        assert not facts.conflicted
        assert (GateKind.LAW, Verdict.CHANGED) not in facts.verdicts
        assert (GateKind.DISCIPLINE, Verdict.CHANGED) not in facts.verdicts
    if act == "go_further":
        assert not facts.is_final_body


def test_every_edge_names_its_paragraph_and_every_refusal_has_its_sentence() -> None:
    from appeals.wording import ACTS as WORDS
    from appeals.wording import REFUSALS
    from core.audit.words import ACTS as AUDITED

    assert set(EDGES) == set(WORDS)
    assert {f"appeal.{act}" for act in EDGES} <= set(AUDITED)
    source = "".join(getsource(module) for module in (gates.checks, gates.edges, gates.facts))
    codes = set(re.findall(r'Refusal\("(\w+)"', source)) | {"closed", "wrong_state"}
    assert codes <= set(REFUSALS)
    assert set(REFUSALS) <= codes
