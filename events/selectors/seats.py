"""Who sits where: the places of a session with their people."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Prefetch, QuerySet

from clubs.models import Player
from events.models import Contestant, Entrant, Place, Section, Session, Substitution
from events.movements.seats import TableSeat, seat_at, seats_in

__all__ = [
    "TableSeat",
    "place_players",
    "player_ids_at",
    "seat_at",
    "seats_in",
    "session_places",
    "session_sections",
    "with_people",
]


def with_people(contestants: QuerySet[Contestant]) -> QuerySet[Contestant]:
    """Contestants that can say their names without another query."""
    return contestants.prefetch_related(Prefetch("entrants", Entrant.objects.select_related("player")))


def session_places(session: Session) -> QuerySet[Place]:
    """All places of a session, by section and number, with sections, contestants, players and substitutes."""
    people = Prefetch("contestant", with_people(Contestant.objects.all()))
    substitutes = Prefetch(
        "substitutions", Substitution.objects.filter(withdrawn_at=None).select_related("player", "entrant__player")
    )
    places = Place.objects.filter(session=session).select_related("section")
    return places.prefetch_related(people, substitutes).order_by("section__letter", "number")


def session_sections(session: Session) -> list[Section]:
    return list(session.sections.select_related("session__event__club", "board_set").order_by("letter"))


def place_players(place: Place) -> list[Player]:
    """The contestant's players whose names are known; reads `entrants`, so have them prefetched."""
    return [entrant.player for entrant in place.contestant.entrants.all() if entrant.player]


def player_ids_at(places: Iterable[Place]) -> set[int]:
    """Ids of all persons who plays at these places, substitutes included."""
    ids = {entrant.person_id for place in places for entrant in place.contestant.entrants.all() if entrant.person_id}
    return ids | {substitution.player.person_id for place in places for substitution in place.substitutions.all()}
