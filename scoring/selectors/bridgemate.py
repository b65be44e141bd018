"""A session as a Bridgemate file has it: movement, people, hands that may be seen, settings and results."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Prefetch

from clubs.models import Club, Player
from clubs.selectors.memberships import current_memberships
from core.actors import Actor
from events.models import Board, Place, Play, Section, Session
from events.models.conditions import Form
from events.selectors.boards import as_deal
from events.selectors.seal import board_set_sight, current_boards
from events.selectors.seats import session_places, session_sections
from events.selectors.tables import SEATS, Room, RoomTable, SectionRoom, session_room
from scoring.adjusted.storage import unpack
from scoring.engine.cards import Seat, Strain
from scoring.engine.deal import SUITS
from scoring.engine.sheet import Award
from scoring.interchange.bridgemate.document import to_deal
from scoring.interchange.bridgemate.records import (
    ARBITRAL,
    NOT_PLAYED,
    BridgemateFile,
    FileHand,
    FileName,
    FilePlayer,
    FileResult,
    FileRound,
    FileSection,
    FileTable,
    Setting,
)
from scoring.interchange.bridgemate.writer import (
    awards_remark,
    can_be_listed,
    contract_text,
    custom_boards,
    lead_text,
    result_text,
)
from scoring.models import BoardResult, ScoreAdjustment
from scoring.models.results import AdjustmentKind
from scoring.models.table_rules import Shown, TableRules, TricksStyle, When
from scoring.selectors.table_rules import table_rules_by_section

# Files keep the time of the club's clock, without a zone.
FIRST_DAY = datetime(1899, 12, 30, tzinfo=UTC)
TEAMS_SCORING, PAIRS_SCORING = 4, 1
_RANKING = {When.NEVER: 0, When.ROUND: 1, When.LIVE: 1, When.END: 2}
_AND = re.compile(r"\s+(?:&|and|–|-)\s+|\s*[/+]\s*")
Tricks = dict[tuple[int, int], Mapping[Seat, tuple[int, ...]]]


@dataclass(frozen=True)
class SessionFile:
    """The records of a session, and what is told beside them."""

    file: BridgemateFile
    tricks: Tricks = field(default_factory=dict)
    # Boards whose deals this person may not see yet, and which are therefore not in the file.
    sealed: tuple[int, ...] = ()


def session_file(*, actor: Actor, session: Session, with_results: bool, with_hands: bool = True) -> SessionFile:
    """What a Bridgemate file of a session holds for this person: no deal that is sealed for them is in it."""
    room = session_room(session, open_names=True)
    sections = session_sections(session)
    rooms = {section_room.section.pk: section_room for section_room in room.sections}
    idents = {section.pk: at for at, section in enumerate(sections, start=1)}
    numbers = dict(Place.objects.filter(session=session).values_list("contestant", "number"))
    played = {
        section.pk: _played_meetings(section, idents[section.pk], numbers)
        for section in sections
        if section.pk not in rooms
    }
    rounds = [
        row
        for section in sections
        for row in (
            _movement_rounds(rooms[section.pk], idents[section.pk])
            if section.pk in rooms
            else played[section.pk].rounds
        )
    ]
    hands = _Hands(actor, sections, idents, rounds) if with_hands else None
    rules = table_rules_by_section(sections, session.event.club_id)
    file = BridgemateFile(
        sections=tuple(_section(section, idents[section.pk], rounds, rooms.get(section.pk)) for section in sections),
        tables=tuple(FileTable(*where) for where in sorted({(row.section, row.table) for row in rounds})),
        rounds=tuple(rounds),
        results=tuple(_results(session, idents, numbers, played)) if with_results else (),
        players=(*_sitters(session, room, idents, actor), *_imported_names(session, idents, played)),
        names=tuple(_names(session.club, actor)),
        hands=tuple(hands.rows) if hands else (),
        settings={idents[section.pk]: _settings(rules[section.pk]) for section in sections},
    )
    return SessionFile(file, hands.tricks if hands else {}, tuple(sorted(hands.sealed)) if hands else ())


def session_for_bridgemates(*, actor: Actor, session: Session) -> dict[str, Any]:
    """The same as plain values, for programs that speak to Bridgemate's software: without results and settings."""
    file = session_file(actor=actor, session=session, with_results=False).file
    tables: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for row in file.rounds:
        meeting = {"round": row.round, "ns": row.ns, "ew": row.ew, "south": row.south, "west": row.west}
        tables.setdefault((row.section, row.table), []).append({**meeting, "boards": list(row.boards)})
    return {
        "guid": session_guid(session),
        "name": session.event.name,
        "state": session.state,
        "starts_at": session.starts_at.astimezone(ZoneInfo(session.club.timezone)),
        "form": session.event.form,
        "scoring": _scoring_word(session),
        "sections": [
            {
                "letter": section.letter,
                "winners": section.winners,
                "tables": [
                    {"table": table, "rounds": rounds}
                    for (ident, table), rounds in sorted(tables.items())
                    if ident == section.ident
                ],
            }
            for section in file.sections
        ],
        "players": [{"number": row.number, "name": row.name} for row in file.names],
        "seats": [
            {
                "section": file.letter(row.section),
                "table": row.table,
                "direction": row.direction,
                "number": row.number,
                "name": row.name,
            }
            for row in file.players
        ],
        "hands": [
            {"section": file.letter(row.section), "board": row.board, "deal": str(to_deal(row))} for row in file.hands
        ],
    }


