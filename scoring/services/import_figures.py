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


def published_otherwise(
    document: Document,
    reading: Reading,
    read: FieldSheet,
    scored: FieldScore,
    entries: Mapping[int, SheetEntry],
    names: Mapping[str, str],
) -> list[Problem] | None:
    """The published figures that do not follow; None where this field is not what the file ranks.

    `entries` are the rows of the file by play, `names` the contestants of the file by id.
    """
    if scored.session is None or document.individual or not _is_the_same_field(reading, read, entries, names):
        return None
    session = _as_in_the_file(reading, read, scored.session, entries, names)
    return contradictions(document, reading, session, session.standings)


def _is_the_same_field(
    reading: Reading, read: FieldSheet, entries: Mapping[int, SheetEntry], names: Mapping[str, str]
) -> bool:
    """Whether each board of the file is a board here, and the same contestants are ranked together."""
    numbers = [{int(entry.row.board) for entry in found} for found in reading.entries.values() if found]
    rows = sum(len(found) for found in reading.entries.values())
    alike = len(numbers) == len(read.boards) and all(len(own) == 1 for own in numbers) and rows == len(entries)
    here = {frozenset(names[who] for who in ranked) for ranked in _ranked_together(read.sheet)}
    return alike and here == set(_ranked_together(reading.sheet))


def _ranked_together(sheet: Scoresheet) -> list[frozenset[str]]:
    groups: dict[str, set[str]] = defaultdict(set)
    for contestant in sheet.contestants:
        groups[sheet.rankings.get(contestant, "")].add(contestant)
    return [frozenset(group) for group in groups.values()]


def _as_in_the_file(
    reading: Reading,
    read: FieldSheet,
    session: SessionScore,
    entries: Mapping[int, SheetEntry],
    names: Mapping[str, str],
) -> SessionScore:
    """The score with the file's own names and lines, in its order."""
    lines = {
        id(entries[read.plays[int(board.number), at]]): line
        for board in session.boards
        for at, line in enumerate(board.lines)
    }
    boards = tuple(
        BoardScore(board, tuple(_line(entry, lines[id(entry)]) for entry in reading.entries[board.number]))
        for board in reading.sheet.boards
    )
    standings = tuple(replace(place, contestant=names[place.contestant]) for place in session.standings)
    return SessionScore(reading.sheet, session.method, session.profile, boards, standings)


def _line(entry: SheetEntry, scored: LineScore) -> LineScore:
    return LineScore(entry.line, scored.ns, scored.ew)
