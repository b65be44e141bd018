"""One session of a results file into the tables of the record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from clubs.models import Player
from core.actors import Actor
from core.names import name_key
from events.models import BoardSet, Contestant, Entrant, Place, Play, Section, Session
from events.models.plays import PlayState
from events.models.sessions import SessionState
from events.movements.model import Movement, MovementKind, Round, Seating, Unit
from events.movements.storage import pack as pack_movement
from events.services.last_played import note_last_played
from scoring.adjusted.storage import pack
from scoring.engine.cards import Side
from scoring.engine.individual import partners_in
from scoring.engine.sheet import Award, Line, Outcomes
from scoring.interchange.document import Document
from scoring.interchange.naming import Names
from scoring.interchange.people import BETWEEN_NAMES, names_in
from scoring.interchange.sheets import SheetEntry
from scoring.models import ScoreAdjustment
from scoring.models.results import AdjustmentKind, Outcome
from scoring.result_input import ResultInput
from scoring.services.bulk import insert_rows

Fields = dict[str, Any]
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
LAST_NUMBER = 9999


class PlayColumns(NamedTuple):
    """The columns of a play."""

    section_id: int
    round: int
    table: int
    board: int
    north_id: int
    east_id: int
    south_id: int | None
    west_id: int | None
    state: str


WHERE = ("section_id", "round", "table", "board")


class SessionLoader:
    """Seats everybody, then writes what each line says. `contestants` are those of the event so far, by name.

    `players` are the people here whom the file names, by the key of their name in it.
    """

    def __init__(
        self,
        actor: Actor,
        document: Document,
        names: Names,
        session: Session,
        contestants: dict[str, Contestant],
        players: Mapping[str, Player],
    ) -> None:
        self.actor, self.document, self.names, self.session = actor, document, names, session
        self.contestants, self.players = contestants, players
        self.people_of: dict[str, list[Player | None]] = {}
        # Who plays for a contestant of the event already.
        entered = Entrant.objects.filter(event=session.event, player__isnull=False) if contestants and players else None
        self.entered = set(entered.values_list("player_id", flat=True)) if entered is not None else set()
        self.is_team = session.event.is_for_teams
        self.sections: dict[str, Section] = {}
        self.numbers: dict[str, int] = {}

    def load(
        self, numbered_entries: Sequence[tuple[int, SheetEntry]], hands: BoardSet | None
    ) -> list[tuple[int, SheetEntry]]:
        """The plays by their keys, each with the entry behind it.

        Artificial scores are given; results are for the caller to take.
        """
        entries = [entry for _number, entry in numbered_entries]
        self._make_sections(entries, hands)
        self._seat(entries)
        slots = [self._slot(number, entry, where) for number, entry, where in self._tables(numbered_entries)]
        self.session.state, self.session.round = SessionState.FINISHED, max(slot.round for slot in slots)
        self.session.started_at = self.session.finished_at = self.session.starts_at
        self.session.save(update_fields=["state", "round", "started_at", "finished_at"])
        note_last_played(self.session)
        insert_rows(Play(), PlayColumns._fields, slots)
        play_keys = Play.objects.filter(section__in=self.sections.values()).values_list(*WHERE, "pk")
        keys = {tuple(where): pk for *where, pk in play_keys}
        plays = [(keys[slot[: len(WHERE)]], entry) for slot, entry in zip(slots, entries, strict=True)]
        adjustments = (_adjustment(play, entry.line, self.actor) for play, entry in plays if is_artificial(entry.line))
        ScoreAdjustment.objects.bulk_create(adjustments)
        if self.is_team:
            self._keep_movements(slots)
        return plays

    # --- Who ---------------------------------------------------------------------------------------------------------
    def _make_sections(self, entries: Iterable[SheetEntry], hands: BoardSet | None) -> None:
        used: set[str] = set()
        for name in dict.fromkeys(entry.row.section for entry in entries):
            own_letter = [name.strip().upper()] if 0 < len(name.strip()) <= 3 else []
            letter = next(letter for letter in [*own_letter, *LETTERS] if letter not in used)
            used.add(letter)
            self.sections[name] = Section(session=self.session, letter=letter, board_set=hands)
        Section.objects.bulk_create(self.sections.values())

    def _seat(self, entries: Sequence[SheetEntry]) -> None:
        """North-South first, so that East-West of the same numbers come after them."""
        seated: dict[str, tuple[SheetEntry, Side, str]] = {}
        for side in Side:
            members = [(who, number, entry) for entry in entries for who, number in self._members(entry, side)]
            for who, number, entry in sorted(members, key=lambda member: _number_in(member[1])):
                seated.setdefault(who, (entry, side, number))
        new_contestants = {
            who: self._contestant(who, *where) for who, where in seated.items() if who not in self.contestants
        }
        Contestant.objects.bulk_create(new_contestants.values())
        self._name_players(new_contestants)
        self.contestants |= new_contestants
        Place.objects.bulk_create(self._places(seated))

    def _members(self, entry: SheetEntry, side: Side) -> list[tuple[str, str]]:
        """Who sits on a side, each by name and by the number in the file: a pair, a team, or two players."""
        row = entry.row
        if self.is_team:
            match = self.document.matches[row.match or 0]
            team = match.home if (side is Side.NS) == row.home_is_ns else match.away
            return [(team, team)]
        number = row.ns if side is Side.NS else row.ew
        numbers = partners_in(number) if self.names.individual else [number]
        return list(zip(self.names.members(self.names.side_name(row, side)), numbers, strict=True))

    def _contestant(self, who: str, entry: SheetEntry, side: Side, number: str) -> Contestant:
        name = self.document.contestant_name(entry.row.section, number, side.value) or who
        event, actor = self.session.event, self.actor
        in_file = [] if self.is_team else names_in(name)
        if len(in_file) == event.size and (people := self._known(in_file)):
            self.people_of[who] = people
            name = "" if all(people) else _with_public_names(in_file, people)
        return Contestant(event=event, name=name[:80], entered_at=actor.at, entered_by=actor.user)

    def _known(self, in_file: Sequence[str]) -> list[Player | None]:
        """Who of these is known here, each at their place; nobody plays for two contestants of one event."""
        people: list[Player | None] = []
        for name in in_file:
            player = self.players.get(name_key(name))
            people.append(player if player and player.pk not in self.entered else None)
            self.entered.update([player.pk] if player else [])
        return people if any(people) else []

    def _name_players(self, new_contestants: Mapping[str, Contestant]) -> None:
        Entrant.objects.bulk_create(
            Entrant(event=self.session.event, contestant=new_contestants[who], player=player, position=position)
            for who, people in self.people_of.items()
            if who in new_contestants
            for position, player in enumerate(people, start=1)
        )

    def _places(self, seated: dict[str, tuple[SheetEntry, Side, str]]) -> Iterator[Place]:
        used: dict[str, set[int]] = defaultdict(set)
        for who, (entry, _side, text) in seated.items():
            name, wanted_number = entry.row.section, _number_in(text)
            free = 0 < wanted_number <= LAST_NUMBER and wanted_number not in used[name]
            number = wanted_number if free else max(used[name], default=0) + 1
            used[name].add(number)
            self.numbers[who] = number
            contestant = self.contestants[who]
            yield Place(session=self.session, section=self.sections[name], contestant=contestant, number=number)

    # --- What --------------------------------------------------------------------------------------------------------
    def _tables(
        self, numbered_entries: Iterable[tuple[int, SheetEntry]]
    ) -> Iterator[tuple[int, SheetEntry, tuple[int, int]]]:
        """Round and table of each entry. A file says who met on a board, seldom when and where: then all of it is one
        round, a table a line."""
        lines: dict[tuple[str, int], int] = defaultdict(int)
        for number, entry in numbered_entries:
            if self.is_team:
                yield number, entry, self._in_match(entry)
            else:
                lines[entry.row.section, number] += 1
                yield number, entry, (1, lines[entry.row.section, number])

    def _in_match(self, entry: SheetEntry) -> tuple[int, int]:
        """The two tables of a match, one after the other."""
        index = entry.row.match or 0
        match = self.document.matches[index]
        before = sum(1 for earlier in self.document.matches[:index] if earlier.round == match.round)
        return _number_in(match.round) or 1, 2 * before + (1 if entry.row.home_is_ns else 2)

    def _slot(self, number: int, entry: SheetEntry, where: tuple[int, int]) -> PlayColumns:
        ns, ew = ([self.contestants[who].pk for who, _number in self._members(entry, side)] for side in Side)
        state = PlayState.DONE if entry.line.counts else PlayState.DROPPED
        south, west = (ns[1], ew[1]) if len(ns) > 1 else (None, None)
        section = self.sections[entry.row.section].pk
        return PlayColumns(section, where[0], where[1], number, ns[0], ew[0], south, west, state.value)

    def _keep_movements(self, slots: Sequence[PlayColumns]) -> None:
        """The rounds and tables of the matches as the movement that was played."""
        numbers = {self.contestants[who].pk: number for who, number in self.numbers.items()}
        for section in self.sections.values():
            own = [slot for slot in slots if slot.section_id == section.pk]
            section.movement_data = pack_movement(_movement(own, numbers))
        Section.objects.bulk_update(self.sections.values(), ["movement_data"])


def _movement(plays: Iterable[PlayColumns], numbers: dict[int, int]) -> Movement:
    """Who sat where in each round, from the plays of teams, whose numbers are given by their ids."""
    rounds: dict[int, dict[int, Seating]] = defaultdict(dict)
    for play in plays:
        seats = numbers[play.north_id], numbers[play.east_id]
        seating = rounds[play.round].setdefault(play.table, Seating(play.table, seats, (), shared=True))
        rounds[play.round][play.table] = replace(seating, boards=(*seating.boards, play.board))
    everybody = {seat for tables in rounds.values() for seating in tables.values() for seat in seating.seats}
    played_rounds = []
    for number in range(1, max(rounds) + 1):
        tables = [rounds[number][table] for table in sorted(rounds[number])]
        out = everybody - {seat for seating in tables for seat in seating.seats}
        played_rounds.append(Round(tuple(tables), tuple(sorted(out))))
    boards = max(len(seating.boards) for tables in rounds.values() for seating in tables.values())
    return Movement(
        MovementKind.ROUND_ROBIN, Unit.TEAM, max(everybody), tuple(played_rounds), boards, len(played_rounds)
    )


def _with_public_names(in_file: Sequence[str], people: Sequence[Player | None]) -> str:
    """The names of the file; of those who are known here, what everybody may read."""
    named = zip(in_file, people, strict=True)
    return BETWEEN_NAMES.join(player.public_name if player else name for name, player in named)


def _number_in(text: str) -> int:
    digits = "".join(sign for sign in text.partition("-")[0] if sign.isdecimal() and sign.isascii())
    return int(digits) if 0 < len(digits) < 6 else 0


def is_artificial(line: Line) -> bool:
    """Whether a line is an artificial score."""
    return any(isinstance(value, Award) for value in (line.ns_value, line.ew_value))


def _adjustment(play: int, line: Line, actor: Actor) -> ScoreAdjustment:
    return ScoreAdjustment(
        play_id=play,
        kind=AdjustmentKind.ARTIFICIAL,
        north_south=pack(line.ns_value),
        east_west=pack(line.ew_value),
        law="12C2",
        reason=_("As the file has it."),
        made_at=actor.at,
        made_by=actor.user,
    )


def score_fields(line: Line) -> Fields:
    """The fields of a table score; the score is the one the file has, also where it names no contract."""
    if not line.counts:
        result, score = ResultInput(Outcome.NOT_PLAYED), None
    else:
        assert isinstance(line.ns_value, Outcomes)
        result = ResultInput.of(line.result) if line.result is not None else ResultInput(Outcome.PLAYED)
        score = line.ns_value.single
    return {
        "outcome": str(result.outcome),
        "contract": result.contract,
        "declarer": result.declarer,
        "tricks": result.tricks,
        "lead": result.lead,
        "score": score,
    }
