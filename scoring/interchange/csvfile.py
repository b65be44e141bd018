"""CSV: `board,ns,ew,contract,declarer,tricks,lead,score` with a header, in any order."""

import csv
import io

from scoring.interchange import sentences
from scoring.interchange.document import Document, FileError, FileLine

COLUMNS = ("board", "ns", "ew", "contract", "declarer", "tricks", "lead", "score")
NEEDED = ("board", "ns", "ew")
_ALSO = ("section", "session")


def parse(data: bytes, name: str) -> Document:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(sentences.BAD_ENCODING, path=name, encoding="UTF-8", byte=error.start) from None
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        rows = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error:
        raise FileError(sentences.BINARY, path=name) from None
    header = [cell.strip().lower() for cell in rows[0][1]]
    _check(header, name)
    file_lines = tuple(_row(dict(zip(header, row, strict=False)), line) for line, row in rows[1:])
    if not file_lines:
        raise FileError(sentences.NO_LINES, path=name)
    return Document("csv", file_lines)


def _check(header: list[str], name: str) -> None:
    known_columns = [column for column in header if column in COLUMNS]
    if len(known_columns) < 2:
        raise FileError(sentences.UNKNOWN, path=name, start=f"'{' '.join(header)[:40]}'")
    for column in NEEDED:
        if column not in header:
            raise FileError(sentences.NO_COLUMNS, path=name, missing=column, needed=", ".join(COLUMNS))
    if not {"contract", "score"} & set(header):
        raise FileError(sentences.NO_COLUMNS, path=name, missing="score", needed=", ".join(COLUMNS))


def _row(cells: dict[str, str], line: int) -> FileLine:
    board, ns, ew, contract, declarer, tricks, lead, score, section, session = (
        (cells.get(column) or "").strip() for column in (*COLUMNS, *_ALSO)
    )
    return FileLine(board, ns, ew, contract, declarer, tricks, lead, score, section, session, where=line)
