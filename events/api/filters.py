"""By what lists of events can be narrowed."""

from __future__ import annotations

from django.db.models import Model, QuerySet
from django_filters import rest_framework as filters

from clubs.api.filters import IdFilter
from events.models import Contestant, Event, Series
from events.models.conditions import Form
from events.models.contestants import Status


class EventFilter(filters.FilterSet):
    form = filters.ChoiceFilter(choices=Form.choices)
    series = IdFilter("series_id", label="The id of the series it was made from.")
    published = filters.BooleanFilter(method="is_published", label="Published or not.")
    cancelled = filters.BooleanFilter(method="is_cancelled", label="Cancelled or not.")

    class Meta:
        model: type[Model] = Event
        fields: list[str] = []

    def is_published(self, events: QuerySet[Event], name: str, wanted: bool) -> QuerySet[Event]:
        return events.filter(published_at__isnull=not wanted)

    def is_cancelled(self, events: QuerySet[Event], name: str, wanted: bool) -> QuerySet[Event]:
        return events.filter(cancelled_at__isnull=not wanted)


class SeriesFilter(filters.FilterSet):
    is_active = filters.BooleanFilter(label="Being played.")

    class Meta:
        model: type[Model] = Series
        fields: list[str] = []


class ContestantFilter(filters.FilterSet):
    status = filters.ChoiceFilter(choices=Status.choices)

    class Meta:
        model: type[Model] = Contestant
        fields: list[str] = []
