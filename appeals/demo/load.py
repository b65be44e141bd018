"""Appeals in every state on the demo's last session, and a casebook; through the services, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from appeals.demo.cases import CASES, COMMENTS
from appeals.demo.stories import story_for_tree
from appeals.models import Appeal, Case
from appeals.models.appeals import PartyChoice
from appeals.selectors.parties import party_people
from appeals.services import (
    bodies,
    casebook,
    concurring,
    deciding,
    deposits,
    federation_appeal,
    hearing,
    lodging,
    requesting,
)
from appeals.services.deciding import DecisionText
from appeals.services.due_times import keep_due_times
from appeals.services.effects import ScoreChange
from clubs.models import Federation, Player, User
from core.actors import Actor, ActorKind, system
from events.models.conditions import Form
from events.models.sessions import SessionState
from rulings.models import Ruling
from rulings.models.rulings import STANDING
from scoring.services.official import publish

CLUB = "harbour-bridge-club"
DIRECTOR = "director@harbour.example.org"
CHAIR = "chair@dummyland.example.org"
COMMITTEE = (CHAIR, "panel@dummyland.example.org", "jury@dummyland.example.org")
OFFICER = "officer@dummyland.example.org"


@dataclass(frozen=True)
class AtTheTable(Actor):
    """A player of the demo, who has no sign-in."""

    person: Player | None = None

    @cached_property
    def player(self) -> Player | None:
        return self.person


class Journey:
    """One appeal of the demo, led from state to state, a few minutes each."""

    def __init__(self, ruling: Ruling, side: str, start: datetime) -> None:
        self.ruling, self.side, self.now = ruling, side, start
        self.story = story_for_tree(ruling.tree, side)
        self.people = {user.email: user for user in User.objects.filter(email__in=[DIRECTOR, OFFICER, *COMMITTEE])}
        self.appeal: Appeal

    def as_(self, email: str, minutes: int = 3) -> Actor:
        """Somebody, whose rights the demo takes for granted; each act a little later than the one before."""
        self.now += timedelta(minutes=minutes)
        return Actor(kind=ActorKind.SYSTEM, user=self.people[email], at=self.now)

    def players(self, side: str) -> list[Player]:
        return list(Player.objects.filter(pk__in=party_people(self.appeal)[side]).order_by("pk"))

    def at_table(self, side: str) -> Actor:
        self.now += timedelta(minutes=4)
        return AtTheTable(kind=ActorKind.SYSTEM, at=self.now, person=self.players(side)[0])

    @property
    def sides(self) -> tuple[str, str]:
        """The appellants first."""
        return self.side, PartyChoice(self.side).other

    def requested(self) -> None:
        self.appeal = requesting.request_appeal(
            actor=self.as_(DIRECTOR), ruling=self.ruling, grounds=self.story.grounds, side=self.side
        )

    def declined(self) -> None:
        self.requested()
        partner = self.appeal.concurrences.all()[0]
        concurring.witness(actor=self.as_(DIRECTOR), concurrence=partner, agrees=False, reason=self.story.ended)

    def lodged(self) -> None:
        self.requested()
        for concurrence in self.appeal.concurrences.all():
            concurring.witness(actor=self.as_(DIRECTOR), concurrence=concurrence, agrees=True, reason="In person")
        if self.appeal.deposits.exists():
            lodging.take_deposit(actor=self.as_(DIRECTOR), appeal=self.appeal)
        lodging.lodge(actor=self.as_(DIRECTOR), appeal=self.appeal)

    def withdrawn(self) -> None:
        self.lodged()
        requesting.withdraw(actor=self.as_(DIRECTOR), appeal=self.appeal, reason=self.story.ended, for_whole_side=True)
        self.hand_back()

    def hand_back(self) -> None:
        if any(deposit.is_to_hand_back for deposit in self.appeal.deposits.all()):
            deposits.hand_back(actor=self.as_(DIRECTOR), appeal=self.appeal)

    def referred(self) -> None:
        """The committee is seated, and as many sides as have something to say have said it."""
        self.lodged()
        lodging.refer(actor=self.as_(DIRECTOR), appeal=self.appeal)
        for email, role in zip(COMMITTEE, ("chair", "member", "member"), strict=True):
            member = bodies.seat(
                actor=self.as_(CHAIR), appeal=self.appeal, user=self.people[email], role=role, reason="Of another table"
            )
            bodies.answer_invitation(actor=self.as_(email), member=member, accepts=True)
        for side, text in zip(self.sides, (self.story.own, self.story.other), strict=True):
            if text:
                hearing.write_statement(actor=self.at_table(side), appeal=self.appeal, text=text)

    def joined(self) -> None:
        """The other side's appeal against the same ruling is being heard: this one is heard with it."""
        self.lodged()
        lodging.refer(actor=self.as_(DIRECTOR), appeal=self.appeal)

    def hearing(self) -> None:
        self.referred()
        begins = self.now + timedelta(hours=1)
        hearing.fix_hearing(
            actor=self.as_(CHAIR), appeal=self.appeal, begins_at=begins, place="The library, first floor"
        )
        for side in self.sides:
            hearing.agree_pack(actor=self.at_table(side), appeal=self.appeal)
        self.now = begins
        hearing.open_hearing(actor=self.as_(CHAIR), appeal=self.appeal)
        self._attendance()
        first = self.players(self.side)[0].display_name
        minutes = (
            ("director", "Rufus Ruff", self.story.director),
            ("statement", first, "As in the written statement; nothing to add."),
            ("question", self.people[CHAIR].player.display_name, self.story.question),
            ("answer", first, self.story.answer),
        )
        for kind, who, text in minutes:
            hearing.add_minute(actor=self.as_(CHAIR), appeal=self.appeal, kind=kind, who=who, text=text)

    def _attendance(self) -> None:
        attendance = [("Rufus Ruff", "Director", True, False)]
        for side, part in zip(self.sides, ("Appellant", "Respondent"), strict=True):
            for at, player in enumerate(self.players(side)):
                attendance.append((player.display_name, part, side == self.side or at == 0, side != self.side))
        for name, part, present, remote in attendance:
            hearing.note_attendance(
                actor=self.as_(CHAIR, 0), appeal=self.appeal, name=name, part=part, present=present, remote=remote
            )

    def decided(self, verdict: str = "stands", together: Journey | None = None) -> None:
        """`together`: the other side's appeal that joins the hearing; its points fail."""
        self.hearing()
        outcomes = {point.pk: verdict for point in self.appeal.points.all()}
        if together is not None:
            together.now = self.now
            together.joined()
            self.now = together.now
            other, words = self.players(self.sides[1])[0].display_name, together.appeal.grounds
            hearing.add_minute(actor=self.as_(CHAIR), appeal=self.appeal, kind="statement", who=other, text=words)
            outcomes |= {point.pk: "stands" for point in together.appeal.points.all()}
        minority = dict.fromkeys(outcomes, "stands") if self.story.dissent else outcomes
        for email, votes in zip(COMMITTEE, (outcomes, outcomes, minority), strict=True):
            hearing.cast_vote(actor=self.as_(email), appeal=self.appeal, by_point=votes)
        story = self.story
        deciding.decide(
            actor=self.as_(CHAIR),
            appeal=self.appeal,
            outcomes=outcomes,
            text=DecisionText(
                facts=story.facts,
                reasons=story.reasons,
                dissent=story.dissent,
                law_refs=list(self.ruling.law_refs)[:2],
                merit="merit",
            ),
            score_change=ScoreChange("table") if verdict == "changed" else ScoreChange(),
        )

    def escalated(self) -> None:
        other_journey = Journey(self.ruling, self.sides[1], self.now)
        self.decided("changed", other_journey)
        for journey in (self, other_journey):
            journey.hand_back()
        federation_appeal.refer_further(actor=self.as_(CHAIR), appeal=self.appeal, grounds=self.story.further)

    def closed(self) -> None:
        self.decided()
        self.hand_back()
        federation_appeal.refer_further(actor=self.as_(CHAIR), appeal=self.appeal, grounds=self.story.further)
        federation_appeal.decide_finally(
            actor=self.as_(OFFICER),
            appeal=self.appeal,
            outcomes={point.pk: "stands" for point in self.appeal.points.all()},
            text=DecisionText(reasons=self.story.final),
        )


