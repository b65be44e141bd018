"""What a contestant is called: as the lines of the file call it, and no two alike."""

import re
from collections import defaultdict
from dataclasses import dataclass

from scoring.engine.cards import Side
from scoring.engine.individual import partners_in
from scoring.interchange.document import Document, FileLine, Key, joined_names

_BETWEEN_NAMES = re.compile(r"\s*;\s*|\s+[-–—&+]\s+|\s*/\s*")


@dataclass(frozen=True, slots=True)
class Names:
    """`1`, `A1` where numbers repeat between sections, `1NS` where they repeat between the two directions."""

    with_section: bool
    with_direction: bool
    individual: bool = False

    def side_name(self, row: FileLine, side: Side) -> str:
        number = row.ns if side is Side.NS else row.ew
        section = row.section if self.with_section else ""
        if self.individual:
            return joined_names(*(f"{section}{player}" for player in partners_in(number)))
        return f"{section}{number}{side.value if self.with_direction else ''}"

    def members(self, name: str) -> list[str]:
        """Who is behind the name of a side: the pair itself, or two players of an individual."""
        return partners_in(name) if self.individual else [name]


def document_names(document: Document) -> Names:
    if document.individual:
        return Names(_sections_repeat(document), with_direction=False, individual=True)
    return Names(_sections_repeat(document), _directions_repeat(document))


def _sections_repeat(document: Document) -> bool:
    sections: dict[str, set[str]] = defaultdict(set)
    for row in document.rows:
        for side in (row.ns, row.ew):
            for number in partners_in(side) if document.individual else [side]:
                sections[number].add(row.section)
    return any(len(sections_of_number) > 1 for sections_of_number in sections.values())


def _directions_repeat(document: Document) -> bool:
    """One number for two pairs: most numbers sit in both directions of the same board, and not by a slip."""
    if any(len(directions) > 1 for directions in document.directions.values()):
        return True
    seats: dict[tuple[str, str, str], dict[Side, set[str]]] = {}
    for row in document.rows:
        board = seats.setdefault((row.session, row.section, row.board), {side: set() for side in Side})
        board[Side.NS].add(row.ns)
        board[Side.EW].add(row.ew)
    shared = sum(len(board[Side.NS] & board[Side.EW]) for board in seats.values())
    return shared > 0 and 2 * shared >= sum(len(board[Side.NS]) for board in seats.values())


def ranking_directions(document: Document, names: Names, winners: int) -> dict[str, str]:
    """Two winners: everybody is ranked in the direction it sat most; one winner: nobody is set apart."""
    if names.individual or winners == 1 or (winners == 0 and not names.with_direction):
        return {}
    sat: dict[str, dict[Side, int]] = {}
    for row in document.rows:
        for side in Side:
            sat.setdefault(names.side_name(row, side), dict.fromkeys(Side, 0))[side] += 1
    return {name: (Side.NS if seats[Side.NS] >= seats[Side.EW] else Side.EW).value for name, seats in sat.items()}


def contestant_keys(document: Document, names: Names) -> dict[str, Key]:
    """Section, number and direction of each pair, by its name; teams and players are known by their numbers alone."""
    if document.matches or document.individual:
        return {}
    return {
        names.side_name(row, side): (row.section, row.ns if side is Side.NS else row.ew, side.value)
        for row in document.rows
        for side in Side
    }


def split_names(names: str) -> list[str]:
    """The people behind a name, however a program parts them."""
    return [part for part in _BETWEEN_NAMES.split(names.strip()) if part]


def pair_name(names: str) -> str:
    """Two names, which PBN parts by a semicolon and programs by a dash, or that of the partnership."""
    return " – ".join(part for part in re.split(r"\s*;\s*|\s+[-–]\s+", names.strip()) if part)
