from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.api.serializers.people import PlayerSerializer
from clubs.models import ApiToken, Role, User
from core.actors import Actor
from core.api.serializers import BodyRefSerializer, PlainWords
from core.permissions import SCOPE_CHOICES


class UserSerializer(serializers.ModelSerializer[User]):
    class Meta:
        model = User
        fields = ["id", "email", "language"]
        read_only_fields = fields


class HeldRoleSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    role = serializers.ChoiceField(choices=Role.choices)
    body = BodyRefSerializer()
    ends_at = serializers.DateTimeField(allow_null=True)


class MeSerializer(serializers.Serializer[Any]):
    """Who is asking, as what, and how far."""

    user = UserSerializer()
    player = PlayerSerializer(allow_null=True)
    roles = HeldRoleSerializer(source="grants", many=True)
    scopes = serializers.SerializerMethodField(help_text="What the token may do; null for a session: everything.")

    @extend_schema_field(serializers.ListField(child=serializers.ChoiceField(SCOPE_CHOICES), allow_null=True))
    def get_scopes(self, actor: Actor) -> list[str] | None:
        return actor.token.scopes if actor.token else None


class TokenSerializer(serializers.ModelSerializer[ApiToken]):
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPE_CHOICES))

    class Meta:
        model = ApiToken
        fields = [
            *("id", "name", "prefix", "scopes", "created_at", "expires_at", "revoked_at", "last_used_at"),
            *("ends_with", "ends_with_name"),
        ]
        read_only_fields = fields


class NewTokenSerializer(PlainWords):
    name = serializers.CharField(max_length=80, help_text="What it is for, in your words.")
    scopes = serializers.MultipleChoiceField(
        choices=SCOPE_CHOICES, error_messages={"empty": _("Choose at least one scope.")}, allow_empty=False
    )
    expires_at = serializers.DateTimeField(help_text="At most a year from now.")
    ends_with = serializers.CharField(
        max_length=40,
        required=False,
        help_text="“session:” and the number of a session that you run now: the token ends when it is finished.",
    )


class MadeTokenSerializer(TokenSerializer):
    """The only answer that has the secret."""

    secret = serializers.CharField(read_only=True, help_text="Shown this once; keep it safe.")

    class Meta(TokenSerializer.Meta):
        fields = [*TokenSerializer.Meta.fields, "secret"]
        read_only_fields = fields
