"""A document to what the engine scores."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.engine.boards import Conditions
from scoring.engine.cards import Side
from scoring.engine.sheet import Board, Line, Scoresheet
from scoring.engine.teams import MatchBoard, TeamMatch, compare_rooms
from scoring.interchange import sentences
from scoring.interchange.document import Document, FileLine, Marking, Problem
from scoring.interchange.lines import LineReader
from scoring.interchange.naming import Names, document_names, ranking_directions


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A row with the line that was read from it."""

    row: FileLine
    line: Line


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything readable in a document, and what was not."""

    sheet: Scoresheet
    matches: tuple[TeamMatch, ...]
    problems: tuple[Problem, ...]
    entries: Mapping[int | str, Sequence[SheetEntry]]  # the rows behind the lines of each board, in the same order
    names: Names


def read_document(document: Document, winners: int = 0) -> Reading:
    """`winners` 1 or 2 goes before what the file says; 0 leaves it to the file."""
    names = document_names(document)
    problems = list(document.problems)
    entries, conditions = board_entries(document, problems)
    boards = tuple(
        Board(label, tuple(entry.line for entry in file_entries), conditions[label])
        for label, file_entries in entries.items()
        if file_entries
    )
    rankings = ranking_directions(document, names, winners or document.winners)
    matches = _matches(document, entries, problems) if document.matches else ()
    return Reading(Scoresheet(boards, rankings=rankings), matches, tuple(problems), entries, names)


def board_entries(
    document: Document, problems: list[Problem]
) -> tuple[dict[int | str, list[SheetEntry]], dict[int | str, Conditions | None]]:
    """The rows of each board with their lines, and the boards' conditions; what is wrong is added to `problems`."""
    names = document_names(document)
    entries: dict[int | str, list[SheetEntry]] = {}
    conditions: dict[int | str, Conditions | None] = {}
    for label, rows in _Labels(document).boards().items():
        conditions[label] = _conditions(label, rows[0], document)
        reader = LineReader(conditions[label], label)
        entries[label] = list(_entries(rows, reader, names))
        problems += reader.problems
    return entries, conditions


class _Labels:
    """Boards by number; with the session in front where a file holds several sessions."""

    def __init__(self, document: Document) -> None:
        self.rows = document.rows
        self.several = len({row.session for row in document.rows}) > 1

    def label(self, row: FileLine) -> int | str:
        number = row.board.strip()
        if self.several:
            return f"{row.session}-{number}"
        return int(number) if number.isdecimal() and number.isascii() else number

    def boards(self) -> dict[int | str, list[FileLine]]:
        rows_by_board: dict[int | str, list[FileLine]] = {}
        for row in self.rows:
            rows_by_board.setdefault(self.label(row), []).append(row)
        return rows_by_board


def _conditions(label: int | str, row: FileLine, document: Document) -> Conditions | None:
    marking = document.markings.get(row.board, Marking())
    number = row.board.strip()
    if number.isdecimal() and number.isascii() and int(number) > 0:
        return Conditions.of(int(number), dealer=marking.dealer, vulnerability=marking.vulnerability)
    if marking.dealer and marking.vulnerability:
        return Conditions(marking.dealer, marking.vulnerability)
    return None


def _entries(rows: list[FileLine], reader: LineReader, names: Names) -> Iterable[SheetEntry]:
    """The lines of one board; nobody is on a board twice."""
    seated: set[str] = set()
    for row in rows:
        if not _complete(row, reader):
            continue
        pair = names.side_name(row, Side.NS), names.side_name(row, Side.EW)
        members = [name for side in pair for name in names.members(side)]
        itself = next((name for at, name in enumerate(members) if name in members[:at]), None)
        if itself is not None:
            same = sentences.SAME_PLAYER if names.individual else sentences.SAME_PAIR
            reader.leave_out(row, same, contestant=itself)
            continue
        twice = next((name for name in members if name in seated), None)
        if twice is not None:
            again = sentences.TWICE_PLAYER if names.individual else sentences.TWICE
            reader.report(row, again, contestant=twice)
            continue
        line = reader.read(row, *pair)
        if line is not None:
            seated.update(members)
            yield SheetEntry(row, line)


def _complete(row: FileLine, reader: LineReader) -> bool:
    if not row.board.strip():
        reader.leave_out(row, sentences.NO_BOARD)
        return False
    for number, direction in ((row.ns, "North-South"), (row.ew, "East-West")):
        if not number.strip():
            reader.leave_out(row, sentences.NO_PAIR, direction=direction)
            return False
    return True


def _matches(
    document: Document, entries: dict[int | str, list[SheetEntry]], problems: list[Problem]
) -> tuple[TeamMatch, ...]:
    """The two tables of each board of each match, the home team North-South in the open room."""
    rooms: dict[int, dict[int | str, dict[bool, Line]]] = {}
    for label, sheet_entries in entries.items():
        for entry in sheet_entries:
            if entry.row.match is not None:
                board = rooms.setdefault(entry.row.match, {}).setdefault(label, {})
                board[entry.row.home_is_ns] = entry.line
    matches = []
    for index, head in enumerate(document.matches):
        boards = []
        for label, tables in rooms.get(index, {}).items():
            if len(tables) < 2:
                problems.append(Problem(sentences.ONE_TABLE, {"home": head.home, "away": head.away}, label))
            both = len(tables) == 2 and all(line.counts for line in tables.values())
            sides = [(line, Side.NS if home_is_ns else Side.EW) for home_is_ns, line in tables.items()]
            boards.append(MatchBoard(label, compare_rooms(sides) if both else None))
        matches.append(TeamMatch(head.home, head.away, tuple(boards), round=head.round))
    return tuple(matches)


def without_rankings(sheet: Scoresheet) -> Scoresheet:
    return replace(sheet, rankings={})
