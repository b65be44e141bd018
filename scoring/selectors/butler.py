"""Pairs within a teams event: each pair's IMPs against the datum of the boards that it played."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from core.actors import Actor
from events.models import Play, Session
from events.models.plays import PlayState
from events.selectors.tables import Room, TableSide, sees_names, session_room
from scoring.engine.methods import BUTLER
from scoring.engine.numbers import Rounding
from scoring.engine.ranking import places
from scoring.engine.session import score_session
from scoring.engine.sheet import Board, Line, Outcomes, Scoresheet
from scoring.models import ComparisonField
from scoring.runs.sheets import FieldSheet, read_field_sheet

TENTHS, HUNDREDTHS = Rounding(1), Rounding(2)


@dataclass(frozen=True)
class ButlerLine:
    place: str
    names: str
    team: str
    boards: int
    total: str
    average: str


@dataclass(frozen=True)
class _Pair:
    names: str
    team: str


def butler_list(actor: Actor, session: Session) -> list[ButlerLine]:
    """Over the boards that no table has still to play, so that the list tells nobody anything about a deal."""
    room = session_room(session, open_names=sees_names(actor, session))
    due = Play.objects.filter(section__session=session, state=PlayState.DUE)
    in_play = set(due.order_by().values_list("board", flat=True).distinct())
    pairs: dict[str, _Pair] = {}
    sums: dict[str, Fraction] = {}
    boards: dict[str, int] = {}
    for field in ComparisonField.objects.filter(session=session).order_by("pk"):
        field_sheet = read_field_sheet(field.pk)
        sheet = Scoresheet(tuple(_pair_boards(field_sheet, room, in_play, pairs)))
        for standing in score_session(sheet, BUTLER, field_sheet.profile).standings:
            if standing.boards:
                sums[standing.contestant] = sums.get(standing.contestant, Fraction(0)) + standing.total
                boards[standing.contestant] = boards.get(standing.contestant, 0) + standing.boards
    averages = {who: total / boards[who] for who, total in sums.items()}
    ranks = places(averages)
    ordered = sorted(averages, key=lambda who: (ranks[who][0], pairs[who].names))
    return [
        ButlerLine(
            f"{ranks[who][0]}=" if ranks[who][1] else str(ranks[who][0]),
            pairs[who].names,
            pairs[who].team,
            boards[who],
            TENTHS.show(sums[who]),
            HUNDREDTHS.show(averages[who]),
        )
        for who in ordered
    ]


def _pair_boards(field_sheet: FieldSheet, room: Room, in_play: set[int], pairs: dict[str, _Pair]) -> list[Board]:
    field_plays = Play.objects.filter(section__in={slot.section for slot in field_sheet.slots.values()})
    plays = {play.pk: play for play in field_plays}
    tables = {
        (section.section.pk, number, table.number): table
        for section in room.sections
        for number in range(1, section.certain + 1)
        for table in section.tables(number)
    }
    boards = []
    for board in field_sheet.boards:
        if int(board.number) in in_play:
            continue
        lines = []
        for index, line in enumerate(board.lines):
            play = plays[field_sheet.plays[int(board.number), index]]
            table = tables.get((play.section_id, play.round, play.table))
            if table is None or not isinstance(line.ns_value, Outcomes) or not isinstance(line.ew_value, Outcomes):
                continue
            ns, ew = _pair_key(table.ns, play.north_id, pairs), _pair_key(table.ew, play.east_id, pairs)
            lines.append(Line(ns, ew, line.ns_value, line.ew_value, self_inflicted=line.self_inflicted))
        boards.append(Board(board.number, tuple(lines)))
    return boards


def _pair_key(side: TableSide, contestant_id: int, pairs: dict[str, _Pair]) -> str:
    """The two who sat there, whichever of them sat North; where one is not known, the team's half."""
    ids = [sitter.player.person_id for sitter in side.sitters if sitter.player is not None]
    key = "+".join(map(str, sorted(ids))) if len(ids) == 2 else f"team{contestant_id}{side.side}"
    pairs.setdefault(key, _Pair(side.names or _("unknown"), side.team))
    return key
