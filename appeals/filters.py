"""Filters of the register."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import cache

import django_filters
from django import forms
from django.db.models import QuerySet
from django.db.models.functions import Substr
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from appeals.models import Appeal
from appeals.models.appeals import FIRST_VERDICTS, AppealState, HearsChoice, Merit
from clubs.forms.roles import DateInput
from clubs.models import Club, Player
from events.models import Session
from rulings.laws.library import library
from rulings.wording import translated_text

AGES = [("7", _("more than a week")), ("30", _("more than a month")), ("365", _("more than a year"))]


def irregularities() -> list[tuple[str, str]]:
    """The decision trees from which a ruling can come, in the order of the Laws."""
    return [(tree.id, translated_text(tree.title)) for tree in library().trees.values()]


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
    law = django_filters.CharFilter(method="by_law", label=_("Law"))
    topic = django_filters.ChoiceFilter(choices=irregularities, label=_("Irregularity"), empty_label=_("Any"))
    event = django_filters.CharFilter(method="by_event", label=_("Event"))
    club = django_filters.CharFilter(method="by_club", label=_("Club"))
    director = django_filters.CharFilter(method="by_director", label=_("Director"))
    verdict = django_filters.ChoiceFilter(
        choices=[(choice.value, choice.label) for choice in FIRST_VERDICTS],
        label=_("Outcome"),
        empty_label=_("Every outcome"),
    )
    merit = django_filters.ChoiceFilter(
        choices=[choice for choice in Merit.choices if choice[0]], label=_("Merit"), empty_label=_("Any")
    )
    hears = django_filters.ChoiceFilter(choices=HearsChoice.choices, label=_("Heard by"), empty_label=_("Anybody"))
    age = django_filters.ChoiceFilter(method="by_age", choices=AGES, label=_("Open for"), empty_label=_("Any time"))

    class Meta:
        model = Appeal
        fields: list[str] = []

    def get_form_class(self) -> type[forms.Form]:
        """Made once: its labels and choices are lazy."""
        return _form()

    def by_first_day(self, rows: QuerySet[Appeal], _name: str, value: date) -> QuerySet[Appeal]:
        """Moments, not days, are compared: the database can use its index."""
        return rows.filter(requested_at__gte=_midnight(value))

    def by_last_day(self, rows: QuerySet[Appeal], _name: str, value: date) -> QuerySet[Appeal]:
        return rows.filter(requested_at__lt=_midnight(value + timedelta(days=1)))

    def by_law(self, rows: QuerySet[Appeal], _name: str, value: str) -> QuerySet[Appeal]:
        """Law 2 is not Law 21: a number is followed by its paragraphs, not by digits."""
        matching = rows.filter(law__istartswith=value)
        if not value[-1:].isdecimal():
            return matching
        return matching.annotate(after=Substr("law", len(value) + 1, 1)).exclude(after__in=list("0123456789"))

    # Names are looked up once, not for each appeal.
    def by_event(self, rows: QuerySet[Appeal], _name: str, value: str) -> QuerySet[Appeal]:
        return rows.filter(session__in=Session.objects.filter(event__name__mentions=value).values("pk"))

    def by_club(self, rows: QuerySet[Appeal], _name: str, value: str) -> QuerySet[Appeal]:
        return rows.filter(club__in=Club.objects.filter(name__mentions=value).values("pk"))

    def by_director(self, rows: QuerySet[Appeal], _name: str, value: str) -> QuerySet[Appeal]:
        people = Player.objects.filter(display_name__mentions=value, user__isnull=False)
        return rows.filter(director__in=people.values("user"))

    def by_waiting(self, rows: QuerySet[Appeal], _name: str, value: str) -> QuerySet[Appeal]:
        open_rows = rows.filter(closed_at=None)
        return open_rows.filter(due_at__lt=timezone.now()) if value == "overdue" else open_rows

    def by_age(self, rows: QuerySet[Appeal], _name: str, value: str) -> QuerySet[Appeal]:
        return rows.filter(closed_at=None, requested_at__lt=timezone.now() - timedelta(days=int(value)))


@cache
def _form() -> type[forms.Form]:
    fields = {name: filter_.field for name, filter_ in RegisterFilter.base_filters.items()}
    return type("RegisterForm", (forms.Form,), fields)


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))
