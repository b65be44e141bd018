"""A federation's register: its regions and clubs, how many members they have had, and who may direct."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from clubs.models import Club, Federation, Membership, Player, RegulationSetting
from clubs.models.base import standing_on
from clubs.models.bodies import Body
from clubs.models.people import MembershipStatus
from clubs.regulations import CATALOGUE
from clubs.selectors.memberships import current_memberships
from office.models import Closure, DirectorLicence
from office.selectors.closures import open_closures

YEARS = 10


@dataclass(frozen=True)
class ClubLine:
    club: Club
    members: int
    closure: Closure | None


@dataclass(frozen=True)
class RegionLine:
    """A federation of the tree with its own clubs; `depth` says how far below the one that is looked at."""

    federation: Federation
    depth: int
    clubs: list[ClubLine]


def register_of(federation: Federation, day: date) -> list[RegionLine]:
    """The federation and all below it, each with its clubs and their members on a day."""
    tree = list(Federation.objects.filter(path__startswith=federation.path).order_by("path", "name"))
    clubs = Club.objects.filter(federation__in=tree).select_related("federation").order_by("name")
    members = dict(
        current_memberships(day=day)
        .filter(club__in=clubs)
        .values("club")
        .annotate(count=Count("player", distinct=True))
        .values_list("club", "count")
    )
    closed = {closure.club_id: closure for closure in open_closures().filter(club__in=clubs)}
    lines: dict[int, list[ClubLine]] = {row.pk: [] for row in tree}
    for club in clubs:
        lines[club.federation_id].append(ClubLine(club, members.get(club.pk, 0), closed.get(club.pk)))
    return [RegionLine(row, len(row.line) - len(federation.line), lines[row.pk]) for row in tree]


@dataclass(frozen=True)
class YearCount:
    day: date
    clubs: int
    members: int


def counts_over_time(federation: Federation, today: date) -> list[YearCount]:
    """Clubs and people who were members of one, on the last day of each of the last years, and today."""
    first = Membership.objects.filter(club__federation__path__startswith=federation.path).order_by("starts").first()
    oldest = max(first.starts.year if first else today.year, today.year - YEARS)
    days = [date(year, 12, 31) for year in range(oldest, today.year)]
    return [_count_on(federation, day) for day in [*days, today]]


def _count_on(federation: Federation, day: date) -> YearCount:
    clubs = Club.objects.filter(federation__path__startswith=federation.path)
    closed = Closure.objects.filter(Q(reopened_at=None) | Q(reopened_at__date__gt=day), closed_at__date__lte=day)
    # One that ended was running until its last day, whatever its status says today.
    running = Membership.objects.filter(Q(ends=None) | Q(ends__gte=day), starts__lte=day, club__in=clubs)
    running = running.exclude(status=MembershipStatus.SUSPENDED)
    there = clubs.filter(Q(created_at__date__lte=day) | Q(pk__in=running.values("club")))
    return YearCount(
        day,
        there.exclude(pk__in=closed.values("club")).count(),
        running.values("player").distinct().count(),
    )


def licences_of(federation: Federation, *, words: str = "", day: date | None = None) -> QuerySet[DirectorLicence]:
    """The directors' register of a federation and those below it; on a day, those that are valid then."""
    rows = DirectorLicence.objects.filter(federation__path__startswith=federation.path, withdrawn_at=None)
    if day is not None:
        rows = rows.filter(Q(ends=None) | Q(ends__gte=day), starts__lte=day)
    for word in words.split():
        rows = rows.filter(player__display_name__mentions=word)
    return rows.select_related("player", "federation").order_by("-directs_up_to", "player__display_name", "pk")


def licences_sheet(rows: QuerySet[DirectorLicence]) -> Iterator[list[Any]]:
    heads = [
        _("Director"),
        _("Number"),
        _("Grade"),
        _("May direct"),
        _("Valid from"),
        _("Valid until"),
        _("Federation"),
    ]
    lines = [
        [
            *(row.player.display_name, row.player.federation_number, row.grade, row.get_directs_up_to_display()),
            *(row.starts, row.ends, row.federation.name),
        ]
        for row in rows
    ]
    return iter([heads, *lines])


@dataclass(frozen=True)
class LaidDown:
    """A regulation as it was laid down once, and until when it held."""

    setting: RegulationSetting
    label: str
    value: Any


def regulation_history(body: Body, key: str = "", *, most: int = 300) -> list[LaidDown]:
    """Everything that a body has laid down, the newest first."""
    rows = RegulationSetting.objects.filter(**standing_on(body), key__in=[key] if key else list(CATALOGUE))
    newest = rows.select_related("set_by__player").order_by("-set_at", "-pk")[:most]
    return [LaidDown(row, str(CATALOGUE[row.key].label), CATALOGUE[row.key].kind.show(row.value)) for row in newest]


def people_below(federation: Federation) -> QuerySet[Player]:
    """Who is or was a member of a club of this federation or one below it."""
    return Player.objects.findable().filter(memberships__club__federation__path__startswith=federation.path)
