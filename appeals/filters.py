"""Filters of the register."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import django_filters
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from appeals.models import Appeal
from appeals.models.appeals import AppealState, HearsChoice, Merit, VerdictChoice
from clubs.forms.roles import DateInput

AGES = [("7", _("more than a week")), ("30", _("more than a month")), ("365", _("more than a year"))]


class RegisterFilter(django_filters.FilterSet):
    state = django_filters.ChoiceFilter(choices=AppealState.choices, label=_("State"), empty_label=_("Every state"))
    waiting = django_filters.ChoiceFilter(
        method="by_waiting",
        choices=[("open", _("open")), ("overdue", _("overdue"))],
        label=_("Waiting"),
        empty_label=_("All"),
    )
    since = django_filters.DateFilter(method="by_first_day", widget=DateInput(), label=_("From"))
    until = django_filters.DateFilter(method="by_last_day", widget=DateInput(), label=_("Until"))
    law = django_filters.CharFilter(field_name="law", lookup_expr="istartswith", label=_("Law"))
    topic = django_filters.CharFilter(field_name="topic", lookup_expr="iexact", label=_("Irregularity"))
    event = django_filters.CharFilter(field_name="session__event__name", lookup_expr="icontains", label=_("Event"))
    club = django_filters.CharFilter(field_name="club__name", lookup_expr="icontains", label=_("Club"))
    director = django_filters.CharFilter(
        field_name="director__player__display_name", lookup_expr="icontains", label=_("Director")
    )
    verdict = django_filters.ChoiceFilter(
        choices=VerdictChoice.choices, label=_("Outcome"), empty_label=_("Every outcome")
    )
    merit = django_filters.ChoiceFilter(
        choices=[choice for choice in Merit.choices if choice[0]], label=_("Merit"), empty_label=_("Any")
    )
    hears = django_filters.ChoiceFilter(choices=HearsChoice.choices, label=_("Heard by"), empty_label=_("Anybody"))
    age = django_filters.ChoiceFilter(method="by_age", choices=AGES, label=_("Open for"), empty_label=_("Any time"))

    class Meta:
        model = Appeal
        fields: list[str] = []

    def by_first_day(self, rows: QuerySet[Appeal], _name: str, value: date) -> QuerySet[Appeal]:
        """Moments, not days, are compared: the database can use its index."""
        return rows.filter(requested_at__gte=_midnight(value))

    def by_last_day(self, rows: QuerySet[Appeal], _name: str, value: date) -> QuerySet[Appeal]:
        return rows.filter(requested_at__lt=_midnight(value + timedelta(days=1)))

    def by_waiting(self, rows: QuerySet[Appeal], _name: str, value: str) -> QuerySet[Appeal]:
        found = rows.filter(closed_at=None)
        return found.filter(due_at__lt=timezone.now()) if value == "overdue" else found

    def by_age(self, rows: QuerySet[Appeal], _name: str, value: str) -> QuerySet[Appeal]:
        return rows.filter(closed_at=None, requested_at__lt=timezone.now() - timedelta(days=int(value)))


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))
