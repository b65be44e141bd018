"""Filters of lists that people search."""

from __future__ import annotations

import django_filters
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy

from clubs.forms.roles import DateInput
from clubs.models import AuditEntry, User
from core.audit.words import ACTS


class AuditFilter(django_filters.FilterSet):
    act = django_filters.ChoiceFilter(
        choices=sorted(ACTS.items()), label=gettext_lazy("Act"), empty_label=gettext_lazy("Every act")
    )
    who = django_filters.CharFilter(
        method="by_person", label=gettext_lazy("Who"), help_text=gettext_lazy("Part of a name or an address")
    )
    since = django_filters.DateFilter(
        field_name="at", lookup_expr="date__gte", widget=DateInput(), label=gettext_lazy("From")
    )
    until = django_filters.DateFilter(
        field_name="at", lookup_expr="date__lte", widget=DateInput(), label=gettext_lazy("Until")
    )

    class Meta:
        model = AuditEntry
        fields = ["act", "who", "since", "until"]

    def by_person(self, rows: QuerySet[AuditEntry], _name: str, value: str) -> QuerySet[AuditEntry]:
        people = User.objects.filter(Q(player__display_name__mentions=value) | Q(email__icontains=value))
        return rows.filter(user_id__in=people.values("pk"))
