"""A session after its last board, to publish and to correct."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from clubs import actors
from clubs.actors import Actor
from clubs.models import User
from events.models import Play, Session
from scoring.models import BoardResult, OfficialScore
from scoring.said import Said
from scoring.services.official import publish
from scoring.services.results import set_result
from tests.cast import Cast
from tests.events.evening import EVENING, make_players, make_session

RESULTS = ("4S= N", "4S-1 N", "3NT+1 S", "3NT= S", "2H+1 E", "5DX-2 W", "1NT= W", "4HX+1 E")
T0 = EVENING + timedelta(hours=3, minutes=30)


@dataclass(frozen=True)
class Evening:
    cast: Cast
    session: Session

    def actor(self, name: str, minutes: float = 0) -> Actor:
        """Somebody of the cast, so many minutes after the score was published."""
        return actors.of_user(getattr(self.cast, name), at=T0 + timedelta(minutes=minutes))

    def later(self, actor: Actor, minutes: float) -> Actor:
        return replace(actor, at=actor.at + timedelta(minutes=minutes))

    @property
    def plays(self) -> list[Play]:
        rows = Play.objects.filter(section__session=self.session, round=1)
        return list(rows.select_related("section__session__event__club").order_by("table", "board"))

    @property
    def own(self) -> list[Play]:
        """The boards that the member has played."""
        pk = self.session.places.get(number=1).contestant_id
        return [play for play in self.plays if pk in play.contestant_ids]

    @property
    def official(self) -> OfficialScore:
        return OfficialScore.objects.get(session=self.session)

    def counts(self, play: Play) -> BoardResult:
        return BoardResult.objects.get(play=play, superseded_at=None)

    def publish(self, minutes: float = 0, **more: str) -> None:
        publish(actor=self.actor("director", minutes), session=self.session, **more)


def end_of_play(cast: Cast, contestants: int = 6, *, missing: int = 0, **conditions: object) -> Evening:
    """Play is over; the member is in pair 1, the stranger in pair 2. Some results may be missing."""
    people = make_players(2 * contestants)
    people[0], people[2] = cast.member.player, cast.stranger.player
    session = make_session(cast.harbour, contestants, state="finished", players=people, **conditions)
    Session.objects.filter(pk=session.pk).update(finished_at=T0 - timedelta(minutes=5))
    session.refresh_from_db()
    evening = Evening(cast, session)
    before = evening.actor("director", -30)
    plays = evening.plays
    for at, play in enumerate(plays[: len(plays) - missing]):
        set_result(actor=before, play=play, said=Said.parse(RESULTS[at % len(RESULTS)]))
    return evening


def moved_back(official: OfficialScore, by: timedelta) -> None:
    """As if the score had been available for longer."""
    available: datetime = official.available_at - by
    OfficialScore.objects.filter(pk=official.pk).update(available_at=available, look_at=available)


def member_of(user: User) -> str:
    return user.player.display_name
