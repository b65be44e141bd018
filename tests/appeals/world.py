"""A ruling that somebody wants to appeal, and the people around it; and a case taken as far as a test wants it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, TypeVar

from appeals.models import Appeal, BodyMember, Decision
from appeals.services import bodies, concurring, deciding, hearing, lodging, requesting
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from clubs.models import Club, Federation, Player, User
from clubs.services.regulations import set_regulation
from core import actors
from core.actors import Actor
from events.models import Play, Session
from rulings.case_places import Where
from rulings.models import Ruling
from rulings.services.cases import open_ruling
from rulings.services.giving import give, withdraw
from scoring.engine.boards import Conditions
from scoring.models import BoardResult, ScoreAdjustment
from scoring.models.results import ResultSource
from scoring.result_input import ResultInput, validated_score_fields
from scoring.selectors.conditions import conditions_in
from scoring.services.official import publish
from scoring.services.results import set_result
from tests.cast import Cast, make_cast, make_user
from tests.events.evening import EVENING, make_session
from tests.rulings.night import begin
from tests.standing import Standing

R = TypeVar("R")
T0 = EVENING + timedelta(hours=3, minutes=30)
RESULTS = ("4S= N", "4S-1 N", "3NT+1 S", "3NT= S", "2H+1 E", "5DX-2 W", "1NT= W", "4HX+1 E")
WEIGHTED = "60 4S= N, 40 4S-1 N"
# The same as it is read.
IN_PERCENT = "60% 4S= N, 40% 4S-1 N"
# What a decision says that gives a score.
WRITTEN: dict[str, Any] = {
    "reasons": "Passing was a logical alternative for few.",
    "law_refs": ["16B1"],
    "facts": "South thought for a long time and passed.",
    "heard": "All four at the table",
    "told_ns": "away",
    "told_ew": "away",
}


ONE_TRICK = {"exempt": "none", "won": "partner", "later": "some", "equity": "n"}


def reached_once(step: Callable[..., R]) -> Callable[..., R]:
    """A step of a case from an untouched world on is taken once; later tests find its rows."""

    @wraps(step)
    def reach(self: World, *args: Any, **more: Any) -> R:
        if self.standing is None:
            return step(self, *args, **more)
        return self.standing.advance((step.__name__, repr(args), repr(more)), lambda: step(self, *args, **more))

    return reach


@dataclass
class World:
    cast: Cast
    session: Session
    play: Play
    ruling: Ruling
    # north, south, east, west at the table; third: one more for a committee.
    people: dict[str, User] = field(default_factory=dict)
    clock: datetime = T0
    standing: Standing | None = None

    def __deepcopy__(self, known: dict[int, Any]) -> World:
        copied = [copy.deepcopy(one, known) for one in (self.cast, self.session, self.play, self.ruling, self.people)]
        return World(*copied, clock=self.clock, standing=self.standing)

    def user(self, name: str) -> User:
        return self.people[name] if name in self.people else getattr(self.cast, name)

    def actor(self, name: str, minutes: float = 5) -> Actor:
        """Somebody, so many minutes after the official score was available."""
        return actors.of_user(User.objects.get(pk=self.user(name).pk), at=T0 + timedelta(minutes=minutes))

    def rule(self, key: str, value: Any, body: Club | Federation | None = None) -> None:
        set_regulation(
            actor=actors.system(T0 - timedelta(days=1)), body=body or self.cast.harbour, key=key, value=value
        )

    def revoke(self) -> Ruling:
        """Instead of the adjusted score: declarer's side, who made 4S, loses a trick by Law 64A2."""
        withdraw(actor=self.actor("director", -20), ruling=self.ruling, reason="Another ruling")
        self.play.refresh_from_db()
        draft = begin(self.cast, self.play, "L64", ONE_TRICK)
        told = {"told_ns_how": "table", "told_ew_how": "table"}
        self.ruling = give(actor=self.actor("director", -10), ruling=draft, tricks_to="EW", **told)
        return self.ruling

    # --- A case, step by step -------------------------------------------------------------------------------------
    @reached_once
    def requested(self, minutes: float = 5, **more: Any) -> Appeal:
        told = {"grounds": "South had no alternative to passing."} | more
        return requesting.request_appeal(actor=self.actor("north", minutes), ruling=self.ruling, **told)

    @reached_once
    def concurred(self, **more: Any) -> Appeal:
        appeal = self.requested(**more)
        concurring.concur(actor=self.actor("south", 6), concurrence=appeal.concurrences.get(state="waiting"))
        if appeal.deposits.exists():
            lodging.take_deposit(actor=self.actor("director", 6), appeal=appeal)
        return fresh(appeal)

    @reached_once
    def lodged(self, **more: Any) -> Appeal:
        return lodging.lodge(actor=self.actor("director", 7), appeal=self.concurred(**more))

    @reached_once
    def referred(self, **more: Any) -> Appeal:
        return lodging.refer(actor=self.actor("director", 8), appeal=self.lodged(**more))

    @reached_once
    def seated(self, **more: Any) -> Appeal:
        appeal = self.referred(**more)
        for name, role in (("chair", "chair"), ("appeals_member", "member"), ("third", "member")):
            bodies.seat(actor=self.actor("chair", 9), appeal=appeal, user=self.user(name), role=role)
            member = BodyMember.objects.get(body__appeal=appeal, user=self.user(name))
            bodies.answer_invitation(actor=self.actor(name, 10), member=member, accepts=True)
        return fresh(appeal)

    @reached_once
    def packed(self, **more: Any) -> Appeal:
        appeal = self.seated(**more)
        for name in ("north", "east"):
            hearing.write_statement(actor=self.actor(name, 12), appeal=appeal, text=f"{name} says so.")
        for name in ("north", "east"):
            hearing.agree_pack(actor=self.actor(name, 13), appeal=appeal)
        return fresh(appeal)

    @reached_once
    def heard(self, verdict: str = "changed", **more: Any) -> Appeal:
        appeal = self.packed(**more)
        hearing.open_hearing(actor=self.actor("chair", 20), appeal=appeal)
        for name in ("chair", "appeals_member", "third"):
            hearing.cast_vote(actor=self.actor(name, 25), appeal=appeal, verdict=verdict)
        return fresh(appeal)

    @reached_once
    def decided(self, **text: Any) -> Decision:
        """The table's facts are seen otherwise: a weighted score instead of the director's."""
        return self.decide(self.heard(), **text)

    def decide(self, appeal: Appeal, verdict: str = "changed", score: str = WEIGHTED, **text: Any) -> Decision:
        score_change = ScoreChange("score", score) if verdict == "changed" else ScoreChange()
        return deciding.decide(
            actor=self.actor("chair", 30),
            appeal=appeal,
            outcomes={point.pk: verdict for point in appeal.points.all()},
            text=DecisionText(**(WRITTEN | text)),
            score_change=score_change,
        )


