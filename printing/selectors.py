"""What there is to print for somebody, and what has been printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from core.actors import Actor
from printing.models import Printout, PrintSettings
from printing.registry import GROUPS, PUBLIC, REPORTS, PrintedReport, find_source, readers_of, reports_of

TONIGHT = ("seating-list", "table-cards", "guide-cards", "movement-grid", "pick-up-slips", "clock-poster")
WALL = ("ranking", "travellers", "hand-records")


@dataclass(frozen=True)
class OfferedGroup:
    title: Any
    reports: tuple[PrintedReport, ...]


def offered_reports(actor: Actor, kind: str, source: Any) -> list[OfferedGroup]:
    """The reports about a source that this actor may ask for, by groups."""
    offered = [report for report in reports_of(kind).values() if report.suits(source) and report.may_ask(actor, source)]
    groups = [
        OfferedGroup(title, tuple(report for report in offered if report.group == key)) for key, title in GROUPS.items()
    ]
    return [group for group in groups if group.reports]


def print_settings(club: Any) -> PrintSettings:
    """How the club prints; what it has not chosen is as usual."""
    chosen = PrintSettings.objects.filter(club=club).first()
    return chosen or PrintSettings(club=club, tonight=list(TONIGHT), wall=list(WALL))


def set_of(club: Any, name: str) -> list[str]:
    """The reports of “tonight” or “wall”, as far as there are such reports."""
    chosen: list[str] = getattr(print_settings(club), name)
    return [report for report in chosen if report in REPORTS]


def may_read(actor: Actor, printout: Printout) -> bool:
    """Whether the file is this actor's to read: they may ask for it themselves and would be given the same."""
    found = find_source(printout.source)
    reports = [REPORTS[name] for name in printout.reports if name in REPORTS]
    if found is None or not reports or len(reports) != len(printout.reports):
        return False
    if not all(report.may_ask(actor, found[1]) for report in reports):
        return False
    return printout.readers in (PUBLIC, readers_of(actor, reports, found[1], for_public=False))


def printouts_of(source: str) -> QuerySet[Printout]:
    return Printout.objects.filter(source=source).select_related("job", "club__federation", "federation", "asked_by")
