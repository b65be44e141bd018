"""A session after its last board, to publish and to correct."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from core import actors
from core.actors import Actor
from events.models import Play, Session
from events.models.plays import PlayState
from events.movements.model import MovementKind
from scoring.engine.boards import Conditions
from scoring.models import BoardResult, OfficialScore
from scoring.result_input import ResultInput, validated_score_fields
from scoring.services.comparison_fields import check_lock_and_rescore
from scoring.services.official import publish
from tests.cast import Cast
from tests.events.evening import EVENING, make_players, make_session

RESULTS = ("4S= N", "4S-1 N", "3NT+1 S", "3NT= S", "2H+1 E", "5DX-2 W", "1NT= W", "4HX+1 E")
ROUNDS = 2
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
        rows = Play.objects.filter(section__session=self.session, round__lte=ROUNDS)
        return list(rows.select_related("section__session__event__club").order_by("round", "table", "board"))

    @property
    def own(self) -> list[Play]:
        """The boards that the member has played."""
        pk = self.session.places.get(number=1).contestant_id
        return [play for play in self.plays if pk in play.contestant_ids]

    @property
    def official(self) -> OfficialScore:
        return OfficialScore.objects.get(session=self.session)

    def counts(self, play: Play) -> BoardResult:
        return BoardResult.objects.current().get(play=play)

    def publish(self, minutes: float = 0, **more: str) -> None:
        publish(actor=self.actor("director", minutes), session=self.session, **more)


def end_of_play(cast: Cast, contestants: int = 6, *, missing: int = 0, **conditions: object) -> Evening:
    """Play is over after two rounds; the member is in pair 1, the stranger in pair 2. Some results may be missing."""
    people = make_players(2 * contestants)
    people[0], people[2] = cast.member.player, cast.stranger.player
    kind = MovementKind.MITCHELL
    session = make_session(cast.harbour, contestants, kind=kind, state="finished", players=people, **conditions)
    Session.objects.filter(pk=session.pk).update(finished_at=T0 - timedelta(minutes=5), round=ROUNDS)
    Play.objects.filter(section__session=session, round__lte=ROUNDS).update(state=PlayState.DONE)
    session.refresh_from_db()
    evening = Evening(cast, session)
    plays = evening.plays
    before = evening.actor("director", -30)
    BoardResult.objects.bulk_create(
        BoardResult(
            play=play,
            version=1,
            source="desk",
            made_at=before.at,
            **validated_score_fields(ResultInput.parse(RESULTS[at % len(RESULTS)]), Conditions.of(play.board)),
        )
        for at, play in enumerate(plays[: max(0, len(plays) - missing)])
    )
    check_lock_and_rescore(session.sections.get(), at=before.at)
    return evening
