"""Requests to be joined to a member, and one-time links."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs.models import JoinRequest
from clubs.services.links import LinkKind
from core.api.serializers import PersonSerializer, PlainWords


class JoinRequestSerializer(serializers.ModelSerializer[JoinRequest]):
    """Somebody with an account says that they are a member; `reason` is why it was declined."""

    club: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    user = PersonSerializer(read_only=True)

    class Meta:
        model = JoinRequest
        fields = [
            *("id", "club", "user", "number", "federation_number", "played_as", "note", "state"),
            *("asked_at", "answered_at", "reason", "player", "version"),
        ]
        read_only_fields = fields


class AskToJoinSerializer(PlainWords, serializers.ModelSerializer[JoinRequest]):
    """What helps the secretary to find the member."""

    class Meta:
        model = JoinRequest
        fields = ["number", "federation_number", "played_as", "note"]


class JoinToMemberSerializer(PlainWords):
    membership = serializers.IntegerField(min_value=1, help_text="Of the member whose record the account gets.")


class JoinToVisitorSerializer(PlainWords):
    player = serializers.IntegerField(min_value=1, help_text="Who has played here as a visitor, without an account.")


class InviteSerializer(PlainWords):
    """All members without an account who have an address."""


class InvitationSerializer(serializers.Serializer[Any]):
    """A member was invited; the code is in the message alone."""

    membership = serializers.IntegerField(source="row.membership_id")
    sent_to = serializers.EmailField(source="row.sent_to")
    expires_at = serializers.DateTimeField(source="row.expires_at")


class AddNewcomerSerializer(PlainWords):
    number = serializers.CharField(max_length=20, required=False, allow_blank=True, default="")


class DeclineSerializer(PlainWords):
    reason = serializers.CharField(max_length=300, help_text="The person reads it.")


class SeparateSerializer(PlainWords):
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class AskForLinkSerializer(PlainWords):
    email = serializers.EmailField(help_text="With which a member of the club, or somebody new, signs in.")


class OneTimeLinkSerializer(serializers.Serializer[Any]):
    """The only answer that has it: whoever opens it is this person."""

    kind = serializers.ChoiceField(choices=[kind.value for kind in LinkKind])
    address = serializers.CharField()
    days = serializers.IntegerField(help_text="For so many days it can be opened, once.")
