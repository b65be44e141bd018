"""The director's desk: everything that is going on in a session, for a few queries that do not grow with the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q, QuerySet, Sum, TextChoices
from django.utils.translation import gettext_lazy as _

from core.actors import Actor
from events.models import Play, SeatClaim, Section, Session
from events.models.plays import PlayState
from events.models.sessions import Phase, SessionState
from events.selectors.clock import clock_state
from events.selectors.officials import hidden_boards
from events.selectors.seats import session_sections
from events.selectors.table_rounds import last_begun_round, tables_ahead
from events.selectors.tables import Party, Room, RoomTable, session_room
from scoring.models import Announcement, BoardResult, ComparisonField, DirectorCall, ScoreAdjustment, ScoreEntry
from scoring.models.director_calls import OPEN_CALLS, CallState
from scoring.models.results import EntryState, Outcome
from scoring.selectors.checks import contestant_numbers, is_not_declarers_pair
from scoring.selectors.suspicions import Oddities, oddities

UNDECIDED = (EntryState.WAITING, EntryState.DISPUTED)


class CellState(TextChoices):
    """How far a board is at a table."""

    MISSING = "missing", _("missing")
    LATE = "late", _("late")
    WAITING = "waiting", _("to be confirmed")
    ENTERED = "entered", _("entered")
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")
    ADJUSTED = "adjusted", _("adjusted")
    NOT_PLAYED = "not-played", _("not played")
    DROPPED = "dropped", _("dropped")


SIGNS = {
    CellState.MISSING: "·",
    CellState.LATE: "!",
    CellState.WAITING: "?",
    CellState.ENTERED: "•",
    CellState.CONFIRMED: "✓",
    CellState.DISPUTED: "?!",
    CellState.ADJUSTED: "A",
    CellState.NOT_PLAYED: "NP",
    CellState.DROPPED: "×",
}
OPEN_STATES = {CellState.MISSING, CellState.LATE, CellState.WAITING, CellState.DISPUTED}


@dataclass(frozen=True)
class DeskCell:
    play: int
    board: int
    round: int
    state: CellState
    # Empty where the reader has yet to play the board.
    text: str = ""
    score: int | None = None
    turned: bool = False
    hidden: bool = False

    @property
    def sign(self) -> str:
        return SIGNS[self.state]

    @property
    def label(self) -> str:
        return str(self.state.label)

    @property
    def is_open(self) -> bool:
        """Something is still to be done about it."""
        return self.state in OPEN_STATES


@dataclass(frozen=True)
class TableRow:
    """A table in a round: who sits there and how far its boards are."""

    table: RoomTable
    section: int
    cells: tuple[DeskCell, ...]
    slow: bool = False
    # The round that the table plays, where it has gone on by itself.
    ahead: int = 0

    @property
    def left(self) -> int:
        return sum(cell.is_open for cell in self.cells)

    @property
    def done(self) -> int:
        return len(self.cells) - self.left


@dataclass(frozen=True)
class DisputedBoard:
    """Entries about one play that the director has to decide on, beside what counts now."""

    play: Play
    table: str
    entries: tuple[ScoreEntry, ...]
    current: BoardResult | None

    @property
    def is_correction(self) -> bool:
        return self.current is not None


@dataclass(frozen=True)
class MisseatedTable:
    """A table where another pair declared than is to sit there: they sat the other way, or mistyped."""

    section: int
    table: int
    round: int
    pair: int
    results: tuple[BoardResult, ...]

    @property
    def keys(self) -> list[int]:
        return [result.play_id for result in self.results]

    @property
    def boards(self) -> str:
        return ", ".join(str(result.play.board) for result in self.results)


@dataclass(frozen=True)
class Desk:
    session: Session
    room: Room
    sections: tuple[Section, ...]
    round: int
    rows: tuple[TableRow, ...]
    late: tuple[tuple[str, DeskCell], ...]
    calls: tuple[DirectorCall, ...]
    claims: tuple[DisputedBoard, ...]
    announcements: tuple[Announcement, ...]
    # Tables that say that somebody else sits there (Law 5).
    wrong_seats: int
    odd: Oddities
    switched: tuple[MisseatedTable, ...]
    records: _SessionRecords
    hidden: frozenset[int]

    @property
    def corrections(self) -> list[DisputedBoard]:
        return [claim for claim in self.claims if claim.is_correction]

    @property
    def left(self) -> int:
        return sum(table_row.left for table_row in self.rows)

    @property
    def sitting_out(self) -> list[Party]:
        """Who has no table in this round; not those who have left."""
        return [
            party
            for section in self.room.sections
            for party in section.sitting_out(self.round)
            if party.place is not None and party.number not in section.movement.withdrawn
        ]

    @property
    def slow(self) -> list[TableRow]:
        return [table_row for table_row in self.rows if table_row.slow]

    def other_rows(self, number: int) -> list[TableRow]:
        """The tables of another round."""
        return list(_rows(self.room, self.records, number, self.session.starts_at))

    def results_tag(self, keys: Iterable[int]) -> str:
        """The versions of these results, as `repairs.results_tag` has them."""
        return ".".join(str(self.records.results[key].version) for key in sorted(keys) if key in self.records.results)

    def table_name(self, section: int, table: int) -> str:
        return table_name(self.sections, section, table)


def table_name(sections: Iterable[Section], section: int, table: int) -> str:
    """A3 where there are several sections, else 3."""
    letters = {listed.pk: listed.letter for listed in sections}
    return f"{letters.get(section, '')}{table}" if len(letters) > 1 else str(table)


def session_desk(*, actor: Actor, session: Session, round_number: int | None = None) -> Desk:
    sections = tuple(session_sections(session))
    room = session_room(session, open_names=True)
    hidden = hidden_boards(actor, session)
    number = round_number or max(1, session.round)
    plays = list(Play.objects.filter(section__in=sections, round__lte=last_begun_round(session)))
    records = _SessionRecords(session, plays, hidden)
    announcements = Announcement.objects.filter(session=session, withdrawn_at=None).select_related("section")[:10]
    visible_results = [result for result in records.results.values() if result.play.board not in hidden]
    return Desk(
        session,
        room,
        sections,
        number,
        tuple(_rows(room, records, number, actor.at)),
        tuple(_late(sections, records)),
        tuple(visible_calls(session, hidden)),
        tuple(_claims(sections, records)),
        tuple(announcements),
        seat_claims(session).count(),
        oddities(actor=actor, sections=sections, results=visible_results, hidden=hidden),
        tuple(_misseated_tables(visible_results)),
        records,
        frozenset(hidden),
    )


class _SessionRecords:
    """Plays of the rounds begun, with what was said of them and what counts."""

    def __init__(self, session: Session, plays: list[Play], hidden: set[int]) -> None:
        self.session, self.hidden = session, hidden
        self.plays = {play.pk: play for play in plays}
        here = Q(play__section__session=session)
        results = BoardResult.objects.current().filter(here).select_related("entry")
        self.results: dict[int, BoardResult] = {}
        for result in results:
            if result.play_id in self.plays:
                result.play = self.plays[result.play_id]
                self.results[result.play_id] = result
        adjusted_plays = ScoreAdjustment.objects.current().filter(here).values_list("play_id", flat=True)
        self.adjusted = set(adjusted_plays)
        self.entries: dict[int, list[ScoreEntry]] = defaultdict(list)
        for entry in ScoreEntry.objects.filter(here, state__in=UNDECIDED).select_related("user__player"):
            if entry.play_id in self.plays:
                entry.play = self.plays[entry.play_id]
                self.entries[entry.play_id].append(entry)
        self.by_table: dict[tuple[int, int, int], list[Play]] = defaultdict(list)
        for play in plays:
            self.by_table[play.section_id, play.round, play.table].append(play)

    def state(self, play: Play) -> CellState:
        entry_states = {entry.state for entry in self.entries.get(play.pk, ())}
        result = self.results.get(play.pk)
        if play.pk in self.adjusted:
            return CellState.ADJUSTED
        if play.state == PlayState.DROPPED:
            return CellState.DROPPED
        if EntryState.DISPUTED in entry_states:
            return CellState.DISPUTED
        if result is not None:
            return _result_state(result)
        if EntryState.WAITING in entry_states:
            return CellState.WAITING
        over = play.round < self.session.round or self.session.state == SessionState.FINISHED
        return CellState.LATE if over else CellState.MISSING

    def cell(self, play: Play) -> DeskCell:
        state = self.state(play)
        if play.board in self.hidden:
            return DeskCell(play.pk, play.board, play.round, state, hidden=True)
        result = self.results.get(play.pk)
        entries = self.entries.get(play.pk, [])
        score = result or (entries[-1] if state == CellState.WAITING and entries else None)
        text = score.text if score is not None and score.outcome != Outcome.NOT_PLAYED else ""
        turned = result is not None and result.turned
        return DeskCell(play.pk, play.board, play.round, state, text, score.score if score else None, turned)


def _result_state(result: BoardResult) -> CellState:
    if result.outcome == Outcome.NOT_PLAYED:
        return CellState.NOT_PLAYED
    confirmed = result.entry is not None and bool(result.entry.confirmed_side)
    return CellState.CONFIRMED if confirmed else CellState.ENTERED


def _rows(room: Room, records: _SessionRecords, number: int, now: datetime) -> Iterable[TableRow]:
    left = _seconds_left(records.session, now) if number == records.session.round else None
    ahead = tables_ahead(records.session)
    for section in room.sections:
        for table in section.tables(number) if number <= section.certain else ():
            plays = sorted(records.by_table.get((section.section.pk, number, table.number), ()), key=lambda p: p.board)
            cells = tuple(records.cell(play) for play in plays)
            slow = left is not None and _is_slow(cells, *left)
            yield TableRow(table, section.section.pk, cells, slow, ahead.get((section.section.pk, table.number), 0))


def _seconds_left(session: Session, now: datetime) -> tuple[float, float] | None:
    """What is left of the round and how long it is, while a round is being played by the clock."""
    state = clock_state(session)
    if session.state != SessionState.PLAYING or state.phase != Phase.PLAYING:
        return None
    return state.dial.seconds - state.dial.passed(now), state.dial.seconds


def _is_slow(cells: tuple[DeskCell, ...], left: float, whole: float) -> bool:
    """What is still to be entered needs more than a board's time beyond what is left."""
    missing = sum(cell.state == CellState.MISSING for cell in cells)
    if not missing or not cells:
        return False
    each = whole / len(cells)
    return missing * each > left + 1.25 * each


