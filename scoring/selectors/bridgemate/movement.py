"""The rounds of a session as RoundData has them: who meets where on which boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from events.models import Play, Section
from events.selectors.tables import RoomTable, SectionRoom
from scoring.interchange.bridgemate.records import (
    FileRound,
    FileSection,
)
from scoring.interchange.bridgemate.writer import (
    custom_boards,
)

TEAMS_SCORING, PAIRS_SCORING = 4, 1


def file_section(section: Section, ident: int, rounds: Iterable[FileRound], room: SectionRoom | None) -> FileSection:
    tables = max((row.table for row in rounds if row.section == ident), default=0)
    event = section.session.event
    winners = room.movement.winners if room else event.winners or 1
    scoring = TEAMS_SCORING if event.is_for_teams else PAIRS_SCORING
    return FileSection(ident, section.letter, tables, winners=winners, scoring_type=scoring)


def movement_rounds(room: SectionRoom, ident: int) -> list[FileRound]:
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
class Meetings:
    """Who met whom in a section that has no movement, such as an imported one: a round for each who met."""

    rounds: list[FileRound]
    where: dict[int, tuple[int, int]]  # round and table of each play


def played_meetings(section: Section, ident: int, numbers: Mapping[int, int]) -> Meetings:
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
    return Meetings(rounds, where)
