"""Rulings of a federation in figures: by law, irregularity, outcome, director, club and month."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import ExtractYear

from clubs.models import Club, Federation
from rulings.laws import RulingBasis, library
from rulings.laws.book import book
from rulings.laws.paragraphs import is_paragraph, law_number
from rulings.laws.words import KINDS
from rulings.models import Ruling
from rulings.models.rulings import STANDING, RulingState
from rulings.selectors.precedents import menu_title
from rulings.wording import translated_text

MOST_SHOWN = 15


@dataclass(frozen=True)
class Bar:
    """A line of a chart: `share` of the longest, in percent."""

    label: str
    count: int
    share: int


@dataclass(frozen=True)
class Figures:
    total: int
    adjusted: int
    withdrawn: int
    waived: int
    by_law: tuple[Bar, ...]
    by_tree: tuple[Bar, ...]
    by_kind: tuple[Bar, ...]
    by_outcome: tuple[Bar, ...]
    by_director: tuple[Bar, ...]
    by_club: tuple[Bar, ...]
    by_month: tuple[Bar, ...]


def rulings_under(body: Federation | Club) -> QuerySet[Ruling]:
    if isinstance(body, Club):
        return Ruling.objects.filter(session__event__club=body)
    under = Q(session__event__club__federation__path__startswith=body.path)
    return Ruling.objects.filter(under)


def ruling_years(body: Federation | Club) -> list[int]:
    rows = rulings_under(body).filter(given_at__isnull=False).annotate(year=ExtractYear("given_at"))
    return sorted(set(rows.order_by().values_list("year", flat=True)), reverse=True)


def ruling_figures(body: Federation | Club, year: int | None = None) -> Figures:
    """One query, however many rulings there are to count."""
    rows = rulings_under(body).exclude(state=RulingState.DRAFT)
    if year is not None:
        rows = rows.filter(given_at__year=year)
    names = ("state", "tree", "law_refs", "outcome_ids", "score_ns", "waived", "given_at")
    people = ("director_id", "director__player__display_name", "session__event__club__name")
    every = list(rows.order_by("given_at").values(*names, *people))
    standing = [row for row in every if row["state"] in STANDING]
    outcomes = library().outcomes
    main = [outcomes[ids[0]] for row in standing if (ids := row["outcome_ids"]) and ids[0] in outcomes]
    return Figures(
        total=len(standing),
        adjusted=sum(bool(row["score_ns"]) for row in standing),
        withdrawn=len(every) - len(standing),
        waived=sum(row["waived"] for row in standing),
        by_law=_bars(Counter(_law(row["law_refs"]) for row in standing if row["law_refs"]), _law_names()),
        by_tree=_bars(Counter(row["tree"] for row in standing if row["tree"]), _tree_names()),
        by_kind=_bars(Counter(outcome.kind.value for outcome in main), _kind_names()),
        by_outcome=_bars(Counter(translated_text(outcome.do) for outcome in main), {}),
        by_director=_bars(
            Counter(row["director_id"] for row in standing if row["director_id"]),
            {row["director_id"]: row["director__player__display_name"] or "—" for row in standing},
        ),
        by_club=_bars(Counter(row["session__event__club__name"] for row in standing), {}),
        by_month=_months([row["given_at"].date() for row in standing]),
    )


def _law(references: list[Any]) -> int:
    reference = str(references[0])
    return law_number(reference) if is_paragraph(reference) else 0


def _law_names() -> dict[Any, str]:
    return {number: f"{number} {translated_text(law.title)}" for number, law in book().laws.items()}


def _tree_names() -> dict[Any, str]:
    return {name: menu_title(name) for name in library().trees}


def _kind_names() -> dict[Any, str]:
    return {kind.value: translated_text(KINDS[kind]) for kind in RulingBasis}


def _bars(counted: Counter[Any], names: Mapping[Any, str], most: int = MOST_SHOWN) -> tuple[Bar, ...]:
    longest = max(counted.values(), default=1)
    named_counts = sorted((-count, names.get(key, str(key))) for key, count in counted.items())
    return tuple(Bar(label, -less, round(-100 * less / longest)) for less, label in named_counts[:most])


def _months(days: Iterable[date]) -> tuple[Bar, ...]:
    """In their order, none left out between the first and the last."""
    counted = Counter((day.year, day.month) for day in days)
    if not counted:
        return ()
    first, last = min(counted), max(counted)
    months = [divmod(number, 12) for number in range(first[0] * 12 + first[1] - 1, last[0] * 12 + last[1])]
    longest = max(counted.values())
    bars = ((date(year, month + 1, 1), counted[(year, month + 1)]) for year, month in months)
    return tuple(Bar(f"{day:%Y-%m}", count, round(100 * count / longest)) for day, count in bars)