def _scoring_word(session: Session) -> str:
    method = session.event.scoring_method
    if session.event.is_for_teams:
        return "teams"
    if method.has_top or method.field is None:
        return "matchpoints"
    return "cross-imps" if method.field.against_each else "imps"


def session_guid(session: Session) -> str:
    """By which Bridgemate's software knows the session: 32 upper-case hexadecimal digits, always the same."""
    return (
        hashlib.sha256(f"bridgemate:{session.pk}:{session.event.made_at.isoformat()}".encode()).hexdigest()[:32].upper()
    )


def file_days(moment: datetime, club: Club) -> float:
    """A moment by the club's clock, in days as the file counts them."""
    local = moment.astimezone(ZoneInfo(club.timezone)).replace(tzinfo=UTC)
    return (local - FIRST_DAY).total_seconds() / 86_400


# --- The movement ----------------------------------------------------------------------------------------------------
def _section(section: Section, ident: int, rounds: Iterable[FileRound], room: SectionRoom | None) -> FileSection:
    tables = max((row.table for row in rounds if row.section == ident), default=0)
    event = section.session.event
    winners = room.movement.winners if room else event.winners or 1
    scoring = TEAMS_SCORING if event.is_for_teams else PAIRS_SCORING
    return FileSection(ident, section.letter, tables, winners=winners, scoring_type=scoring)


def _movement_rounds(room: SectionRoom, ident: int) -> list[FileRound]:
    """Every round of every table; a table that stands empty in a round has nobody and no boards."""
    seated = {
        (table.round, table.number): table for number in range(1, room.certain + 1) for table in room.tables(number)
    }
    numbers = sorted({number for _round, number in seated})
    return [
        _table_round(ident, table, seated.get((round_number, table)), round_number)
        for round_number in range(1, room.certain + 1)
        for table in numbers
    ]


def _table_round(ident: int, number: int, table: RoomTable | None, round_number: int) -> FileRound:
    if table is None:
        return FileRound(ident, number, round_number, 0, 0)
    low, high, custom = custom_boards(table.boards)
    north, east, south, west = (sitter.number for sitter in table.seats)
    single = table.ns.are_on_their_own
    return FileRound(
        *(ident, number, round_number, north, east, low, high, custom),
        south=south if single else 0,
        west=west if single else 0,
    )


@dataclass(frozen=True)
class _Meetings:
    """Who met whom in a section that has no movement, such as an imported one: a round for each who met."""

    rounds: list[FileRound]
    where: dict[int, tuple[int, int]]  # round and table of each play


