"""What other programs read in an Access database: Debian's mdbtools and access-parser."""

from __future__ import annotations

import csv
import logging
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from access_parser import AccessParser

from scoring.interchange.bridgemate.jet import Kind
from scoring.interchange.bridgemate.jet_reader import Cell
from scoring.interchange.bridgemate.jet_writer import Table

logging.getLogger("access_parser").setLevel(logging.CRITICAL)
needs_mdbtools = pytest.mark.skipif(
    shutil.which("mdb-export") is None, reason="mdbtools is not installed: apt-get install mdbtools"
)
FIRST_DAY = datetime(1899, 12, 30, tzinfo=UTC)
MOMENT = "%Y-%m-%d %H:%M:%S"
Rows = list[dict[str, str]]


def in_words(cell: Cell, *, is_date: bool = False) -> str:
    """A value as text: truth is 1 or 0, moments are rounded to seconds, nothing is empty."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(int(cell))
    if is_date and isinstance(cell, int | float):
        moment = FIRST_DAY + timedelta(seconds=round(cell * 86_400))
        return moment.strftime(MOMENT)
    return str(cell)


def written(tables: Iterable[Table]) -> dict[str, Rows]:
    """What was handed to the writer."""
    return {
        table.name: [
            {
                column.name: in_words(cell, is_date=column.kind is Kind.DATE)
                for column, cell in zip(table.columns, row, strict=True)
            }
            for row in table.rows
        ]
        for table in tables
    }


def by_mdbtools(path: Path) -> dict[str, Rows]:
    names = _output("mdb-tables", "-1", str(path)).split()
    formats = ("-D", MOMENT, "-T", MOMENT)
    return {name: list(csv.DictReader(_output("mdb-export", *formats, str(path), name).splitlines())) for name in names}


def by_access_parser(path: Path) -> dict[str, Rows]:
    file = AccessParser(str(path))
    names = [name for name in file.catalog if not name.startswith("MSys")]
    return {name: _rows_of(file.parse_table(name)) for name in names}


def _rows_of(columns: Mapping[str, Iterable[object]]) -> Rows:
    return [
        {name: _from_access_parser(cell) for name, cell in zip(columns, row, strict=True)}
        for row in zip(*columns.values(), strict=True)
    ]


def _from_access_parser(cell: object) -> str:
    if cell == "(Empty Date)":  # its word for the very first moment
        return FIRST_DAY.strftime(MOMENT)
    if isinstance(cell, str) and len(cell) >= 19 and cell[4:5] == cell[7:8] == "-" and cell[13:14] == ":":
        moment = datetime.fromisoformat(cell)
        return (moment + timedelta(seconds=0.5)).replace(microsecond=0).strftime(MOMENT)
    if isinstance(cell, str):
        # It takes what is no UTF-8 for Latin-1, whatever code page the file names.
        return cell.encode("latin-1").decode("cp1252")
    return "" if cell is None else str(int(cell)) if isinstance(cell, bool) else str(cell)


def _output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
