"""Who of a team sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from events.models import Entrant, LineUp, Place

SEATS = ("north", "south", "east", "west")


@dataclass(frozen=True)
class Seats:
    """Four of a team: North and South at the one table, East and West at the other. None while somebody is missing."""

    north: Entrant | None
    south: Entrant | None
    east: Entrant | None
    west: Entrant | None
    first_round: int = 1

    @property
    def everybody(self) -> tuple[Entrant | None, ...]:
        return self.north, self.south, self.east, self.west

    @property
    def entrants(self) -> list[Entrant]:
        return [entrant for entrant in self.everybody if entrant is not None]


def line_up_in_round(place: Place, round_number: int) -> Seats:
    """The latest line-up given for a round or one before it, else the players in the order of entry.

    Reads `line_ups` and the contestant's `entrants`, so have them prefetched in lists.
    """
    line_ups = [line_up for line_up in place.line_ups.all() if line_up.first_round <= round_number]
    if not line_ups:
        return usual_seats(list(place.contestant.entrants.all()))
    return _seats(place, max(line_ups, key=lambda line_up: line_up.first_round))


def given_line_ups(place: Place, *, after: int) -> list[Seats]:
    """Those given for rounds to come, in their order."""
    line_ups = sorted(place.line_ups.all(), key=lambda line_up: line_up.first_round)
    return [_seats(place, line_up) for line_up in line_ups if line_up.first_round > after]


def _seats(place: Place, line_up: LineUp) -> Seats:
    by_id = {entrant.pk: entrant for entrant in place.contestant.entrants.all()}
    north, south, east, west = (by_id.get(getattr(line_up, f"{seat}_id")) for seat in SEATS)
    return Seats(north, south, east, west, line_up.first_round)


def usual_seats(entrants: Sequence[Entrant]) -> Seats:
    """Players 1 and 2 sit North-South, 3 and 4 East-West."""
    at = {entrant.position: entrant for entrant in entrants}
    return Seats(at.get(1), at.get(2), at.get(3), at.get(4))
