"""Who sits at each table in a round: read once for a session, asked for any round.

Names are those that the reader may see: `open_names` says whether they are somebody known to us or a stranger.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.permissions import is_member, is_officer_over, is_official
from clubs.selectors.visible import sees_everything
from core.actors import Actor
from events.models import Contestant, Entrant, Event, Place, Section, Session, Substitution
from events.models.sessions import SessionState
from events.movements.drawing import certain_rounds
from events.movements.model import Movement, Seating, Unit
from events.selectors.lineups import line_up_in_round
from events.selectors.seats import session_places, session_sections

SEATS = ("N", "E", "S", "W")
SEATS_OF_SIDE = {"NS": ("N", "S"), "EW": ("E", "W")}


@dataclass(frozen=True)
class Sitter:
    """Somebody on one of the four seats; `player` is who plays this round, substitutes included."""

    seat: str
    number: int
    name: str
    entrant: Entrant | None = None
    player: Player | None = None
    is_substitute: bool = False

    @property
    def is_known(self) -> bool:
        return self.player is not None


@dataclass(frozen=True)
class TableSide:
    """North-South or East-West at a table: a pair, half a team, or two players who are partners for the round."""

    side: str
    sitters: tuple[Sitter, ...]
    team: str = ""

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(sitter.number for sitter in self.sitters))

    @property
    def number(self) -> str:
        return "–".join(map(str, self.numbers))

    @property
    def is_known(self) -> bool:
        return any(sitter.is_known for sitter in self.sitters)

    @property
    def are_on_their_own(self) -> bool:
        """Partners for this round only, each with a number."""
        return len(self.numbers) > 1

    @property
    def names(self) -> str:
        return join_names(sitter.name if sitter.is_known else "" for sitter in self.sitters)

    @property
    def title(self) -> str:
        """The team's name, or the players' names; never empty."""
        return self.team or self.names or _("unknown")


@dataclass(frozen=True)
class RoomTable:
    """A table in a round, with its boards as they are numbered on the table."""

    letter: str
    number: int
    name: str
    round: int
    boards: tuple[int, ...]
    shared: bool
    ns: TableSide
    ew: TableSide

    @property
    def sides(self) -> tuple[TableSide, TableSide]:
        return self.ns, self.ew

    @property
    def seats(self) -> tuple[Sitter, ...]:
        """North, East, South, West."""
        return (self.ns.sitters[0], self.ew.sitters[0], self.ns.sitters[1], self.ew.sitters[1])

    @property
    def boards_text(self) -> str:
        return ranges(self.boards)


@dataclass(frozen=True)
class Party:
    """A contestant by number, with the names of its people in a round."""

    letter: str
    number: int
    name: str
    names: tuple[str, ...]
    title: str
    place: Place | None = None


@dataclass(frozen=True)
class Stop:
    """Where a contestant is in a round: at a table (a team at two, or with one half resting), or sitting out."""

    round: int
    tables: tuple[tuple[RoomTable, str], ...]

    @property
    def sits_out(self) -> bool:
        return not self.tables


@dataclass(frozen=True)
class SectionRoom:
    section: Section
    movement: Movement
    places: dict[int, Place]
    several: bool
    open_names: bool

    @property
    def letter(self) -> str:
        return self.section.letter

    @property
    def rounds(self) -> int:
        return len(self.movement.rounds)

    @cached_property
    def certain(self) -> int:
        """How many rounds are certain: where each round is drawn in play, only those that have been."""
        return min(self.rounds, certain_rounds(self.movement))

    def is_certain(self, round_number: int) -> bool:
        return 1 <= round_number <= self.certain

    def table_name(self, number: int) -> str:
        """A3 where there are several sections, else 3."""
        return f"{self.letter}{number}" if self.several else str(number)

    def number_name(self, number: int) -> str:
        return f"{self.letter}{number}" if self.several else str(number)

    def tables(self, round_number: int) -> list[RoomTable]:
        if not self.is_certain(round_number):
            return []
        seatings = sorted(self.movement.rounds[round_number - 1].seatings, key=lambda seating: seating.table)
        return [self._table(round_number, seating) for seating in seatings]

    def sitting_out(self, round_number: int) -> list[Party]:
        if not self.is_certain(round_number):
            return []
        return [self.party(number, round_number) for number in self.movement.rounds[round_number - 1].sitting_out]

    def late(self, round_number: int) -> list[tuple[int, Party]]:
        """Those who are not there yet, with the round from which they are."""
        return [(first, self.party(number, first)) for number, first in self.movement.late if first > round_number]

    def party(self, number: int, round_number: int = 1) -> Party:
        place = self.places.get(number)
        sitters = self._people(number, round_number)
        names = tuple(sitter.name for sitter in sitters)
        team = place.contestant.name if place else ""
        title = team or join_names(sitter.name if sitter.is_known else "" for sitter in sitters)
        return Party(self.letter, number, self.number_name(number), names, title, place)

    def parties(self, round_number: int = 1) -> list[Party]:
        return [self.party(number, round_number) for number in range(1, self.movement.contestants + 1)]

    def stop(self, number: int, round_number: int) -> Stop:
        return Stop(round_number, tuple(self._tables_and_sides(number, round_number)))

    def _tables_and_sides(self, number: int, round_number: int) -> Iterator[tuple[RoomTable, str]]:
        for seating in self.movement.rounds[round_number - 1].seatings:
            for side in _seated_sides(seating, number):
                yield self._table(round_number, seating), side

    def _table(self, round_number: int, seating: Seating) -> RoomTable:
        return RoomTable(
            letter=self.letter,
            number=seating.table,
            name=self.table_name(seating.table),
            round=round_number,
            boards=tuple(self.section.board(board) for board in seating.boards),
            shared=seating.shared,
            ns=self.side(round_number, seating, "NS"),
            ew=self.side(round_number, seating, "EW"),
        )

    def side(self, round_number: int, seating: Seating, side: str) -> TableSide:
        seats = SEATS_OF_SIDE[side]
        if len(seating.seats) == 4:
            numbers = [seating.seats[SEATS.index(seat)] for seat in seats]
            return TableSide(
                side, tuple(self._individual_sitter(n, round_number, s) for n, s in zip(numbers, seats, strict=True))
            )
        number = seating.seats[0 if side == "NS" else 1]
        place = self.places.get(number)
        entrants = self._entrants(place, round_number, side)
        sitters = tuple(
            self._sitter(number, seat, entrant, round_number) for seat, entrant in zip(seats, entrants, strict=True)
        )
        return TableSide(side, sitters, team=place.contestant.name if place else "")

    def _individual_sitter(self, number: int, round_number: int, seat: str) -> Sitter:
        place = self.places.get(number)
        entrants = list(place.contestant.entrants.all()) if place else []
        return self._sitter(number, seat, entrants[0] if entrants else None, round_number)

    def _people(self, number: int, round_number: int) -> list[Sitter]:
        place = self.places.get(number)
        entrants = list(place.contestant.entrants.all()) if place else []
        return [self._sitter(number, "", entrant, round_number) for entrant in entrants]

    def _entrants(self, place: Place | None, round_number: int, side: str) -> Sequence[Entrant | None]:
        """The two on a side: a pair's 1 and 2; a team's 1 and 2 North-South, 3 and 4 East-West, or as it lined up."""
        if place is None:
            return [None, None]
        at = {entrant.position: entrant for entrant in place.contestant.entrants.all()}
        if self.movement.unit is not Unit.TEAM:
            return [at.get(1), at.get(2)]
        line_up = line_up_in_round(place, round_number)
        return [line_up.north, line_up.south] if side == "NS" else [line_up.east, line_up.west]

    def _sitter(self, number: int, seat: str, entrant: Entrant | None, round_number: int) -> Sitter:
        place = self.places.get(number)
        if entrant is None or place is None:
            return Sitter(seat, number, _("unknown"))
        for substitution in place.substitutions.all():
            if substitution.entrant_id == entrant.pk and substitution.covers(round_number):
                return Sitter(
                    seat,
                    number,
                    self.visible_name(substitution.player),
                    entrant,
                    substitution.player,
                    is_substitute=True,
                )
        return Sitter(seat, number, self.visible_name(entrant.player), entrant, entrant.player)

    def visible_name(self, player: Player | None) -> str:
        if player is None:
            return _("unknown")
        return player.display_name if self.open_names else player.public_name


@dataclass(frozen=True)
class Room:
    """A session's sections that have a movement."""

    session: Session
    sections: tuple[SectionRoom, ...]

    @property
    def rounds(self) -> int:
        """How many rounds are played: the longest section's; what has no movement is in its last one."""
        return max((section.rounds for section in self.sections), default=self.session.round)

    @property
    def round(self) -> int:
        """The round being played, or the first one before that."""
        return max(1, self.session.round)

    def tables(self, round_number: int) -> list[RoomTable]:
        return [table for section in self.sections for table in section.tables(round_number)]

    def sitting_out(self, round_number: int) -> list[Party]:
        return [party for section in self.sections for party in section.sitting_out(round_number)]


