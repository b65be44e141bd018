"""Appeals in every state on the demo's last session, and a casebook; through the services, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

from appeals.demo.cases import CASES, COMMENTS
from appeals.models import Appeal, Case
from appeals.services import bodies, casebook, concurring, deciding, further, hearing, lodging, requesting
from appeals.services.deciding import Text
from appeals.services.effects import Wanted
from clubs.actors import Actor, system
from clubs.models import Federation, User
from clubs.models.audit import ActorKind
from events.models.conditions import Form
from events.models.sessions import State
from rulings.models import Ruling
from rulings.models.rulings import STANDING
from scoring.services.official import publish

CLUB = "harbour-bridge-club"
DIRECTOR = "director@harbour.example.org"
CHAIR = "chair@dummyland.example.org"
COMMITTEE = (CHAIR, "panel@dummyland.example.org", "jury@dummyland.example.org")
OFFICER = "officer@dummyland.example.org"


class Journey:
    """One appeal of the demo, led from state to state, a few minutes each."""

    def __init__(self, ruling: Ruling, side: str, start: datetime) -> None:
        self.ruling, self.side, self.now = ruling, side, start
        self.people = {user.email: user for user in User.objects.filter(email__in=[DIRECTOR, OFFICER, *COMMITTEE])}
        self.appeal: Appeal

    def as_(self, email: str, minutes: int = 3) -> Actor:
        """Somebody, whose rights the demo takes for granted; each act a little later than the one before."""
        self.now += timedelta(minutes=minutes)
        return Actor(kind=ActorKind.SYSTEM, user=self.people[email], at=self.now)

    def requested(self) -> None:
        self.appeal = requesting.request_appeal(
            actor=self.as_(DIRECTOR), ruling=self.ruling, grounds="The facts were seen differently.", side=self.side
        )

    def declined(self) -> None:
        self.requested()
        first = self.appeal.concurrences.all()[0]
        reason = "Said so at the desk: the ruling is fair."
        concurring.witness(actor=self.as_(DIRECTOR), concurrence=first, agrees=False, reason=reason)

    def lodged(self) -> None:
        self.requested()
        for row in self.appeal.concurrences.all():
            concurring.witness(actor=self.as_(DIRECTOR), concurrence=row, agrees=True, reason="In person")
        if self.appeal.deposits.exists():
            lodging.take_deposit(actor=self.as_(DIRECTOR), appeal=self.appeal)
        lodging.lodge(actor=self.as_(DIRECTOR), appeal=self.appeal)

    def withdrawn(self) -> None:
        self.lodged()
        requesting.withdraw(actor=self.as_(DIRECTOR), appeal=self.appeal, reason="The poll convinced them")

    def referred(self) -> None:
        self.lodged()
        lodging.refer(actor=self.as_(DIRECTOR), appeal=self.appeal)
        for email, role in zip(COMMITTEE, ("chair", "member", "member"), strict=True):
            member = bodies.seat(
                actor=self.as_(CHAIR), appeal=self.appeal, user=self.people[email], role=role, reason="Of another table"
            )
            bodies.answer_invitation(actor=self.as_(email), member=member, accepts=True)

    def hearing(self) -> None:
        self.referred()
        self.now += timedelta(hours=3)
        hearing.freeze_pack(actor=self.as_(CHAIR), appeal=self.appeal, reason="Both sides speak at the hearing instead")
        hearing.open_hearing(actor=self.as_(CHAIR), appeal=self.appeal)
        hearing.add_minute(
            actor=self.as_(CHAIR),
            appeal=self.appeal,
            kind="director",
            who="Rufus Ruff",
            text="Facts and poll.",
        )

    def decided(self, verdict: str = "stands") -> None:
        self.hearing()
        for email in COMMITTEE:
            hearing.cast_vote(actor=self.as_(email), appeal=self.appeal, verdict=verdict)
        wanted = Wanted("table") if verdict == "changed" else Wanted()
        deciding.decide(
            actor=self.as_(CHAIR),
            appeal=self.appeal,
            outcomes={point.pk: verdict for point in self.appeal.points.all()},
            text=Text(reasons="The committee heard both sides and the poll.", merit="merit"),
            wanted=wanted,
        )

    def escalated(self) -> None:
        self.decided("changed")
        further.refer_further(
            actor=self.as_(CHAIR), appeal=self.appeal, grounds="How far a poll binds should be the same in all clubs."
        )

    def closed(self) -> None:
        self.decided()
        further.refer_further(actor=self.as_(CHAIR), appeal=self.appeal, grounds="A question of principle.")
        further.decide_finally(
            actor=self.as_(OFFICER),
            appeal=self.appeal,
            outcomes={point.pk: "stands" for point in self.appeal.points.all()},
            text=Text(reasons="The decision below is sound; the federation adds nothing to it."),
        )


def load(at: datetime) -> Counter[str]:
    added: Counter[str] = Counter()
    if User.objects.filter(email__in=COMMITTEE).count() == len(COMMITTEE) and not Appeal.objects.exists():
        added += _appeals(at)
    added += _book(at)
    return added


def _appeals(at: datetime) -> Counter[str]:
    """On the rulings of a past evening, each appealed by both sides; the score is published when most are decided."""
    found = Ruling.objects.filter(session__event__club__slug=CLUB, session__state=State.FINISHED, play__isnull=False)
    found = found.filter(state__in=STANDING, session__event__form=Form.PAIRS, session__official=None)
    rulings = list(found.select_related("session__event__club__federation").order_by("session", "pk")[:6])
    if len(rulings) < 6:
        return Counter()
    session = rulings[0].session
    start = (session.finished_at or session.starts_at + timedelta(hours=4)) + timedelta(minutes=5)
    ways: tuple[Callable[[Journey], None], ...] = (
        Journey.requested,
        Journey.declined,
        Journey.withdrawn,
        Journey.lodged,
        Journey.referred,
        Journey.hearing,
        Journey.decided,
        Journey.escalated,
        Journey.closed,
    )
    places = [(ruling, side) for ruling in rulings[:5] for side in ("NS", "EW")]
    for way, (ruling, side) in zip(ways, places, strict=False):
        way(Journey(ruling, side, start))
    out = start + timedelta(hours=8)
    publish(actor=system(out), session=session, reason="Some score cards could not be read.")
    # One more asks on the next morning: out of time, and kept.
    Journey(rulings[5], "NS", out + timedelta(hours=9)).requested()
    return Counter(appeals=Appeal.objects.count())


def _book(at: datetime) -> Counter[str]:
    nation = Federation.objects.filter(slug="dummyland").first() or Federation.objects.filter(parent=None).first()
    if nation is None or Case.objects.filter(federation=nation).exists():
        return Counter()
    actor = system(at)
    for number, fields in enumerate(CASES, start=1):
        made = casebook.draft_case(actor=actor, body=nation, **fields)
        casebook.publish_case(actor=actor, case=made)
        for wanted, commentator, text in COMMENTS:
            if wanted == number:
                casebook.comment(actor=actor, case=made, commentator=commentator, text=text)
    return Counter(cases=len(CASES))
