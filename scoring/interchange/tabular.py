"""Text of rows and cells: its letters, its delimiter, its rows with their line numbers."""

import csv
import io
from collections.abc import Iterator

from scoring.interchange import sentences
from scoring.interchange.document import FileError

Row = tuple[int, list[str]]
DELIMITERS = ",;\t|"


def decode_utf8(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(sentences.BAD_ENCODING, path=name, encoding="UTF-8", byte=error.start) from None


def decode_any(data: bytes) -> tuple[str, bool]:
    """The text, and whether its letters had to be taken for Western European ones."""
    try:
        return data.decode("utf-8-sig"), False
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), True


def delimiter_of(text: str) -> str:
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(",;\t", key=first.count)


def rows(text: str, name: str, delimiter: str = "") -> Iterator[Row]:
    """Line and cells of every row that has anything in it."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter or delimiter_of(text))
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, [cell.strip() for cell in row]
    except csv.Error:
        raise FileError(sentences.BINARY, path=name) from None
