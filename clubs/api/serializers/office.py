"""Roles, regulations, the audit and jobs."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.models import AuditEntry, Role, RoleGrant, User
from clubs.regulations import SECTIONS, Effective
from core.api.serializers import BodyRefSerializer, PersonSerializer, PlainWords
from jobs.models import Job, JobState
from jobs.registry import KINDS

REGULATION_VALUE = {"oneOf": [{"type": "integer"}, {"type": "string"}, {"type": "boolean"}]}


class RoleGrantSerializer(serializers.ModelSerializer[RoleGrant]):
    user = PersonSerializer()
    granted_by = PersonSerializer(allow_null=True)

    class Meta:
        model = RoleGrant
        fields = ["id", "user", "role", "starts_at", "ends_at", "granted_at", "granted_by"]
        read_only_fields = fields


class NewRoleSerializer(PlainWords):
    email = serializers.EmailField(source="user", help_text="The address with which the person signs in.")
    role = serializers.ChoiceField(choices=Role.choices)
    starts_at = serializers.DateTimeField(required=False, help_text="From now unless given.")
    ends_at = serializers.DateTimeField(required=False, allow_null=True, help_text="Until revoked unless given.")

    def validate_email(self, address: str) -> User:
        user = User.objects.filter(email__iexact=address).first()
        if user is None:
            sentence = _("Nobody signs in with this address. Ask the person to open an account first.")
            raise serializers.ValidationError(sentence, code="no_account")
        return user


class ReasonSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(required=False, max_length=300, help_text="Why, for the audit.")


@extend_schema_field(REGULATION_VALUE)
class RegulationValueField(serializers.JSONField):
    """Minutes, an amount, a choice or yes and no: what it is depends on the regulation."""


class RegulationSerializer(serializers.Serializer[Any]):
    """A regulation as it holds here, and who laid it down."""

    key = serializers.CharField(source="regulation.key")
    section = serializers.ChoiceField(source="regulation.section", choices=list(SECTIONS))
    label: Any = serializers.CharField(source="regulation.label")
    help = serializers.CharField(source="regulation.help")
    laws = serializers.ListField(source="regulation.laws", child=serializers.CharField())
    value = RegulationValueField()
    shown = serializers.CharField(help_text="The value in words.")
    default = RegulationValueField(source="regulation.default")
    source: Any = BodyRefSerializer(allow_null=True, help_text="Who laid it down; null for the default.")
    binding = serializers.BooleanField(help_text="Bodies below its source may not override it.")
    is_own = serializers.SerializerMethodField(help_text="Whether this body has laid down a value itself.")

    def get_is_own(self, effective: Effective) -> bool:
        return effective.own is not None


class SetRegulationSerializer(PlainWords):
    value = RegulationValueField()
    locked = serializers.BooleanField(default=False, help_text="Bodies below may not override it.")


class AuditEntrySerializer(serializers.ModelSerializer[AuditEntry]):
    user_name = serializers.CharField(allow_null=True, help_text="As the person is called today.")
    before = serializers.DictField()
    after = serializers.DictField()
    reason = serializers.CharField(help_text="Empty where none was given, or where it was erased.")

    class Meta:
        model = AuditEntry
        fields = [
            *("number", "at", "actor_kind", "user_id", "user_name", "actor_ref", "acted_as", "address", "request_id"),
            *("act", "target_kind", "target_id", "before", "after", "reason", "hash"),
        ]
        read_only_fields = fields


class JobSerializer(serializers.ModelSerializer[Job]):
    title = serializers.SerializerMethodField()
    percent = serializers.IntegerField()
    result = serializers.SerializerMethodField()
    state = serializers.ChoiceField(choices=JobState.choices)

    class Meta:
        model = Job
        fields = [
            *("id", "kind", "title", "state", "percent", "asked_at", "attempts", "finished_at", "result", "error"),
        ]
        read_only_fields = fields

    def get_title(self, job: Job) -> str:
        return str(KINDS[job.kind].title) if job.kind in KINDS else job.kind

    @extend_schema_field(OpenApiTypes.ANY)
    def get_result(self, job: Job) -> Any:
        return job.result
