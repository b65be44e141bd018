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
    published = filters.BooleanFilter(method="is_published", label="Announced or not.")
    cancelled = filters.BooleanFilter(method="is_cancelled", label="Cancelled or not.")

    removed = filters.BooleanFilter(
        method="is_removed", label="Removed or not; only those who may bring an event back find removed ones."
    )

    class Meta:
        model: type[Model] = Event
        fields: list[str] = []

    def is_published(self, events: QuerySet[Event], name: str, value: bool) -> QuerySet[Event]:
        return events.filter(published_at__isnull=not value)

    def is_cancelled(self, events: QuerySet[Event], name: str, value: bool) -> QuerySet[Event]:
        return events.filter(cancelled_at__isnull=not value)

    def is_removed(self, events: QuerySet[Event], name: str, value: bool) -> QuerySet[Event]:
        return events.filter(removed_at__isnull=not value)

    def filter_queryset(self, queryset: QuerySet[Event]) -> QuerySet[Event]:
        """What is removed is not among the others unless it is asked for."""
        filtered: QuerySet[Event] = super().filter_queryset(queryset)
        return filtered.filter(removed_at=None) if self.form.cleaned_data.get("removed") is None else filtered


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
