"""What a player looks for first: the game that is on, and how the last ones ended."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from clubs.actors import Actor
from clubs.models import Player
from events.models import Place, Session
from events.models.sessions import State
from scoring.selectors.results_lists import OwnResult, as_results, results_of_player

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
    return OwnGames(playing(me), tuple(as_results(actor, me, results_of_player(actor, me)[:LATEST])))


def playing(player: Player) -> tuple[Session, ...]:
    """Sessions in play in which somebody has a place, or plays for somebody who has one."""
    substitutes = Q(substitutions__player=player, substitutions__withdrawn_at=None)
    places = Place.objects.filter(Q(contestant__entrants__player=player) | substitutes, session__state=State.PLAYING)
    rows = Session.objects.filter(pk__in=places.values("session")).select_related("event__club__federation")
    return tuple(rows.order_by("starts_at", "pk"))