def session_room(session: Session, *, open_names: bool) -> Room:
    """Everything that the screens of a session show, in a number of queries that does not grow with the tables."""
    sections = [section for section in session_sections(session) if section.movement is not None]
    places: dict[int, dict[int, Place]] = {section.pk: {} for section in sections}
    # The movement is the sections' own affair: read with each place it would cost more than everything else.
    for place in session_places(session).defer("section__movement_data").prefetch_related("line_ups"):
        places.setdefault(place.section_id, {})[place.number] = place
    several = len(sections) > 1
    return Room(
        session,
        tuple(
            SectionRoom(section, section.movement, places[section.pk], several, open_names)
            for section in sections
            if section.movement is not None
        ),
    )


def sees_names(actor: Actor, where: Club | Event | Session | Contestant) -> bool:
    """Whether names are shown in full: to whoever has business with the people there.

    These are the club's members, its officials, the officers over it, and whoever plays in the event. Everybody else,
    signed in or not, and a table's device see each name as its owner lets strangers see it.
    """
    if sees_everything(actor):
        return True
    if actor.user is None:
        return False
    if isinstance(where, Club):
        return _belongs_to(actor, where)
    event_id = where.pk if isinstance(where, Event) else where.event_id
    # Asked for every line of a list, whose rows may not have their event at hand.
    answers: dict[int, bool] = actor.__dict__.setdefault("names_seen", {})
    if event_id not in answers:
        answers[event_id] = event_id in _events_played_by(actor) or _belongs_to(actor, where.club)
    return answers[event_id]


