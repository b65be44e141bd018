"""Rulings in a list, narrowed by what was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from core.posted import whole_number
from rulings.models import Ruling
from rulings.models.rulings import RulingState


@dataclass(frozen=True)
class Filters:
    query: str = ""
    state: str = ""

    @property
    def states(self) -> list[tuple[str, str]]:
        return [(state.value, str(state.label)) for state in RulingState if state != RulingState.DRAFT]

    @property
    def is_set(self) -> bool:
        return bool(self.query or self.state)


def filter_rulings(rows: QuerySet[Ruling], query_fields: Mapping[str, str]) -> tuple[QuerySet[Ruling], Filters]:
    """By a few letters of the subject or the ruling, by board or table, by law, by state."""
    query, state = query_fields.get("q", "").strip()[:60], query_fields.get("state", "")
    if state not in RulingState.values:
        state = ""
    matching = rows.filter(state=state) if state else rows
    if query:
        condition = Q(title__mentions=query) | Q(decision__mentions=query) | Q(law_refs__icontains=query.upper())
        if (number := whole_number(query, digits=4)) is not None:
            condition |= Q(board=number) | Q(table=number)
        matching = matching.filter(condition)
    return matching.order_by("-given_at", "-pk"), Filters(query, state)
