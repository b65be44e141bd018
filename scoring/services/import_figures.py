"""What a file published, held against the score that its results were given here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from scoring.engine.results import BoardScore, LineScore, SessionScore
from scoring.engine.sheet import Scoresheet
from scoring.interchange.document import Document, Problem
from scoring.interchange.published import contradictions
from scoring.interchange.sheets import Reading, SheetEntry
from scoring.runs.field_scores import FieldScore
from scoring.runs.sheets import FieldSheet


def contradicted_figures(
    document: Document,
    reading: Reading,
    field_sheet: FieldSheet,
    field_score: FieldScore,
    entries: Mapping[int, SheetEntry],
    names: Mapping[str, str],
) -> list[Problem] | None:
    """The published figures that do not follow; None where this field is not what the file ranks.

    `entries` are the rows of the file by play, `names` the contestants of the file by id.
    """
    if (
        field_score.session is None
        or document.individual
        or not _is_the_same_field(reading, field_sheet, entries, names)
    ):
        return None
    session = _as_in_the_file(reading, field_sheet, field_score.session, entries, names)
    return contradictions(document, reading, session, session.standings)


def _is_the_same_field(
    reading: Reading, field_sheet: FieldSheet, entries: Mapping[int, SheetEntry], names: Mapping[str, str]
) -> bool:
    """Whether each board of the file is a board here, and the same contestants are ranked together."""
    numbers = [
        {int(entry.row.board) for entry in entries_of_board}
        for entries_of_board in reading.entries.values()
        if entries_of_board
    ]
    count_of_lines = sum(len(entries_of_board) for entries_of_board in reading.entries.values())
    alike = (
        len(numbers) == len(field_sheet.boards)
        and all(len(own) == 1 for own in numbers)
        and count_of_lines == len(entries)
    )
    ranked_here = {frozenset(names[who] for who in ranked) for ranked in _ranked_together(field_sheet.sheet)}
    return alike and ranked_here == set(_ranked_together(reading.sheet))


def _ranked_together(sheet: Scoresheet) -> list[frozenset[str]]:
    groups: dict[str, set[str]] = defaultdict(set)
    for contestant in sheet.contestants:
        groups[sheet.rankings.get(contestant, "")].add(contestant)
    return [frozenset(group) for group in groups.values()]


def _as_in_the_file(
    reading: Reading,
    field_sheet: FieldSheet,
    session: SessionScore,
    entries: Mapping[int, SheetEntry],
    names: Mapping[str, str],
) -> SessionScore:
    """The score with the file's own names and lines, in its order."""
    lines = {
        id(entries[field_sheet.plays[int(board.number), at]]): line
        for board in session.boards
        for at, line in enumerate(board.lines)
    }
    boards = tuple(
        BoardScore(board, tuple(_line(entry, lines[id(entry)]) for entry in reading.entries[board.number]))
        for board in reading.sheet.boards
    )
    standings = tuple(replace(place, contestant=names[place.contestant]) for place in session.standings)
    return SessionScore(reading.sheet, session.method, session.profile, boards, standings)


def _line(entry: SheetEntry, line_score: LineScore) -> LineScore:
    return LineScore(entry.line, line_score.ns, line_score.ew)
