"""What a player looks for first: the game that is on, and how the last ones ended."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from clubs.models import Player
from core.actors import Actor
from events.models import Place, Session, Substitution
from events.models.sessions import SessionState
from scoring.selectors.results_lists import OwnResult, results_of_player, with_partners

LATEST = 3


@dataclass(frozen=True)
class OwnGames:
    playing: tuple[Session, ...]
    latest: tuple[OwnResult, ...]

    def __bool__(self) -> bool:
        return bool(self.playing or self.latest)


def own_games(actor: Actor) -> OwnGames:
    me = actor.player
    if me is None:
        return OwnGames((), ())
    return OwnGames(sessions_in_play(me), tuple(with_partners(actor, me, results_of_player(me, LATEST))))


def sessions_in_play(player: Player) -> tuple[Session, ...]:
    """Sessions in play in which somebody has a place, or plays for somebody who has one."""
    places = Place.objects.filter(session=OuterRef("pk"), contestant__entrants__player=player)
    stands_in = Substitution.objects.filter(place__session=OuterRef("pk"), player=player, withdrawn_at=None)
    # From the sessions in play, which are few: everybody's own past is long.
    in_play = Session.objects.filter(Exists(places) | Exists(stands_in), state=SessionState.PLAYING)
    return tuple(in_play.select_related("event__club__federation").order_by("starts_at", "pk"))
