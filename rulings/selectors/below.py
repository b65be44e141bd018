"""All rulings in the clubs of a federation, for its officers: searched, printed, exported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubs.models import Federation
from clubs.selectors.roles import person_name
from core.posted import whole_number
from rulings.models import Ruling
from rulings.selectors.precedents import rulings_that_stand


@dataclass(frozen=True)
class RulingsQuery:
    """What of them is asked for."""

    words: str = ""
    since: date | None = None
    until: date | None = None


def rulings_below(federation: Federation, query: RulingsQuery | None = None) -> QuerySet[Ruling]:
    """Those that stand, of sessions that are over: nothing of a board that somebody has yet to play."""
    query = query or RulingsQuery()
    rows = rulings_that_stand().filter(session__event__club__federation__path__startswith=federation.path)
    if query.since:
        rows = rows.filter(given_at__date__gte=query.since)
    if query.until:
        rows = rows.filter(given_at__date__lte=query.until)
    for word in query.words.split():
        rows = rows.filter(_mentions(word))
    return rows.order_by("-given_at", "-pk")


def _mentions(word: str) -> Q:
    """By subject, ruling, law, club, event or board."""
    fields = ("title", "decision", "session__event__name", "session__event__club__name")
    matches = Q(*((f"{name}__mentions", word) for name in fields), _connector=Q.OR)
    matches |= Q(law_refs__icontains=word.upper())
    number = whole_number(word, digits=4)
    return matches if number is None else matches | Q(board=number)


def rulings_sheet(rows: Iterable[Ruling]) -> Iterator[list[Any]]:
    """A line for each, without names of players."""
    heads = [
        *(_("Given"), _("Club"), _("Event"), _("Board"), _("Subject"), _("Laws"), _("Ruling"), _("Director")),
        _("Status"),
    ]
    return iter([heads, *[_line(row) for row in rows]])


def _line(row: Ruling) -> list[Any]:
    club = row.session.event.club
    given = club.day(row.given_at) if row.given_at else None
    return [
        *(given, club.name, row.session.event.name, row.board, row.title, ", ".join(row.law_refs)),
        *(row.decision, person_name(row.director) if row.director else "", row.get_state_display()),
    ]
