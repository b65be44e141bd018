"""Who played which boards, substitutes included (Law 4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from clubs.models import Player
from events.models import Entrant, Place, Play, Session, Substitution
from events.models.plays import PlayState
from events.movements.model import Unit
from events.selectors.lineups import line_up_in_round
from events.selectors.presence import Presence


@dataclass(frozen=True)
class PlayedShare:
    """What one person played for a contestant. `share` is in percent of the boards that the contestant played."""

    player: Player
    place: Place
    boards: tuple[int, ...]
    share: int
    is_substitute: bool


def session_substitutions(session: Session, *, withdrawn: bool = False) -> QuerySet[Substitution]:
    substitutions = Substitution.objects.filter(place__session=session).order_by(
        "place__section__letter", "place__number", "pk"
    )
    if not withdrawn:
        substitutions = substitutions.filter(withdrawn_at=None)
    people = Prefetch("place__contestant__entrants", Entrant.objects.select_related("player"))
    return substitutions.select_related(
        "place__section", "place__contestant", "place__session__event__club", "entrant__player", "player"
    ).prefetch_related(people)


def played_shares(session: Session) -> list[PlayedShare]:
    """For each contestant who played which of its boards, those who entered first. The queries do not grow."""
    presence = Presence.of(session)
    plays = Play.objects.filter(section__session=session, state=PlayState.DONE).order_by("round", "board")
    by_contestant: defaultdict[int, list[Play]] = defaultdict(list)
    for play in plays:
        for contestant in set(play.contestant_ids):
            by_contestant[contestant].append(play)
    parts = []
    for place in presence.places:
        parts += _place_shares(presence, place, by_contestant[place.contestant_id])
    return parts


def _place_shares(presence: Presence, place: Place, plays: Iterable[Play]) -> list[PlayedShare]:
    """A team plays each board at two tables: only the pair at the table has played it there."""
    movement = presence.sections[place.section_id].movement
    is_team = movement is not None and movement.unit is Unit.TEAM
    boards: defaultdict[int, list[int]] = defaultdict(list)
    people: dict[int, Player] = {}
    substitutes: set[int] = set()
    played: set[int] = set()
    for play in plays:
        played.add(play.board)
        for entrant in _at_the_table(place, play) if is_team else place.contestant.entrants.all():
            stands_in = presence.substitution(place, entrant, play.round)
            player = stands_in.player if stands_in else entrant.player
            if player is None:
                continue
            people[player.pk] = player
            boards[player.pk].append(play.board)
            if stands_in:
                substitutes.add(player.pk)
    return [
        PlayedShare(player, place, tuple(boards[key]), _percent(len(boards[key]), len(played)), key in substitutes)
        for key, player in people.items()
    ]


def _at_the_table(place: Place, play: Play) -> list[Entrant]:
    seats = line_up_in_round(place, play.round)
    pair = (seats.north, seats.south) if play.north_id == place.contestant_id else (seats.east, seats.west)
    return [entrant for entrant in pair if entrant is not None]


def _percent(part: int, whole: int) -> int:
    """Rounded down: who must play three quarters has not done so with 74.9 percent."""
    return 100 * part // whole if whole else 0