def _belongs_to(actor: Actor, club: Club) -> bool:
    return bool(is_member(actor, club) or is_official(actor, club) or is_officer_over(actor, club))


def _events_played_by(actor: Actor) -> set[int]:
    """The events in which this person is entered or stands in, read once for each actor."""
    if actor.player is None:
        return set()
    if "events_played" not in actor.__dict__:
        entered = Entrant.objects.filter(player=actor.player).values_list("event_id", flat=True)
        stood_in = Substitution.objects.filter(player=actor.player, withdrawn_at=None)
        played = {*entered, *stood_in.values_list("place__session__event_id", flat=True)}
        actor.__dict__["events_played"] = played
    event_ids: set[int] = actor.__dict__["events_played"]
    return event_ids


def plays_in(actor: Actor, events: set[int]) -> bool:
    """Whether this person is entered in one of the events, or stands in."""
    return not _events_played_by(actor).isdisjoint(events)


def join_names(names: Iterable[str]) -> str:
    """Ann Lee – Bo Kim; where only one name is known the other is “unknown”, and where none is, nothing."""
    names = list(names)
    return " – ".join(name or _("unknown") for name in names) if any(names) else ""


def ranges(numbers: Iterable[int]) -> str:
    """Numbers in the order given, those that follow each other as a range: 7–9, 12."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _seated_sides(seating: Seating, number: int) -> list[str]:
    names = SEATS if len(seating.seats) == 4 else ("NS", "EW")
    return [names[at] for at, seated in enumerate(seating.seats) if seated == number]


def may_key_in(session: Session) -> bool:
    """While people are at the tables where the list says they are: before play and in round one."""
    return session.state in (SessionState.SEATING, SessionState.PLAYING) and session.round <= 1
