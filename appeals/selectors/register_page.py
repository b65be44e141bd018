"""A page of the register: what the filters leave, the most urgent first, with the figures of all of it.

It costs the same number of queries however many appeals there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.core.paginator import Page, Paginator
from django.db import connection
from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from appeals.filters import RegisterFilter
from appeals.models import Appeal
from appeals.models.appeals import AppealState, Merit, VerdictChoice
from appeals.selectors.register import visible_appeals
from appeals.selectors.register_sql import FilteredAppeals
from clubs.models.bodies import Body

PAGE = 50
# Lines of a chart.
MOST = 12
# Members of a club, up to.
SIZES = ((50, _("up to 50 members")), (150, _("51 to 150 members")), (10**9, _("more than 150 members")))


class RegisterLine(NamedTuple):
    """An appeal in the register; `urgency` is 0 where it is overdue, 1 where it is open."""

    pk: int
    year: int
    number: int
    slug: str
    club: str
    event: str
    law: str
    title: str
    director: str | None
    state: str
    verdict: str
    merit: str
    requested_at: datetime
    due_at: datetime | None
    follow_up: date | None
    urgency: int

    def __str__(self) -> str:
        return f"{self.year}/{self.number}"

    @property
    def url(self) -> str:
        return reverse("club-appeal", kwargs={"slug": self.slug, "appeal_id": self.pk})

    @property
    def is_overdue(self) -> bool:
        return self.urgency == 0

    @property
    def is_open(self) -> bool:
        return self.urgency < 2

    @property
    def state_label(self) -> Any:
        return AppealState(self.state).label

    @property
    def verdict_label(self) -> Any:
        return VerdictChoice(self.verdict).label if self.verdict else ""

    @property
    def lacks_merit(self) -> bool:
        return self.merit == Merit.WITHOUT


@dataclass(frozen=True)
class Bar:
    """A line of a chart, which is a table: how many, of how many, in percent."""

    label: Any
    count: int
    total: int

    @property
    def percent(self) -> int:
        return round(100 * self.count / self.total) if self.total else 0


@dataclass(frozen=True)
class Figures:
    total: int = 0
    open: int = 0
    overdue: int = 0
    decided: int = 0
    overturned: int = 0
    without_merit: int = 0
    mean_time: timedelta | None = None
    states: tuple[Bar, ...] = ()
    laws: tuple[Bar, ...] = ()
    sizes: tuple[Bar, ...] = ()
    directors: tuple[Bar, ...] = ()

    @property
    def overturn_rate(self) -> int:
        return round(100 * self.overturned / self.decided) if self.decided else 0

    @property
    def mean_hours(self) -> float | None:
        return round(self.mean_time.total_seconds() / 3600, 1) if self.mean_time else None


@dataclass(frozen=True)
class Register:
    filters: RegisterFilter
    page: Page[Any]
    lines: list[RegisterLine]
    figures: Figures


def appeals_register(body: Body, query: QueryDict, now: datetime) -> Register:
    filters = RegisterFilter(query, queryset=visible_appeals(body))
    filtered = _filtered(filters.qs)
    counted = count_figures(filtered, now)
    page = Paginator(range(counted.total), PAGE).get_page(query.get("page"))
    lines = (
        [_register_line(row) for row in filtered.lines(now, page.start_index() - 1, PAGE)]
        if filtered and counted.total
        else []
    )
    return Register(filters, page, lines, counted)


def register_figures(rows: QuerySet[Appeal], now: datetime) -> Figures:
    return count_figures(_filtered(rows), now)


def _filtered(rows: QuerySet[Appeal]) -> FilteredAppeals | None:
    try:
        return FilteredAppeals(rows)
    except EmptyResultSet:
        return None


def _register_line(row: tuple[Any, ...]) -> RegisterLine:
    if connection.vendor != "sqlite":
        return RegisterLine._make(row)
    *plain, requested, due, day, urgency = row
    return RegisterLine._make((*plain, _in_utc(requested), _in_utc(due), day, urgency))


def _in_utc(moment: Any) -> Any:
    """SQLite does not say that what it keeps is in UTC."""
    return moment.replace(tzinfo=UTC) if moment else None


def count_figures(filtered: FilteredAppeals | None, now: datetime) -> Figures:
    groups: dict[str, list[Any]] = {"state": [], "law": [], "director": [], "club": []}
    for kind, *rest in filtered.figures(now, MOST) if filtered else ():
        groups[kind].append(rest)
    if not groups["state"]:
        return Figures()
    sums = [sum(column) for column in zip(*([value or 0 for value in row[2:]] for row in groups["state"]), strict=True)]
    total, overturned, is_open, overdue, decided, without, seconds, timed = sums
    states = {state: count for state, _name, count, *_rest in groups["state"]}
    return Figures(
        total,
        is_open,
        overdue,
        decided,
        overturned,
        without,
        timedelta(seconds=float(seconds) / timed) if timed else None,
        tuple(Bar(state_.label, states[state_.value], total) for state_ in AppealState if state_.value in states),
        tuple(Bar(law or _("not named"), changed, heard) for law, _name, heard, changed, *_rest in groups["law"]),
        _by_size(groups["club"]),
        tuple(Bar(name or _("not named"), changed, heard) for _id, name, heard, changed, *_rest in groups["director"]),
    )


def _by_size(clubs: list[Any]) -> tuple[Bar, ...]:
    sums: dict[int, list[int]] = {most: [0, 0] for most, _label in SIZES}
    for members, _name, heard, changed, *_rest in clubs:
        most = next(limit for limit, _label in SIZES if int(members) <= limit)
        sums[most][0] += changed
        sums[most][1] += heard
    return tuple(Bar(label, *sums[most]) for most, label in SIZES if sums[most][1])
