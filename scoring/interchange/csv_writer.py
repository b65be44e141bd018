"""Results as CSV: the columns that `csvfile` reads. A cell that a spreadsheet would carry out is no formula here."""

import csv
import io

from scoring.interchange.contract_words import result_words
from scoring.interchange.csvfile import ALSO, COLUMNS
from scoring.interchange.document import Document, FileLine

_HARMFUL = ("=", "+", "-", "@", "\t", "\r")


def write(document: Document) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*COLUMNS, *ALSO])
    for row in document.rows:
        writer.writerow([_harmless(value) for value in _values(document, row)])
    return b"\xef\xbb\xbf" + out.getvalue().encode("utf-8")


def _values(document: Document, row: FileLine) -> list[str]:
    contract, declarer, tricks, lead = result_words(row)
    names = [document.contestant_name(row.section, number, side) for number, side in ((row.ns, "NS"), (row.ew, "EW"))]
    teams, round_number = ["", ""], row.round
    if row.match is not None:
        head = document.matches[row.match]
        teams = [head.home, head.away] if row.home_is_ns else [head.away, head.home]
        round_number = head.round
    day = document.session_days.get(row.session, document.played_on)
    own = [row.board, row.ns, row.ew, contract, declarer, tricks, lead, row.score]
    places = [row.section, row.session, round_number, row.table, day, document.title]
    return [*own, *places, document.method, str(document.winners or ""), *names, row.points_ns, row.points_ew, *teams]


def _harmless(value: str) -> str:
    """Numbers stay numbers; any other cell that begins like a formula gets an apostrophe."""
    if value.startswith(_HARMFUL) and not value[1:].replace(".", "", 1).isdecimal():
        return f"'{value}"
    return value