def load(at: datetime) -> Counter[str]:
    added: Counter[str] = Counter()
    if User.objects.filter(email__in=COMMITTEE).count() == len(COMMITTEE) and not Appeal.objects.exists():
        added += _appeals(at)
    added += _book(at)
    return added


def _appeals(at: datetime) -> Counter[str]:
    """On the rulings of a past evening, some by both sides; the score is published when most are decided."""
    rows = Ruling.objects.filter(
        session__event__club__slug=CLUB, session__state=SessionState.FINISHED, play__isnull=False
    )
    rows = rows.filter(state__in=STANDING, session__event__form=Form.PAIRS, session__official=None)
    rulings = list(rows.select_related("session__event__club__federation").order_by("session", "pk")[:9])
    if len(rulings) < 9:
        return Counter()
    session = rulings[0].session
    start = (session.finished_at or session.starts_at + timedelta(hours=4)) + timedelta(minutes=5)
    ways: tuple[tuple[int, str, Callable[[Journey], None]], ...] = (
        (0, "NS", Journey.requested),
        (0, "EW", Journey.declined),
        (1, "NS", Journey.withdrawn),
        (1, "EW", Journey.lodged),
        (2, "EW", Journey.hearing),
        (2, "NS", Journey.joined),
        (3, "EW", Journey.escalated),
        (4, "NS", Journey.closed),
        (6, "NS", Journey.referred),
        (8, "EW", Journey.decided),
    )
    for number, side, way in ways:
        way(Journey(rulings[number], side, start))
    published_at = start + timedelta(hours=8)
    publish(actor=system(published_at), session=session, reason="Some score cards could not be read.")
    # One more asks on the next morning: out of time, and kept.
    Journey(rulings[5], "NS", published_at + timedelta(hours=9)).requested()
    keep_due_times(at)
    return Counter(appeals=Appeal.objects.count())


def _book(at: datetime) -> Counter[str]:
    nation = Federation.objects.filter(slug="dummyland").first() or Federation.objects.filter(parent=None).first()
    if nation is None or Case.objects.filter(federation=nation).exists():
        return Counter()
    actor = system(at)
    for number, fields in enumerate(CASES, start=1):
        case = casebook.draft_case(actor=actor, body=nation, **fields)
        casebook.publish_case(actor=actor, case=case)
        for case_number, commentator, text in COMMENTS:
            if case_number == number:
                casebook.comment(actor=actor, case=case, commentator=commentator, text=text)
    return Counter(cases=len(CASES))
