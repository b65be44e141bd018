"""What the screens in the room show: the round, what moves next, who sits where after it, who sits out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from core.names import fold, name_key
from events.models.sessions import Phase, SessionState
from events.movements.model import Unit
from events.movements.moves import Journey, MovementSpot, next_moves
from events.selectors.clock import BEFORE
from events.selectors.tables import Party, Room, RoomTable, SectionRoom
from events.wording import note_sentence

# What a movement says of itself that helps somebody who carries boards.
STANDING_NOTES = ("share-and-relay", "bye-stand", "web", "both-share")
CROWD = 20


@dataclass(frozen=True)
class NextSeat:
    """A number's way to the next round, in a few signs: 5, 3 EW."""

    number: str
    half: str
    to: str
    stays: bool


@dataclass(frozen=True)
class SectionMove:
    """What happens in a section after a round: sentences, and where everybody goes when they do not say it all."""

    letter: str
    sentences: tuple[str, ...]
    ways: tuple[NextSeat, ...]
    is_last: bool
    is_open: bool

    @property
    def is_irregular(self) -> bool:
        return bool(self.ways)


@dataclass(frozen=True)
class Screen:
    """The projector's page at a moment."""

    room: Room
    phase: str

    @property
    def round(self) -> int:
        return self.room.session.round

    @property
    def is_playing(self) -> bool:
        return self.room.session.state == SessionState.PLAYING

    @cached_property
    def upcoming(self) -> int:
        """The round that people look for: the first before play, the next one while they move; none at the end."""
        if self.room.session.is_open:
            return 1
        return self.round + 1 if self.is_playing and self.round < self.room.rounds else 0

    @cached_property
    def moves(self) -> tuple[SectionMove, ...]:
        if not self.is_playing:
            return ()
        return tuple(section_move(section, self.round) for section in self.room.sections)

    @cached_property
    def layout(self) -> str:
        """Seats while people look for them, a large clock while they play, both where the way needs a list."""
        if self.phase in (BEFORE, Phase.MOVING, Phase.BREAK) and self.tables:
            return "seats"
        return "split" if any(move.is_irregular for move in self.moves) else "clock"

    @cached_property
    def tables(self) -> list[RoomTable]:
        return self.room.tables(self.upcoming) if self.upcoming else []

    @cached_property
    def sitting_out(self) -> list[Party]:
        if self.layout == "seats":
            return self.room.sitting_out(self.upcoming)
        return self.room.sitting_out(self.round) if self.is_playing else []

    @cached_property
    def next_out(self) -> list[Party]:
        return self.room.sitting_out(self.upcoming) if self.is_playing and self.layout != "seats" else []

    @cached_property
    def late(self) -> list[tuple[int, Party]]:
        return [late_party for section in self.room.sections for late_party in section.late(max(1, self.round))]

    @property
    def is_crowded(self) -> bool:
        """Too many ways for large letters."""
        ways = sum(len(move.ways) for move in self.moves)
        return ways > CROWD or (ways > 0 and len(self.moves) > 1)


def section_move(section: SectionRoom, round_number: int) -> SectionMove:
    """From a round to the next, in the words and names of the room."""
    letter = section.letter if section.several else ""
    if round_number >= section.rounds:
        return SectionMove(letter, (), (), is_last=True, is_open=False)
    if not section.is_certain(round_number + 1):
        sentence = _("The next round is drawn when this one is over.")
        return SectionMove(letter, (sentence,), (), is_last=False, is_open=True)
    moves = next_moves(section.movement, round_number, board=section.section.board, table=section.table_name)
    standing = [note for note in section.movement.notes if note.code in STANDING_NOTES] if moves.regular else []
    sentences = tuple(note_sentence(note) for note in (*moves.notes, *standing))
    ways = () if moves.regular else tuple(_next_seat(section, journey) for journey in moves.journeys)
    return SectionMove(letter, sentences, ways, is_last=False, is_open=False)


def _next_seat(section: SectionRoom, journey: Journey) -> NextSeat:
    half = journey.half if section.movement.unit is Unit.TEAM else ""
    return NextSeat(str(journey.number), half, spot_name(section, journey.after), journey.stays)


def spot_name(section: SectionRoom, spot: MovementSpot | None) -> str:
    return _("out") if spot is None else f"{section.table_name(spot.table)} {spot.side}"


@dataclass(frozen=True)
class ScreenSeat:
    """A line of the seating list by name: who, with which number, and where in round one."""

    name: str
    party: Party
    where: str
    section: str


def seats_by_name(room: Room, round_number: int = 1) -> list[ScreenSeat]:
    """Everybody who plays in a round, by name; those whose names are not known yet are on the list by table."""
    seats = [
        ScreenSeat(
            sitter.name, section.party(sitter.number, round_number), f"{table.name} {sitter.seat}", section.letter
        )
        for section in room.sections
        for table in section.tables(round_number)
        for sitter in table.seats
        if sitter.is_known
    ]
    for section in room.sections:
        for party in section.sitting_out(round_number):
            seats += [ScreenSeat(name, party, _("sits out"), section.letter) for name in party.names if party.title]
    # Without accents: where the eye looks for a name.
    return sorted(seats, key=lambda seat: (fold(seat.name), seat.where))


@dataclass(frozen=True)
class SectionParty:
    """A contestant with the section in which it plays."""

    section: SectionRoom
    party: Party


def find_parties(room: Room, words: str, limit: int = 12) -> list[SectionParty]:
    """Contestants by number (5, A5) or by letters of a name, as far as the reader may see names."""
    query = " ".join(words.split()).casefold()
    if not query:
        return []
    found_parties = [
        SectionParty(section, party)
        for section in room.sections
        for party in section.parties(room.round)
        if _is_meant(party, query)
    ]
    return found_parties[:limit]


def _is_meant(party: Party, query: str) -> bool:
    if query in (str(party.number), f"{party.letter}{party.number}".casefold()):
        return True
    if query.isdecimal():
        return False
    return mentions([party.title, *party.names], query)


def mentions(texts: Iterable[str], query: str) -> bool:
    """Whether all words asked for begin a word of the texts, whatever their accents."""
    words = [word for text in texts for word in name_key(text).split()]
    query_words = name_key(query).split()
    return bool(query_words) and all(any(word.startswith(want) for word in words) for want in query_words)
