"""A spreadsheet (XLSX) with the columns of a CSV file on its first sheet that has any. Formulas are not carried out."""

import io
import re
import zipfile
import zlib
from collections.abc import Callable

from scoring.interchange import csvfile, sentences
from scoring.interchange.document import Document, FileError
from scoring.interchange.tabular import Row
from scoring.interchange.xml_stream import Node, Stream, read_xml

MOST_UNPACKED = 50_000_000
MOST_ROWS, MOST_COLUMNS, MOST_ENTRIES, MOST_SHEETS = 100_000, 100, 1_000, 20
_BOOK, _STRINGS = "xl/workbook.xml", "xl/sharedStrings.xml"
_SHEET = re.compile(r"xl/worksheets/sheet(\d{1,4})\.xml")
_CELL = re.compile(r"([A-Z]{1,3})(\d{1,7})")


def looks_like(data: bytes) -> bool:
    return data[:4] == b"PK\x03\x04"


def parse(data: bytes, name: str) -> Document:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check(archive, name)
            strings = _strings(archive, name)
            sheets = sorted((int(match[1]), path) for path in archive.namelist() if (match := _SHEET.fullmatch(path)))
            for _number, path in sheets[:MOST_SHEETS]:
                rows = _rows(archive.read(path), strings, name)
                if len(rows) > 1:
                    return csvfile.from_rows(rows, name, "xlsx")
    except FileError:
        raise
    except (zipfile.BadZipFile, zlib.error, ValueError, OSError, NotImplementedError, RuntimeError, EOFError):
        raise FileError(sentences.BAD_SPREADSHEET, path=name) from None
    raise FileError(sentences.NO_LINES, path=name)


def _check(archive: zipfile.ZipFile, name: str) -> None:
    """A ZIP that is a spreadsheet, and does not grow when it is unpacked."""
    entries = archive.infolist()
    if not any(entry.filename == _BOOK for entry in entries):
        raise FileError(sentences.ZIP, path=name)
    if sum(entry.file_size for entry in entries) > MOST_UNPACKED or len(entries) > MOST_ENTRIES:
        raise FileError(sentences.SPREADSHEET_TOO_LARGE, path=name, megabytes=MOST_UNPACKED // 1_000_000)


def _strings(archive: zipfile.ZipFile, name: str) -> list[str]:
    """The texts that cells refer to by number."""
    if _STRINGS not in archive.namelist():
        return []
    strings: list[str] = []

    def take(node: Node, _around: list[Node]) -> None:
        strings.append(node.get("T") or "".join(part.get("T") for part in node.all("R")))

    _read(archive.read(_STRINGS), name, "SI", take)
    return strings


def _rows(data: bytes, strings: list[str], name: str) -> list[Row]:
    rows: list[Row] = []

    def take(node: Node, _around: list[Node]) -> None:
        if len(rows) >= MOST_ROWS:
            raise FileError(sentences.SPREADSHEET_TOO_LARGE, path=name, megabytes=MOST_UNPACKED // 1_000_000)
        cells: list[str] = []
        for cell in node.all("C"):
            column = _column(cell.get("R"), len(cells))
            if column < MOST_COLUMNS:
                cells += [""] * (column + 1 - len(cells))
                cells[column] = _value(cell, strings)
        if any(cells):
            number = node.get("R")
            rows.append((int(number) if number.isdecimal() else len(rows) + 1, cells))

    _read(data, name, "ROW", take)
    width = max((len(cells) for _line, cells in rows), default=0)
    return [(line, cells + [""] * (width - len(cells))) for line, cells in rows]


def _read(data: bytes, name: str, tag: str, take: Callable[[Node, list[Node]], None]) -> None:
    read_xml(data, name, lambda: Stream(name, {tag: take}))


def _column(reference: str, otherwise: int) -> int:
    """`C7` is in the column 2; a cell that does not say where it is stands beside the one before."""
    match = _CELL.fullmatch(reference.upper())
    if match is None:
        return otherwise
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column - 1


def _value(cell: Node, strings: list[str]) -> str:
    """What the cell shows; of a formula, what it was worth when the file was saved."""
    kind, value = cell.get("T"), cell.get("V")
    if kind == "s":
        return strings[int(value)].strip() if value.isdecimal() and int(value) < len(strings) else ""
    if kind == "inlineStr":
        return next((part.get("T") for part in cell.all("IS")), "").strip()
    return value.removesuffix(".0")
