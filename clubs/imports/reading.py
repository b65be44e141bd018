"""Files of rows: CSV in the encodings and with the delimiters that are about, and XLSX. Never all of it in memory."""

from __future__ import annotations

import codecs
import csv
import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.utils.formats import number_format
from django.utils.translation import gettext as _

ROWS = 50_000
# Empty ones among them; a sheet says itself which number a row has.
LINES = 2 * ROWS
LONGEST_LINE = 1_000_000
COLUMNS = 100
CELL = 1_000
SAMPLE = 3
# A sheet of 50,000 rows and 20 columns has some 40 MB.
UNPACKED = 80_000_000
PARTS = 500
DELIMITERS = ",;\t"
BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))

Line = tuple[int, list[str]]


class BadFile(ValidationError):
    """The file cannot be taken; the sentence says why and what to do."""


@dataclass(frozen=True)
class Outline:
    """What is known of a file before its columns are matched."""

    header: list[str]
    sample: list[list[str]]
    rows: int


def outline(file: File[bytes]) -> Outline:
    """Walk the whole file once: whether it can be read, what its columns are called, how long it is."""
    lines = read_lines(file)
    header = next(lines, (0, []))[1]
    if not header:
        raise BadFile(_("This file is empty. Choose one with a line of column names and a line for each member."))
    sample: list[list[str]] = []
    rows = 0
    for _line, cells in lines:
        rows += 1
        if rows > ROWS:
            raise _too_long(ROWS)
        if len(sample) < SAMPLE:
            sample.append([cell[:60] for cell in cells])
    if not rows:
        raise BadFile(_("This file has column names but no rows under them."))
    return Outline([cell[:60] for cell in header], sample, rows)


def _too_long(limit: int) -> BadFile:
    sentence = _("This file has more than %(limit)s rows. Split it and import the parts one after the other.")
    return BadFile(sentence % {"limit": number_format(limit, force_grouping=True)}, code="too_long")


def read_lines(file: File[bytes]) -> Iterator[Line]:
    """The rows with their line numbers, the column names first; empty rows are left out."""
    file.seek(0)
    start = file.read(4)
    if start.startswith(b"PK\x03\x04"):
        return _bounded(_xlsx(file))
    return _bounded(_csv(file))


def _bounded(lines: Iterator[Line]) -> Iterator[Line]:
    for line, cells in lines:
        if line > LINES:
            raise _too_long(LINES)
        if len(cells) > COLUMNS:
            sentence = _("Line %(line)s has more than %(limit)s columns. Is this a list of members?")
            raise BadFile(sentence % {"line": line, "limit": COLUMNS})
        if any(cells):
            yield line, cells


# --- CSV -----------------------------------------------------------------------------------------------------------
def _csv(file: File[bytes]) -> Iterator[Line]:
    encoding = detect_encoding(file)
    rows = csv.reader(text_lines(file, encoding), delimiter=_delimiter(file, encoding))
    try:
        for cells in rows:
            yield rows.line_num, [_clean(cell) for cell in cells]
    except csv.Error as error:
        sentence = _("Line %(line)s cannot be read as a row of a table. Save the file as CSV again and try once more.")
        raise BadFile(sentence % {"line": rows.line_num}) from error
    except UnicodeError as error:
        raise BadFile(_unreadable()) from error


def detect_encoding(file: File[bytes]) -> str:
    file.seek(0)
    start = file.read(4096)
    for mark, name in BOMS:
        if start.startswith(mark):
            return name
    if b"\x00" in start:
        even, odd = start[::2].count(0), start[1::2].count(0)
        return "utf-16-le" if odd > even else "utf-16-be"
    for name in ("utf-8", "cp1252"):
        if _decodes(file, name):
            return name
    raise BadFile(_unreadable())


def _unreadable() -> str:
    return _("The letters in this file cannot be read. Save it as “CSV UTF-8” and try again.")


def _decodes(file: File[bytes], encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        for chunk in file.chunks():
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeError:
        return False
    return True


def text_lines(file: File[bytes], encoding: str) -> Iterator[str]:
    """Lines with their ends, whatever ends the lines."""
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder(encoding)(), translate=True)
    pending = ""
    for chunk in file.chunks():
        *lines, pending = (pending + decoder.decode(chunk)).split("\n")
        yield from (f"{line}\n" for line in lines)
        if len(pending) > LONGEST_LINE:
            raise BadFile(_("A line of this file has no end. Is this a list of members, saved as CSV?"))
    pending += decoder.decode(b"", final=True)
    if pending:
        yield pending


def _delimiter(file: File[bytes], encoding: str) -> str:
    """The one that is met most often in the first line."""
    try:
        first_line = next((line for line in text_lines(file, encoding) if line.strip()), "")
    except UnicodeError as error:
        raise BadFile(_unreadable()) from error
    return max(DELIMITERS, key=first_line.count)


def _clean(cell: str) -> str:
    return cell.replace("\x00", "").strip()[:CELL]


# --- XLSX ----------------------------------------------------------------------------------------------------------
def _xlsx(file: File[bytes]) -> Iterator[Line]:
    load = _loader()
    _refuse_bombs(file)
    file.seek(0)
    try:
        book = load(file, read_only=True, data_only=False, keep_links=False)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # what a program wrote about its own size is often wrong
        for line, row in enumerate(sheet.iter_rows(values_only=True), start=1):
            yield line, _without_tail([_cell(value) for value in row])
    except BadFile:
        raise
    except Exception as error:  # the library answers damage with whatever its parts raise
        sentence = _("This workbook cannot be read. Save it again as XLSX, or as “CSV UTF-8”, and try once more.")
        raise BadFile(sentence) from error


def _loader() -> Callable[..., Any]:
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        sentence = _("This installation cannot read XLSX files. Save the sheet as “CSV UTF-8” and import that.")
        raise BadFile(sentence, code="no_xlsx") from error
    loader: Callable[..., Any] = load_workbook
    return loader


def _refuse_bombs(file: File[bytes]) -> None:
    """A small packed file may unpack to something without end."""
    file.seek(0)
    try:
        with zipfile.ZipFile(file) as packed:
            parts = packed.infolist()
    except zipfile.BadZipFile as error:
        raise BadFile(_("This workbook is damaged. Save it again and try once more.")) from error
    # What a part unpacks to is never more than it says here: the library reads no further.
    if sum(part.file_size for part in parts) > UNPACKED or len(parts) > PARTS:
        raise BadFile(_("This workbook is too large. Save the sheet as “CSV UTF-8” and import that."))


def _cell(value: Any) -> str:
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else _clean(str(value))


def _without_tail(cells: list[str]) -> list[str]:
    while cells and not cells[-1]:
        cells.pop()
    return cells
