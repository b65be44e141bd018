"""The register: every appeal of a club, or of all clubs below a federation, filtered and counted.

A page costs the same number of queries however many appeals there are; figures are counted by the database.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Avg, Case, Count, DurationField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet, When
from django.utils.translation import gettext_lazy as _

from appeals.gates import OPEN
from appeals.models import Appeal, FurtherAppeal
from appeals.models.appeals import AppealState, VerdictChoice
from clubs.models import Club, Federation, Membership, RegulationSetting
from clubs.models.bodies import Body
from clubs.models.people import MembershipStatus
from clubs.regulations import CATALOGUE

SEES = "appeals.federation_sees"
OPEN_STATES = [str(state) for state in OPEN]
# Members of a club, up to.
SIZES = ((50, _("up to 50 members")), (150, _("51 to 150 members")), (10**9, _("more than 150 members")))
HEARD = [VerdictChoice.STANDS, VerdictChoice.CHANGED, VerdictChoice.RECOMMENDED]
OVERTURNED = Q(verdict=VerdictChoice.CHANGED)


def appeals_of(body: Body) -> QuerySet[Appeal]:
    """All that this body may see of."""
    if isinstance(body, Club):
        return Appeal.objects.filter(club=body)
    rows = Appeal.objects.filter(club__federation__path__startswith=body.path)
    decided, further = _hidden_clubs(body)
    if not decided and not further:
        return rows
    taken = Exists(FurtherAppeal.objects.filter(appeal=OuterRef("pk")))
    unseen = Q(club__in=decided, decided_at=None) | Q(club__in=further)
    return rows.filter(~unseen | taken)


def _hidden_clubs(federation: Federation) -> tuple[list[int], list[int]]:
    """Clubs of which less is seen: only what is decided, and only what is taken further."""
    rows = list(RegulationSetting.objects.filter(key=SEES, superseded_at=None))
    if not rows:
        return [], []
    by_federation = {row.federation_id: row for row in rows if row.federation_id}
    by_club = {row.club_id: row for row in rows if row.club_id}
    found: dict[str, list[int]] = defaultdict(list)
    clubs = Club.objects.filter(federation__path__startswith=federation.path)
    for pk, path in clubs.values_list("pk", "federation__path"):
        value, binding = CATALOGUE[SEES].default, False
        line = [by_federation.get(int(part)) for part in path.split("/") if part]
        for row in (*line, by_club.get(pk)):
            if row is not None and not binding:
                value, binding = row.value, row.locked
        found[value].append(pk)
    return found["decided"], found["further"]


def listed(rows: QuerySet[Appeal], now: datetime) -> QuerySet[Appeal]:
    """Overdue ones first, then open ones, then the newest."""
    overdue = Q(closed_at__isnull=True, due_at__lt=now)
    urgency = Case(When(overdue, then=0), When(closed_at__isnull=True, then=1), default=2)
    shown = rows.select_related("club", "session__event", "director__player", "ruling")
    return shown.prefetch_related("contestant__entrants__player").order_by(urgency, "-requested_at", "-pk")


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
    total: int
    open: int
    overdue: int
    decided: int
    overturned: int
    without_merit: int
    mean_time: timedelta | None
    states: tuple[Bar, ...]
    laws: tuple[Bar, ...]
    sizes: tuple[Bar, ...]
    directors: tuple[Bar, ...]

    @property
    def overturn_rate(self) -> int:
        return round(100 * self.overturned / self.decided) if self.decided else 0

    @property
    def mean_hours(self) -> float | None:
        return round(self.mean_time.total_seconds() / 3600, 1) if self.mean_time else None


def figures(rows: QuerySet[Appeal], now: datetime) -> Figures:
    plain = rows.order_by()
    took = ExpressionWrapper(F("decided_at") - F("lodged_at"), output_field=DurationField())
    sums = plain.aggregate(
        total=Count("pk"),
        open=Count("pk", filter=Q(closed_at__isnull=True)),
        overdue=Count("pk", filter=Q(closed_at__isnull=True, due_at__lt=now)),
        decided=Count("pk", filter=Q(verdict__in=HEARD)),
        overturned=Count("pk", filter=OVERTURNED),
        without=Count("pk", filter=Q(merit="without")),
        took=Avg(took),
    )
    return Figures(
        sums["total"],
        sums["open"],
        sums["overdue"],
        sums["decided"],
        sums["overturned"],
        sums["without"],
        sums["took"],
        _by_state(plain, sums["total"]),
        _by(plain, "law", 12),
        _by_size(plain),
        _by(plain, "director__player__display_name", 12),
    )


def _by_state(rows: QuerySet[Appeal], total: int) -> tuple[Bar, ...]:
    found = dict(rows.values_list("state").annotate(count=Count("pk")))
    return tuple(Bar(state.label, found[state.value], total) for state in AppealState if state.value in found)


def _by(rows: QuerySet[Appeal], name: str, most: int) -> tuple[Bar, ...]:
    """The overturn rate by law, or by director: how their rulings fared."""
    groups = rows.filter(verdict__in=HEARD).values_list(name)
    groups = groups.annotate(total=Count("pk"), changed=Count("pk", filter=OVERTURNED)).order_by("-total", name)
    return tuple(Bar(label or _("not named"), changed, total) for label, total, changed in groups[:most])


def _by_size(rows: QuerySet[Appeal]) -> tuple[Bar, ...]:
    groups = rows.filter(verdict__in=HEARD).values_list("club")
    clubs = list(groups.annotate(total=Count("pk"), changed=Count("pk", filter=OVERTURNED)))
    members = Membership.objects.filter(status=MembershipStatus.ACTIVE, ends=None).values_list("club")
    sizes = dict(members.annotate(count=Count("pk")))
    sums: dict[int, list[int]] = {most: [0, 0] for most, _label in SIZES}
    for club, total, changed in clubs:
        most = next(limit for limit, _label in SIZES if sizes.get(club, 0) <= limit)
        sums[most][0] += changed
        sums[most][1] += total
    return tuple(Bar(label, *sums[most]) for most, label in SIZES if sums[most][1])


COLUMNS = (
    *("case", "club", "event", "requested_at", "state", "law", "irregularity", "side", "heard_by"),
    *("lodged_at", "decided_at", "outcome", "merit", "due_at", "closed_at"),
)


def exported(rows: QuerySet[Appeal]) -> Any:
    """One dictionary for each appeal, without names of players."""
    fields = (
        *("year", "number", "club__slug", "session__event__name", "requested_at", "state", "law", "topic", "side"),
        *("hears", "lodged_at", "decided_at", "verdict", "merit", "due_at", "closed_at"),
    )
    for year, number, *rest in rows.order_by("-requested_at", "-pk").values_list(*fields).iterator(chunk_size=2000):
        yield dict(zip(COLUMNS, (f"{year}/{number}", *(_plain(value) for value in rest)), strict=True))


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
