"""A contestant's or a table's way through the session, line by line, as it is printed and read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.movements.model import Movement, Round, Unit
from events.movements.moves import MovementSpot, next_moves
from events.selectors.tables import RoomTable, SectionRoom, TableSide, ranges

SIDES: dict[str, str | Promise] = {
    "NS": gettext_lazy("North-South"),
    "EW": gettext_lazy("East-West"),
    "N": gettext_lazy("North"),
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
}


@dataclass(frozen=True)
class Leg:
    """One round of a contestant at one table; a team has two in each round, and `who` sits at which.

    Without a table it sits out.
    """

    round: int
    table: str = ""
    side: str = ""
    boards: str = ""
    against: str = ""
    against_names: str = ""
    partner: str = ""
    partner_name: str = ""
    who: str = ""
    shared: bool = False

    @property
    def sits_out(self) -> bool:
        return not self.table

    @property
    def side_word(self) -> str:
        return str(SIDES.get(self.side, ""))


def contestant_legs(section: SectionRoom, number: int) -> list[Leg]:
    """A contestant's rounds as far as they are certain."""
    return [leg for at in range(1, section.certain + 1) for leg in legs_in(section, number, at)]


def legs_in(section: SectionRoom, number: int, round_number: int) -> list[Leg]:
    """A contestant's round: one leg, or two where it is a team with two tables."""
    stop = section.stop(number, round_number)
    tables = sorted(stop.tables, key=lambda table_side: table_side[1], reverse=True)  # North-South before East-West
    return [_leg(section, number, table, side) for table, side in tables] or [Leg(stop.round)]


def _leg(section: SectionRoom, number: int, table: RoomTable, side: str) -> Leg:
    own, other = (table.ns, table.ew) if side in ("NS", "N", "S") else (table.ew, table.ns)
    partner = next((s for s in own.sitters if s.number != number), None) if own.are_on_their_own else None
    return Leg(
        round=table.round,
        table=table.name,
        side=side,
        boards=table.boards_text,
        against=_number(section, other),
        against_names=other.team or other.names,
        partner=str(partner.number) if partner else "",
        partner_name=partner.name if partner and partner.is_known else "",
        who=own.names if section.movement.unit is Unit.TEAM else "",
        shared=table.shared,
    )


def _number(section: SectionRoom, side: TableSide) -> str:
    return "–".join(section.number_name(number) for number in side.numbers)


@dataclass(frozen=True)
class SeatMove:
    """Somebody at a table, and where they go when the round is over; empty after the last one."""

    side: str
    number: str
    to: str
    stays: bool


@dataclass(frozen=True)
class CardRow:
    """A round at a table: who sits there, which boards, and who goes where afterwards."""

    round: int
    boards: str
    shared: bool
    seats: tuple[SeatMove, ...]

    @property
    def moves(self) -> list[SeatMove]:
        return [goes for goes in self.seats if goes.to and not goes.stays]


def card_rows(section: SectionRoom, table: int) -> list[CardRow]:
    """What stands on a table’s card, for the rounds that are certain and in which somebody sits there."""
    rows = []
    for number in range(1, section.certain + 1):
        round_ = section.movement.rounds[number - 1]
        for seating in round_.seatings:
            if seating.table == table:
                boards = ranges(section.section.board(board) for board in seating.boards)
                seats = tuple(_seat_moves(section, number, round_, table))
                rows.append(CardRow(number, boards, seating.shared, seats))
    return rows


def _seat_moves(section: SectionRoom, number: int, round_: Round, table: int) -> Iterator[SeatMove]:
    seating = next(seating for seating in round_.seatings if seating.table == table)
    sides = ("N", "E", "S", "W") if len(seating.seats) == 4 else ("NS", "EW")
    is_drawn = number + 1 <= section.certain
    after = _next_spots(section.movement, number) if is_drawn else {}
    for contestant, side in zip(seating.seats, sides, strict=True):
        spot = after.get((contestant, side if section.movement.unit is Unit.TEAM else ""))
        to = "" if not is_drawn else _("out") if spot is None else f"{section.table_name(spot.table)} {spot.side}"
        yield SeatMove(side, section.number_name(contestant), to, stays=spot == MovementSpot(table, side))


@lru_cache(maxsize=128)
def _next_spots(movement: Movement, number: int) -> dict[tuple[int, str], MovementSpot | None]:
    """Where everybody is in the round after this one. Pure, so remembered: every card of a section asks."""
    return {(journey.number, journey.half): journey.after for journey in next_moves(movement, number).journeys}


@dataclass(frozen=True)
class GridCell:
    who: str
    boards: str
    shared: bool


def grid(section: SectionRoom, across: int = 8) -> list[tuple[list[str], list[tuple[int, list[GridCell | None]]]]]:
    """The whole movement: rounds down, tables across, in blocks that fit on paper."""
    tables = sorted({seating.table for seating in section.movement.seatings()})
    count = max(1, -(-len(tables) // across))
    wide = -(-len(tables) // count) if tables else 1
    blocks = [tables[at : at + wide] for at in range(0, len(tables), wide)]
    return [([section.table_name(table) for table in block], _rows(section, block)) for block in blocks]


def _rows(section: SectionRoom, block: list[int]) -> list[tuple[int, list[GridCell | None]]]:
    rows = []
    for number in range(1, section.certain + 1):
        at = {seating.table: seating for seating in section.movement.rounds[number - 1].seatings}
        cells: list[GridCell | None] = []
        for table in block:
            seating = at.get(table)
            if seating is None:
                cells.append(None)
                continue
            ns, ew = ("–".join(map(str, side)) for side in seating.sides)
            boards = ranges(section.section.board(board) for board in seating.boards)
            cells.append(GridCell(f"{ns} v {ew}", boards, seating.shared))
        rows.append((number, cells))
    return rows