def _played_meetings(section: Section, ident: int, numbers: Mapping[int, int]) -> _Meetings:
    """Whoever sat North-South has a table, and a round for each of the opponents there."""
    meetings: dict[tuple[int, ...], list[Play]] = {}
    for play in section.plays.order_by("board", "table"):
        meetings.setdefault(play.contestant_ids, []).append(play)
    count: dict[int, int] = {}
    rounds: list[FileRound] = []
    where: dict[int, tuple[int, int]] = {}
    for ids, plays in meetings.items():
        table = numbers.get(ids[0], 0)
        count[table] = count.get(table, 0) + 1
        low, high, custom = custom_boards({play.board for play in plays})
        ns, ew, *others = (numbers.get(pk, 0) for pk in ids)
        south, west = others or (0, 0)
        rounds.append(FileRound(ident, table, count[table], ns, ew, low, high, custom, south, west))
        where |= {play.pk: (count[table], table) for play in plays}
    return _Meetings(rounds, where)


# --- People ----------------------------------------------------------------------------------------------------------
def _sitters(session: Session, room: Room, idents: Mapping[int, int], actor: Actor) -> list[FilePlayer]:
    """Who sits down where in the first round."""
    letters = {section_room.letter: idents[section_room.section.pk] for section_room in room.sections}
    tables = room.tables(1)
    players = [sitter.player for table in tables for sitter in table.seats if sitter.player]
    numbers = _player_numbers(session.club, players, actor)
    return [
        FilePlayer(
            *(letters[table.letter], table.number, seat),
            number=numbers.get(sitter.player.pk, ""),
            name=sitter.player.display_name,
            is_processed=True,
        )
        for table in tables
        for seat, sitter in zip(SEATS, table.seats, strict=True)
        if sitter.player
    ]


def _imported_names(session: Session, idents: Mapping[int, int], played: Mapping[int, _Meetings]) -> list[FilePlayer]:
    """The names of contestants that came from a file: a pair's name holds both."""
    if not played:
        return []
    names = {(idents[place.section_id], place.number): place.contestant.title for place in session_places(session)}
    players: dict[tuple[int, int, str], FilePlayer] = {}
    for meetings in played.values():
        for row in meetings.rounds:
            if row.round != 1:
                continue
            sides = ((row.ns, row.south, "NS"), (row.ew, row.west, "EW"))
            for number, partner, seats in sides:
                whole = names.get((row.section, number), "")
                both = [whole, names.get((row.section, partner), "")] if partner else _AND.split(whole, maxsplit=1)
                for seat, name in zip(seats, both, strict=False):
                    where = row.section, row.table, seat
                    players[where] = FilePlayer(*where, name=name, is_processed=True)
    return list(players.values())


def _player_numbers(club: Club, players: Iterable[Player], actor: Actor) -> dict[int, str]:
    """By which number each is known here: the club's, else the federation's."""
    wanted = {player.pk: player.federation_number for player in players}
    members = current_memberships(day=club.day(actor.at)).filter(club=club, player__in=wanted).exclude(number="")
    return wanted | dict(members.values_list("player", "number"))


def _names(club: Club, actor: Actor) -> list[FileName]:
    """Whose number is whose, for everybody who may key one in: members by the club's and the federation's."""
    names: dict[str, str] = {}
    members = current_memberships(day=club.day(actor.at)).filter(club=club, player__erased_at=None)
    for membership in members.select_related("player").order_by("player__display_name", "pk"):
        for number in (membership.player.federation_number, membership.number):
            if can_be_listed(number):
                names[number] = membership.player.display_name
    return [FileName(number, name) for number, name in names.items()]


# --- Hands and settings ----------------------------------------------------------------------------------------------
class _Hands:
    """The deals of the boards in play that this person may see."""

    def __init__(
        self, actor: Actor, sections: Iterable[Section], idents: Mapping[int, int], rounds: Iterable[FileRound]
    ) -> None:
        self.rows: list[FileHand] = []
        self.tricks: Tricks = {}
        self.sealed: set[int] = set()
        in_play: dict[int, set[int]] = {}
        for row in rounds:
            in_play.setdefault(row.section, set()).update(row.boards)
        for section in sections:
            if section.board_set is None:
                continue
            sight = board_set_sight(actor, section.board_set)
            ident = idents[section.pk]
            for board in current_boards(section.board_set).filter(number__in=in_play.get(ident, set())):
                if sight.sees(board.number):
                    self._add(ident, board)
                else:
                    self.sealed.add(board.number)

    def _add(self, ident: int, board: Board) -> None:
        hands = dict(zip(Seat, as_deal(board).deal.completed(), strict=True))
        held = {
            seat: (hand.ranks(SUITS[0]), hand.ranks(SUITS[1]), hand.ranks(SUITS[2]), hand.ranks(SUITS[3]))
            for seat, hand in hands.items()
        }
        self.rows.append(FileHand(ident, board.number, held))
        if board.double_dummy:
            self.tricks[ident, board.number] = {
                seat: tuple(board.double_dummy[seat.value][strain.value] for strain in (*SUITS, Strain.NOTRUMP))
                for seat in Seat
            }


