"""A file whose sections are fields of their own: each compared and ranked by itself."""

from dataclasses import replace

from scoring.engine.cards import Side
from scoring.interchange.document import Document
from scoring.interchange.sheets import Reading, read_document


def has_sections(document: Document) -> bool:
    """Whether there are several, in one session; only then can they be told apart by their boards."""
    return len({row.section for row in document.rows}) > 1 and len({row.session for row in document.rows}) == 1


def sections_apart(document: Document) -> Document:
    """The same with a session for each section, so that no board is compared between them."""
    return replace(document, rows=tuple(replace(row, session=row.section or "-") for row in document.rows))


def read_sections_apart(document: Document, winners: int = 0) -> Reading:
    """Each section a ranking of its own, or two where directions are ranked apart."""
    reading = read_document(document, winners)
    rankings = {
        reading.names.side_name(row, side): row.section
        + reading.sheet.rankings.get(reading.names.side_name(row, side), "")
        for row in document.rows
        for side in Side
    }
    return replace(reading, sheet=replace(reading.sheet, rankings=rankings))
