"""Pages of a list that has grown for years: the next one is looked for, the last one is not counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from core.posted import whole_number

FURTHEST = 5_000


class UncountedPage:
    """So many rows from a place on, and whether there are more; what templates know of a page of Django's paginator."""

    def __init__(self, rows: QuerySet[Any] | list[Any], number: int, size: int) -> None:
        start = (number - 1) * size
        page_and_next = list(rows[start : start + size + 1])
        self.number, self.object_list, self._more = number, page_and_next[:size], len(page_and_next) > size

    def has_next(self) -> bool:
        return self._more

    def has_previous(self) -> bool:
        return self.number > 1

    def has_other_pages(self) -> bool:
        return self.has_next() or self.has_previous()

    def next_page_number(self) -> int:
        return self.number + 1

    def previous_page_number(self) -> int:
        return self.number - 1


def requested_page(rows: QuerySet[Any], requested: str | None, size: int) -> UncountedPage:
    """The page that an address asks for; the first one where it asks for none that there can be."""
    page = UncountedPage(rows, _number(requested, FURTHEST), size)
    return page if page.object_list or page.number == 1 else UncountedPage(rows, 1, size)


def page_of_newest(newest: Callable[[int], list[Any]], requested: str | None, size: int) -> UncountedPage:
    """Like `requested_page`, where no query but `newest` has the rows in order: it gives so many of the newest."""
    number = _number(requested, FURTHEST // size)
    rows = newest(number * size + 1)
    page = UncountedPage(rows, number, size)
    return page if page.object_list else UncountedPage(rows, 1, size)


def _number(requested: str | None, furthest: int) -> int:
    return min(whole_number(requested or "", digits=5) or 1, furthest)
