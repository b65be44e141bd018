"""A spreadsheet (XLSX) with the columns of a CSV file on its first sheet that has any. Formulas are not carried out."""

import io
import zipfile
from datetime import date, datetime
from typing import Any

from openpyxl import load_workbook

from scoring.interchange import csvfile, sentences
from scoring.interchange.document import Document, FileError
from scoring.interchange.tabular import Row

MOST_UNPACKED = 50_000_000
MOST_ROWS, MOST_COLUMNS = 100_000, 100
_SHEET = "xl/workbook.xml"


def looks_like(data: bytes) -> bool:
    return data[:4] == b"PK\x03\x04"


def parse(data: bytes, name: str) -> Document:
    _check_archive(data, name)
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheets = [list(_rows(sheet)) for sheet in book.worksheets[:20]]
    except FileError:
        raise
    except Exception:
        raise FileError(sentences.BAD_SPREADSHEET, path=name) from None
    rows = next((rows for rows in sheets if len(rows) > 1), [])
    return csvfile.from_rows(rows, name, "xlsx")


def _check_archive(data: bytes, name: str) -> None:
    """A ZIP that is a spreadsheet, and does not grow when it is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError):
        raise FileError(sentences.BAD_SPREADSHEET, path=name) from None
    if not any(entry.filename == _SHEET for entry in entries):
        raise FileError(sentences.ZIP, path=name)
    if sum(entry.file_size for entry in entries) > MOST_UNPACKED or len(entries) > 1000:
        raise FileError(sentences.SPREADSHEET_TOO_LARGE, path=name, megabytes=MOST_UNPACKED // 1_000_000)


def _rows(sheet: Any) -> list[Row]:
    rows: list[Row] = []
    for number, cells in enumerate(sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS), start=1):
        if number > MOST_ROWS:
            raise FileError(
                sentences.SPREADSHEET_TOO_LARGE, path=str(sheet.title), megabytes=MOST_UNPACKED // 1_000_000
            )
        texts = [_text(cell) for cell in cells]
        if any(texts):
            rows.append((number, texts))
    return rows


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, datetime | date):
        return cell.isoformat()[:10]
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()