def _late(sections: Iterable[Section], records: _SessionRecords) -> Iterable[tuple[str, DeskCell]]:
    """Boards of earlier rounds that have no result yet."""
    listed = list(sections)
    for play in records.plays.values():
        if play.round >= records.session.round and records.session.state != SessionState.FINISHED:
            continue
        cell = records.cell(play)
        if cell.state in (CellState.LATE, CellState.WAITING, CellState.NOT_PLAYED):
            yield table_name(listed, play.section_id, play.table), cell


def _misseated_tables(results: Iterable[BoardResult]) -> Iterable[MisseatedTable]:
    """By the number of the pair that declared, where tables are asked for it and the director has not looked yet."""
    with_declarer_pair = [
        result
        for result in results
        if result.entry is not None and result.entry.declared_by and result.checked_at is None
    ]
    numbers = contestant_numbers(result.play for result in with_declarer_pair) if with_declarer_pair else {}
    by_table: dict[tuple[int, int, int, int], list[BoardResult]] = defaultdict(list)
    for result in with_declarer_pair:
        pair = result.entry.declared_by if result.entry is not None else None
        play = result.play
        if pair and not result.turned and is_not_declarers_pair(play, result.declarer, pair, numbers):
            by_table[play.section_id, play.table, play.round, pair].append(result)
    return [MisseatedTable(*where, tuple(table_results)) for where, table_results in sorted(by_table.items())]


