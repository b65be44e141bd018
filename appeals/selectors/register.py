"""The register: every appeal of a club, or of all clubs below a federation, as far as it may be seen; its export."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from appeals.models import Appeal, FurtherAppeal
from clubs.models import Club, Federation, RegulationSetting
from clubs.models.bodies import Body
from clubs.regulations import CATALOGUE

SEES = "appeals.federation_sees"


def visible_appeals(body: Body) -> QuerySet[Appeal]:
    """All that this body may see of."""
    if isinstance(body, Club):
        return Appeal.objects.filter(club=body)
    clubs = Club.objects.filter(federation__path__startswith=body.path)
    rows = Appeal.objects.filter(club__in=clubs.values("pk"))
    decided, further = _hidden_clubs(body)
    if not decided and not further:
        return rows
    went_further = Exists(FurtherAppeal.objects.filter(appeal=OuterRef("pk")))
    unseen = Q(club__in=decided, decided_at=None) | Q(club__in=further)
    return rows.filter(~unseen | went_further)


def _hidden_clubs(federation: Federation) -> tuple[list[int], list[int]]:
    """Clubs of which less is seen: only what is decided, and only what is taken further."""
    settings = list(RegulationSetting.objects.current().filter(key=SEES).order_by())
    if not settings:
        return [], []
    by_federation = {setting.federation_id: setting for setting in settings if setting.federation_id}
    by_club = {setting.club_id: setting for setting in settings if setting.club_id}
    by_value: dict[str, list[int]] = defaultdict(list)
    clubs = Club.objects.filter(federation__path__startswith=federation.path)
    for pk, path in clubs.values_list("pk", "federation__path"):
        value, binding = CATALOGUE[SEES].default, False
        line = [by_federation.get(int(part)) for part in path.split("/") if part]
        for setting in (*line, by_club.get(pk)):
            if setting is not None and not binding:
                value, binding = setting.value, setting.locked
        by_value[value].append(pk)
    return by_value["decided"], by_value["further"]


COLUMNS = (
    *("case", "club", "event", "requested_at", "state", "law", "irregularity", "side", "heard_by"),
    *("lodged_at", "decided_at", "outcome", "merit", "due_at", "closed_at"),
)


def exported_rows(rows: QuerySet[Appeal]) -> Any:
    """One dictionary for each appeal, without names of players."""
    fields = (
        *("year", "number", "club__slug", "session__event__name", "requested_at", "state", "law", "topic", "side"),
        *("hears", "lodged_at", "decided_at", "verdict", "merit", "due_at", "closed_at"),
    )
    for year, number, *rest in rows.order_by("-requested_at", "-pk").values_list(*fields).iterator(chunk_size=2000):
        yield dict(zip(COLUMNS, (f"{year}/{number}", *(_plain(value) for value in rest)), strict=True))


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
