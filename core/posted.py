"""What a request sends: to a form, or in a field that no form reads."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, QueryDict

#: So many digits fit every column of whole numbers.
MOST_DIGITS = 9


def posted(request: HttpRequest) -> QueryDict | None:
    """What was sent; a form that is only opened has been sent nothing, one sent empty has."""
    return request.POST if request.method == "POST" else None


def whole_number(text: str, *, digits: int = MOST_DIGITS) -> int | None:
    """The number that `text` writes in at most so many digits; None for everything else."""
    return int(text) if text.isdecimal() and len(text) <= digits else None


def whole_numbers(texts: Iterable[str]) -> list[int]:
    """The numbers among these texts."""
    return [number for number in map(whole_number, texts) if number is not None]


def number_in(sent: QueryDict, name: str, *, digits: int = MOST_DIGITS) -> int | None:
    """The number in a field; None where it is missing or holds none."""
    return whole_number(sent.get(name, ""), digits=digits)