def visible_calls(session: Session, hidden: set[int]) -> list[DirectorCall]:
    """Open calls, the longest waiting first; what is said of a board that the reader has yet to play is left out."""
    calls = list(open_calls(session))
    for call in calls:
        if call.board in hidden:
            call.reason = ""
    return sorted(calls, key=lambda call: (call.state != CallState.WAITING, call.called_at, call.pk))


def open_calls(session: Session) -> QuerySet[DirectorCall]:
    calls = DirectorCall.objects.filter(section__session=session, state__in=OPEN_CALLS)
    return calls.select_related("section__session__event__club__federation", "taken_by__player")


def _claims(sections: Iterable[Section], records: _SessionRecords) -> Iterable[DisputedBoard]:
    listed = list(sections)
    for play_id, entries in records.entries.items():
        disputed = tuple(entry for entry in entries if entry.state == EntryState.DISPUTED)
        play = records.plays[play_id]
        if disputed and play.board not in records.hidden:
            yield DisputedBoard(
                play, table_name(listed, play.section_id, play.table), disputed, records.results.get(play_id)
            )


def seat_claims(session: Session) -> QuerySet[SeatClaim]:
    return SeatClaim.objects.filter(section__session=session, settled_at=None)


def desk_tag(session: Session, now: datetime, *more: object) -> str:
    """What an unchanged desk is known by: a few counters instead of everything on it."""
    fields = ComparisonField.objects.filter(session=session).aggregate(Sum("revision"), Sum("scored_revision"))
    here = Q(play__section__session=session)
    entries = ScoreEntry.objects.filter(here).aggregate(Max("pk"), open=Count("pk", filter=Q(state__in=UNDECIDED)))
    disputed = ScoreEntry.objects.filter(here, state=EntryState.DISPUTED).count()
    calls = DirectorCall.objects.filter(section__session=session).aggregate(Max("pk"), Sum("version"))
    announcements = Announcement.objects.filter(session=session).aggregate(Max("pk"), Count("withdrawn_at"))
    sections = session.sections.aggregate(Sum("version"), Sum("table_rounds__round"))
    clock = clock_state(session)
    playing = clock.phase == Phase.PLAYING and session.state == SessionState.PLAYING
    # Who is slow changes with time; a look a minute is enough.
    minute = int(now.timestamp()) // 60 if playing else 0
    parts = [session.version, session.round, clock.version, minute, disputed, seat_claims(session).count(), *more]
    for counters in (fields, entries, calls, announcements, sections):
        parts += counters.values()
    return "-".join(map(str, parts))
