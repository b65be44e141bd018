"""Tables as files for spreadsheet programs."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import Any

from django.http import StreamingHttpResponse

BOM = "\ufeff"
# A spreadsheet program takes a cell that begins like this for a formula and runs it.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def formula_safe(value: Any) -> str:
    """The value as a cell that no program takes for a formula."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


class _Echo:
    """A file that hands back what is written to it."""

    def write(self, text: str) -> str:
        return text


def csv_lines(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield BOM
    for row in rows:
        yield writer.writerow([formula_safe(value) for value in row])


def csv_answer(rows: Iterable[Iterable[Any]], filename: str) -> StreamingHttpResponse:
    """A download that is sent while it is read."""
    answer = StreamingHttpResponse(csv_lines(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{filename}"'
    answer["Cache-Control"] = "private, no-store"
    return answer