def fresh(appeal: Appeal) -> Appeal:
    return Appeal.objects.get(pk=appeal.pk)


def _scored(at: int, dealt: Conditions) -> dict[str, Any]:
    return validated_score_fields(ResultInput.parse(RESULTS[at % len(RESULTS)]), dealt)


def make_world(cast: Cast, *, published: bool = True, **conditions: Any) -> World:
    """The member sits North at a table; the director has given East-West a better score there."""
    session = make_session(cast.harbour, 6, state="finished", **conditions)
    Session.objects.filter(pk=session.pk).update(finished_at=T0 - timedelta(minutes=5))
    director = replace(cast.actor("director"), at=T0 - timedelta(minutes=30))
    plays = Play.objects.filter(section__session=session, round=1).order_by("table", "board")
    rows = list(plays.select_related("section__session__event__club__federation"))
    play = rows[0]
    # The first makes the field; the others come at once, which is all that the time of a test allows.
    set_result(actor=director, play=play, result=ResultInput.parse(RESULTS[0]))
    dealt = conditions_in(play.section, [row.board for row in rows])
    BoardResult.objects.bulk_create(
        BoardResult(play=row, version=1, source=ResultSource.DESK, made_at=director.at, **_scored(at, dealt[row.board]))
        for at, row in enumerate(rows[1:], start=1)
    )
    people = {"third": make_user("third")}
    for side, names in ((play.north, ("north", "south")), (play.east, ("east", "west"))):
        for entrant, name in zip(side.entrants.order_by("position"), names, strict=False):
            user = User.objects.create_user(f"{name}@example.org", "finesse-the-queen")
            Player.objects.filter(pk=entrant.player_id).update(user=user, display_name=f"{name.title()} Deuce")
            people[name] = user
    draft = open_ruling(actor=director, session=session, where=Where.of(play))
    ruling = give(
        actor=director,
        ruling=draft,
        title="Hesitation",
        facts="South thought for a long time and passed.",
        decision="4S is not allowed.",
        reasons="Pass was a logical alternative.",
        law_refs=["16B3", "12C1"],
        score_ns="3S+1 N",
        told_ns_how="table",
        told_ew_how="table",
    )
    if published:
        publish(actor=replace(director, at=T0), session=session)
    session = Session.objects.select_related("event__club__federation").get(pk=session.pk)
    return World(cast, session, play, ruling, people)


def _with_a_revoke() -> World:
    world = make_world(make_cast(), published=False)
    world.revoke()
    return world


WORLDS: dict[str, Standing] = {
    "published": Standing(lambda: make_world(make_cast())),
    "unpublished": Standing(lambda: make_world(make_cast(), published=False)),
    "revoke": Standing(_with_a_revoke),
    "total points": Standing(lambda: make_world(make_cast(), scoring="total-points")),
}


def standing_world(name: str) -> World:
    """One of the worlds that are made once, in an empty database."""
    world = WORLDS[name].get()
    world.standing = WORLDS[name]
    return world


def led_on(world: World, appeal: Appeal, verdict: str) -> Appeal:
    """From the director's desk to the votes."""
    lodging.refer(actor=world.actor("director", 9), appeal=appeal)
    for name, role in (("chair", "chair"), ("appeals_member", "member"), ("third", "member")):
        made = bodies.seat(actor=world.actor("chair", 9), appeal=appeal, user=world.user(name), role=role)
        bodies.answer_invitation(actor=world.actor(name, 9), member=made, accepts=True)
    for name in ("north", "east"):
        hearing.write_statement(actor=world.actor(name, 10), appeal=appeal, text="So it was")
    for name in ("north", "east"):
        hearing.agree_pack(actor=world.actor(name, 11), appeal=appeal)
    hearing.open_hearing(actor=world.actor("chair", 12), appeal=appeal)
    for name in ("chair", "appeals_member", "third"):
        hearing.cast_vote(actor=world.actor(name, 13), appeal=appeal, verdict=verdict)
    return fresh(appeal)


def counts(world: World) -> ScoreAdjustment:
    return ScoreAdjustment.objects.current().get(play=world.play)