def _settings(rules: TableRules) -> dict[str, Setting]:
    """What Bridgemates ask and show, as the rules for devices at the tables have it."""
    return {
        "ShowResults": rules.traveller == Shown.ALL,
        "ShowOwnResult": rules.traveller != Shown.NOTHING,
        "MaximumResults": rules.most_results,
        "ShowPercentage": rules.percentages,
        "EnterResultsMethod": int(rules.tricks == TricksStyle.TOTAL),
        "ShowContract": int(rules.letters),
        "LeadCard": rules.lead,
        "BoardOrderVerification": rules.in_order,
        "HandRecordValidation": rules.check_lead,
        "BM2ConfirmNP": not rules.not_played,
        "BM2NextSeatings": rules.next_seats,
        "BM2ScoreCorrection": rules.correct,
        "BM2ShowPlayerNames": int(rules.names),
        "BM2Ranking": _RANKING[When(rules.ranking)],
        "BM2ViewHandRecord": rules.hand,
        "MemberNumbers": True,
    }


# --- Results ---------------------------------------------------------------------------------------------------------
def _results(
    session: Session, idents: Mapping[int, int], numbers: Mapping[int, int], played: Mapping[int, _Meetings]
) -> Iterable[FileResult]:
    """What counts for each play, marked as processed: a scoring program has it already."""
    plays = Play.objects.filter(section__session=session).order_by("section__letter", "round", "table", "board")
    with_scores = plays.prefetch_related(
        Prefetch("results", BoardResult.objects.current(), to_attr="current_results")
    ).prefetch_related(Prefetch("adjustments", ScoreAdjustment.objects.current(), to_attr="current_adjustments"))
    ident = 0
    is_individual = session.event.form == Form.INDIVIDUAL
    for play in with_scores:
        if not (play.current_results or play.current_adjustments):
            continue
        ident += 1
        round_number, table = play.round, play.table
        if play.section_id in played:
            round_number, table = played[play.section_id].where[play.pk]
        ns, ew, *others = (numbers.get(pk, 0) for pk in play.contestant_ids)
        south, west = others if is_individual and others else (0, 0)
        row = FileResult(
            *(ident, idents[play.section_id], table, round_number, play.board, ns, ew),
            is_processed=True,
            south=south,
            west=west,
        )
        yield _with_score(row, play, session.club)


def _with_score(row: FileResult, play: Play, club: Club) -> FileResult:
    """An artificial score as a remark; any other adjusted score leaves what happened at the table, or says so."""
    results: list[BoardResult] = getattr(play, "current_results", [])
    adjustments: list[ScoreAdjustment] = getattr(play, "current_adjustments", [])
    adjustment = adjustments[0] if adjustments else None
    if adjustment is not None and adjustment.kind == AdjustmentKind.ARTIFICIAL:
        ns, ew = unpack(adjustment.north_south), unpack(adjustment.east_west)
        if isinstance(ns, Award) and isinstance(ew, Award):
            return replace(row, remarks=awards_remark(ns, ew))
    if not results:
        return replace(row, remarks=ARBITRAL)
    current = results[0]
    days = file_days(current.made_at, club)
    row = replace(row, date=float(int(days)), time=days % 1)
    result = current.result
    if result is None:
        return replace(row, remarks=NOT_PLAYED if current.score is None else ARBITRAL)
    seat = result.declarer.value if result.declarer else ""
    declared_ns = (seat in ("N", "S")) != current.turned
    return replace(
        row,
        declarer=(row.ns if declared_ns else row.ew) if seat else 0,
        direction=seat,
        contract=contract_text(result),
        result=result_text(result),
        lead=lead_text(result),
    )
