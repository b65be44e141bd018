"""Who is at which table in which round of a session, substitutes included."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from events.models import Entrant, Place, Section, Session, Substitution
from events.selectors.seats import session_places, session_sections


@dataclass(frozen=True)
class Presence:
    """A session's places with their people, read once and then asked as often as needed."""

    sections: dict[int, Section]
    places: list[Place]
    # Places of a section by round and table.
    tables: dict[tuple[int, int, int], list[Place]] = field(default_factory=dict)

    @classmethod
    def of(cls, session: Session) -> Presence:
        presence = cls(
            {section.pk: section for section in session_sections(session)},
            list(session_places(session).prefetch_related("line_ups")),
        )
        presence.tables.update(presence._tables())
        return presence

    def _tables(self) -> dict[tuple[int, int, int], list[Place]]:
        place_by_number = {(place.section_id, place.number): place for place in self.places}
        tables: defaultdict[tuple[int, int, int], list[Place]] = defaultdict(list)
        for key, section in self.sections.items():
            for round_number, round_ in enumerate(section.movement.rounds if section.movement else (), start=1):
                for seating in round_.seatings:
                    tables[key, round_number, seating.table] = [
                        place_by_number[key, seat] for seat in seating.seats if (key, seat) in place_by_number
                    ]
        return dict(tables)

    def rounds(self, section_id: int) -> int:
        movement = self.sections[section_id].movement
        return len(movement.rounds) if movement else 0

    def people(self, place: Place, round_number: int) -> set[int]:
        """Ids of those who play for a place in a round: its own players, or who stands in for them."""
        return {player for _, player in self.lined_up(place, round_number) if player}

    def lined_up(self, place: Place, round_number: int) -> Iterator[tuple[Entrant, int | None]]:
        """Each player of a place with the id of whoever plays for them in this round; None while it is not known."""
        for entrant in place.contestant.entrants.all():
            stands_in = self.substitution(place, entrant, round_number)
            yield entrant, stands_in.person_id if stands_in else entrant.person_id

    def substitution(self, place: Place, entrant: Entrant, round_number: int) -> Substitution | None:
        return next(
            (substitution for substitution in self.substitutes(place, entrant) if substitution.covers(round_number)),
            None,
        )

    def substitutes(self, place: Place, entrant: Entrant) -> list[Substitution]:
        """Who stands in for somebody, in the order in which they do."""
        substitutions = [
            substitution for substitution in place.substitutions.all() if substitution.entrant_id == entrant.pk
        ]
        return sorted(substitutions, key=lambda substitution: substitution.first_round)

    def player_places(self, player_id: int, round_number: int) -> list[Place]:
        """The places for which somebody plays in a round."""
        return [place for place in self.places if player_id in self.people(place, round_number)]

    def player_tables(self, player_id: int, round_number: int) -> set[tuple[int, int]]:
        """The tables, as section and table, of the contestant somebody plays for in a round; a team has two."""
        place_ids = {place.pk for place in self.player_places(player_id, round_number)}
        return {
            (section, table)
            for (section, number, table), places in self.tables.items()
            if number == round_number and any(place.pk in place_ids for place in places)
        }
