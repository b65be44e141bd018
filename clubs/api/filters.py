"""By what the API's lists can be narrowed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_filters import rest_framework as filters
from django_filters.fields import IsoDateTimeField

from clubs.models import AuditEntry, Club, Federation, JoinRequest, Membership, Role, RoleGrant
from clubs.models.bodies import Level
from clubs.models.joining import JoinState
from clubs.models.people import MembershipKind, MembershipStatus
from clubs.models.roles import RoleGrantQuerySet
from clubs.selectors.memberships import current_memberships
from jobs.models import Job, JobState


class MomentField(IsoDateTimeField):
    default_error_messages = {"invalid": _("Write a day or a moment, such as 2026-11-02 or 2026-11-02T19:30Z.")}

    def clean(self, value: Any) -> datetime | None:
        moment = super().clean(value)
        try:
            return moment.astimezone(UTC) if moment else None
        except OverflowError:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None


class MomentFilter(filters.IsoDateTimeFilter):
    field_class = MomentField


class IdFilter(filters.NumberFilter):
    field_class = forms.IntegerField


class FederationFilter(filters.FilterSet):
    parent = filters.CharFilter("parent__slug", label="Address name of the federation right above.")
    level = filters.ChoiceFilter(choices=Level.choices)

    class Meta:
        model = Federation
        fields: list[str] = []


class ClubFilter(filters.FilterSet):
    federation = filters.CharFilter(
        method="under", label="Address name of a federation: its clubs and those of the federations below it."
    )

    class Meta:
        model = Club
        fields: list[str] = []

    def under(self, clubs: QuerySet[Club], name: str, slug: str) -> QuerySet[Club]:
        federation = Federation.objects.filter(slug=slug).first()
        return clubs.filter(federation__path__startswith=federation.path) if federation else clubs.none()


class MembershipFilter(filters.FilterSet):
    kind = filters.ChoiceFilter(choices=MembershipKind.choices)
    status = filters.ChoiceFilter(choices=MembershipStatus.choices)
    on = filters.DateFilter(method="counting_on", label="Memberships that count on this day.")

    class Meta:
        model = Membership
        fields: list[str] = []

    def counting_on(self, rows: QuerySet[Membership], name: str, day: Any) -> QuerySet[Membership]:
        return rows.filter(pk__in=current_memberships(day=day).values("pk"))


class JoinRequestFilter(filters.FilterSet):
    state = filters.ChoiceFilter(choices=JoinState.choices, label="“open” for those that wait for an answer.")

    class Meta:
        model: type[Model] = JoinRequest
        fields: list[str] = []


class RoleFilter(filters.FilterSet):
    role = filters.ChoiceFilter(choices=Role.choices)
    in_force = filters.BooleanFilter(method="now", label="Held at this moment; false for those to come or over.")

    class Meta:
        model = RoleGrant
        fields: list[str] = []

    def now(self, grants: RoleGrantQuerySet, name: str, in_force: bool) -> QuerySet[RoleGrant]:
        current = RoleGrant.objects.in_force(timezone.now()).values("pk")
        return grants.filter(pk__in=current) if in_force else grants.exclude(pk__in=current)


class AuditFilter(filters.FilterSet):
    act = filters.CharFilter(label="Such as role.grant; “role.” for every act on roles.", method="acts")
    user = IdFilter("user_id", label="The id of the user who acted.")
    until = MomentFilter("at", lookup_expr="lt", label="Before this moment.")
    target = filters.CharFilter(method="on", label="What it was done to: membership, or membership:12.")
    # A keyword cannot be written as a name.
    locals()["from"] = MomentFilter("at", lookup_expr="gte", label="At this moment or later.")

    class Meta:
        model = AuditEntry
        fields: list[str] = []

    def acts(self, entries: QuerySet[AuditEntry], name: str, act: str) -> QuerySet[AuditEntry]:
        return entries.filter(act__startswith=act) if act.endswith(".") else entries.filter(act=act)

    def on(self, entries: QuerySet[AuditEntry], name: str, target: str) -> QuerySet[AuditEntry]:
        kind, colon, number = target.partition(":")
        entries = entries.filter(target_kind=kind)
        return entries.filter(target_id=number) if colon else entries


class JobFilter(filters.FilterSet):
    state = filters.ChoiceFilter(choices=JobState.choices, label="“failed” for those that need somebody.")

    class Meta:
        model: type[Model] = Job
        fields: list[str] = []
