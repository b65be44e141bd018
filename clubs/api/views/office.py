"""What a federation's and a club's officials do: roles, regulations, the audit, background work."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.filters import AuditFilter, JobFilter, RoleFilter
from clubs.api.on_body import OnBodyViewSet
from clubs.api.serializers.office import (
    AuditEntrySerializer,
    JobSerializer,
    NewRoleSerializer,
    ReasonSerializer,
    RegulationSerializer,
    RoleGrantSerializer,
    SetRegulationSerializer,
)
from clubs.models import AuditEntry, RegulationSetting, RoleGrant
from clubs.regulations import CATALOGUE, Effective, effective, effective_all
from clubs.selectors.audit import audit_entries, with_names
from clubs.selectors.visible import visible_grants, visible_jobs
from clubs.services.jobs import ask_for_audit_check, retry_job
from clubs.services.regulations import set_regulation, withdraw_regulation
from clubs.services.roles import grant_role, revoke_role
from core.api.views import ListMixin, RetrieveMixin
from core.permissions import require
from jobs.models import Job


class RoleViewSet(ListMixin, RetrieveMixin, OnBodyViewSet):
    tag = "Roles"
    summaries = {
        "list": "Roles that are not revoked",
        "retrieve": "One role",
        "create": "Grant a role",
        "destroy": "Revoke a role",
    }
    view_act = "role.view"
    queryset = RoleGrant.objects.none()
    serializer_class = RoleGrantSerializer
    filterset_class = RoleFilter
    search_fields = ["user__player__display_name"]
    ordering_fields = ["role", "granted_at", "starts_at", "ends_at"]
    ordering = ["role", "granted_at"]

    def visible(self) -> QuerySet[RoleGrant]:
        return visible_grants(self.actor, self.body)

    @extend_schema(request=NewRoleSerializer, responses={201: RoleGrantSerializer})
    def create(self, request: Request, slug: str) -> Response:
        serializer = NewRoleSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        grant = grant_role(actor=self.actor, body=self.body, **serializer.validated_data)
        address = reverse(f"api-{self.kind}-role-detail", args=[self.body.slug, grant.pk])
        return self.answer(grant, 201, at=address)

    @extend_schema(parameters=[ReasonSerializer])
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        grant = self.get_object()
        serializer = ReasonSerializer(data=request.query_params)
        serializer.is_valid(raise_exception=True)
        revoke_role(actor=self.actor, grant=grant, **serializer.validated_data)
        return Response(status=204)


class RegulationViewSet(OnBodyViewSet):
    """Anybody may read them; who lays them down is the service's matter."""

    tag = "Regulations"
    summaries = {
        "list": "Every regulation as it holds here, and who laid it down",
        "retrieve": "One regulation as it holds here",
        "update": "Lay down a regulation",
        "partial_update": "Lay down a regulation, keeping what is left out",
        "destroy": "Withdraw a regulation: what holds above holds here again",
    }
    view_act = "regulation.view"
    permission_classes = [AllowAny]
    queryset = RegulationSetting.objects.none()
    serializer_class = RegulationSerializer
    pagination_class = None
    filter_backends = []
    lookup_field = "key"

    @extend_schema(responses={200: RegulationSerializer(many=True)})
    def list(self, request: Request, slug: str) -> Response:
        require(self.actor, self.view_act, self.body)
        return Response(self.get_serializer(effective_all(body=self.body), many=True).data)

    def retrieve(self, request: Request, slug: str, key: str) -> Response:
        require(self.actor, self.view_act, self.body)
        return self.answer(self.get_object())

    @extend_schema(request=SetRegulationSerializer, responses={200: RegulationSerializer})
    def update(self, request: Request, slug: str, key: str) -> Response:
        self.get_object()
        return self._lay_down(key, SetRegulationSerializer(data=request.data))

    @extend_schema(request=SetRegulationSerializer, responses={200: RegulationSerializer})
    def partial_update(self, request: Request, slug: str, key: str) -> Response:
        effective = self.get_object()
        current = {"value": effective.value, "locked": effective.own.locked if effective.own else False}
        return self._lay_down(key, SetRegulationSerializer(data=request.data, partial=True), **current)

    def destroy(self, request: Request, slug: str, key: str) -> Response:
        self.get_object()
        withdraw_regulation(actor=self.actor, body=self.body, key=key)
        return Response(status=204)

    def get_object(self) -> Effective:
        if self.kwargs["key"] not in CATALOGUE:
            raise Http404
        return effective(key=self.kwargs["key"], body=self.body)

    def _lay_down(self, key: str, serializer: SetRegulationSerializer, **current: Any) -> Response:
        serializer.is_valid(raise_exception=True)
        set_regulation(actor=self.actor, body=self.body, key=key, **(current | serializer.validated_data))
        return self.answer(self.get_object())


class AuditViewSet(ListMixin, OnBodyViewSet):
    tag = "Audit"
    summaries = {"list": "What was done here, by whom, newest first"}
    view_act = "audit.view"
    queryset = AuditEntry.objects.none()
    serializer_class = AuditEntrySerializer
    filterset_class = AuditFilter
    search_fields = ["act", "reason"]
    ordering_fields = ["number"]
    ordering = ["-number"]

    def visible(self) -> QuerySet[AuditEntry]:
        return with_names(audit_entries(self.body))


class JobViewSet(ListMixin, RetrieveMixin, OnBodyViewSet):
    tag = "Background work"
    summaries = {
        "list": "Jobs, newest first",
        "retrieve": "One job and how far it is",
        "retry": "Give a failed job another go",
        "check_audit": "Ask for a check of the audit chain",
    }
    view_act = "job.view"
    queryset = Job.objects.none()
    serializer_class = JobSerializer
    filterset_class = JobFilter
    search_fields = ["kind", "error"]
    ordering_fields = ["asked_at", "finished_at", "kind", "state"]
    ordering = ["-asked_at"]

    def visible(self) -> QuerySet[Job]:
        return visible_jobs(self.actor, self.body)

    @extend_schema(request=None, responses={200: JobSerializer})
    def retry(self, request: Request, slug: str, pk: int) -> Response:
        return self.answer(retry_job(actor=self.actor, job=self.get_object()))

    @extend_schema(request=None, responses={202: JobSerializer})
    def check_audit(self, request: Request, slug: str) -> Response:
        job = ask_for_audit_check(actor=self.actor, body=self.body)
        address = reverse(f"api-{self.kind}-job-detail", args=[self.body.slug, job.pk])
        return self.answer(job, 202, at=address)
