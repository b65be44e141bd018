"""The recorder's file for those who may read it: searched by person and pair, counted, one's own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from clubs.models import Club, Federation, Player, RegulationSetting
from clubs.regulations import CATALOGUE
from clubs.selectors.visible import sees_everything
from core.actors import Actor
from core.names import name_key
from core.permissions import may
from rulings.models import Report, ReportNote, ReportSubject
from rulings.models.reports import HELD_BACK, HandType, NoteKind, ReportKind


@dataclass(frozen=True)
class ReportQuery:
    """What of the file is asked for."""

    words: str = ""
    kind: str = ""
    hand_type: str = ""
    colour: str = ""
    since: date | None = None
    open_only: bool = False


@dataclass(frozen=True)
class PairRecord:
    """What is on record about two people who play together: numbers only."""

    psyches: int
    deviations: int
    misbids: int
    red: int
    amber: int

    @property
    def total(self) -> int:
        return self.psyches + self.deviations + self.misbids


def with_people(rows: QuerySet[Report]) -> QuerySet[Report]:
    subjects = ReportSubject.objects.select_related("player").order_by("-role", "pk")
    rows = rows.select_related("club__federation", "session__event", "filed_by__player", "classified_by__player")
    return rows.prefetch_related(Prefetch("subjects", subjects))


def filed_reports(club: Club, actor: Actor, query: ReportQuery | None = None) -> QuerySet[Report]:
    """The whole file for those who keep it; for a director what that director has filed."""
    rows = with_people(Report.objects.filter(club=club))
    if not may(actor, "report.keep", club):
        rows = rows.filter(filed_by=actor.user) if actor.user else rows.none()
    rows = _without_own(rows, actor)
    return filter_reports(rows, query or ReportQuery()).order_by("-happened_on", "-pk")


def _without_own(rows: QuerySet[Report], actor: Actor) -> QuerySet[Report]:
    """What is on record about oneself is read on the own page, as far as it is shown; what one filed, here."""
    if actor.player is None:
        return rows
    own = ReportSubject.objects.filter(player=actor.player).values("report")
    return rows.exclude(Q(pk__in=own) & ~Q(filed_by=actor.user))


def reports_under(federation: Federation, actor: Actor, query: ReportQuery | None = None) -> QuerySet[Report]:
    """The files of the clubs under a federation, as far as their regulations open them to officers."""
    clubs = Club.objects.filter(federation__path__startswith=federation.path).select_related("federation")
    open_ = list(clubs) if sees_everything(actor) else open_to_officers(list(clubs))
    rows = _without_own(with_people(Report.objects.filter(club__in=open_)), actor)
    return filter_reports(rows, query or ReportQuery()).order_by("-happened_on", "-pk")


def open_to_officers(clubs: Sequence[Club]) -> list[Club]:
    """`records.officers` for many clubs at once: two queries, however many there are."""
    key = "records.officers"
    rows = RegulationSetting.objects.current().filter(key=key)
    by_federation = {setting.federation_id: setting for setting in rows if setting.federation_id}
    by_club = {setting.club_id: setting for setting in rows if setting.club_id}
    return [club for club in clubs if _holds(club, by_federation, by_club, CATALOGUE[key].default)]


def _holds(club: Club, by_federation: dict[Any, Any], by_club: dict[Any, Any], default: bool) -> bool:
    """As `clubs.regulations.effective` walks down: each value replaces the one above, until one is binding."""
    value, binding = default, False
    for row in [*(by_federation.get(pk) for pk in club.federation.line), by_club.get(club.pk)]:
        if row is not None and not binding:
            value, binding = bool(row.value), row.locked
    return value


def filter_reports(rows: QuerySet[Report], query: ReportQuery) -> QuerySet[Report]:
    exact = {"kind": query.kind, "hand_type": query.hand_type, "colour": query.colour}
    rows = rows.filter(**{name: value for name, value in exact.items() if value})
    if query.since is not None:
        rows = rows.filter(happened_on__gte=query.since)
    if query.open_only:
        rows = rows.filter(closed_at__isnull=True, erased_at__isnull=True)
    # Each name by itself: two names find what is on record about the pair.
    for part in query.words.replace(" and ", ",").replace("&", ",").split(","):
        if part.strip():
            rows = rows.filter(_about(part.strip()))
    return rows


def _about(name: str) -> Q:
    keys = name_key(name).split()
    if not keys:
        return Q(pk__in=[])
    players = Player.objects.filter(*(Q(name_key__contains=key) for key in keys))
    numbered = Player.objects.filter(federation_number__iexact=name)
    subjects = ReportSubject.objects.filter(Q(player__in=players) | Q(player__in=numbered))
    return Q(pk__in=subjects.values("report"))


def pair_record(club: Club, players: Sequence[Player], *, since: date | None = None) -> PairRecord:
    """How often before: frequency decides whether an understanding has grown (Law 40C1). For directors too."""
    rows = Report.objects.filter(club=club, kind=ReportKind.SYSTEM)
    for player in players:
        rows = rows.filter(pk__in=ReportSubject.objects.filter(player=player).values("report"))
    if since is not None:
        rows = rows.filter(happened_on__gte=since)
    counted: dict[str, int] = defaultdict(int)
    for hand_type, colour in rows.values_list("hand_type", "colour"):
        counted[hand_type] += 1
        counted[colour] += 1
    return PairRecord(
        counted[HandType.PSYCHE],
        counted[HandType.DEVIATION],
        counted[HandType.MISBID],
        counted["red"],
        counted["amber"],
    )


def own_record(player: Player) -> QuerySet[Report]:
    """What somebody may read about themselves: not what the recorder still holds back."""
    own = ReportSubject.objects.filter(player=player).values("report")
    is_shown = Q(shown_at__isnull=False) | ~Q(kind__in=[kind.value for kind in HELD_BACK])
    rows = Report.objects.filter(is_shown, pk__in=own, erased_at__isnull=True).select_related("club", "session__event")
    answers = ReportNote.objects.filter(kind=NoteKind.RESPONSE, made_by=player.user_id).order_by("made_at", "pk")
    return rows.prefetch_related(Prefetch("notes", answers, to_attr="own_answers")).order_by("-happened_on", "-pk")


def to_be_forgotten(at: datetime) -> QuerySet[Report]:
    """Whose time is over."""
    return Report.objects.filter(erased_at__isnull=True, keep_until__lt=at.date()).select_related("club__federation")
