from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from clubs.api.serializers.bodies import federation_field
from clubs.models import Membership, Player
from clubs.selectors.visible import visible_players
from core.api.serializers import PlainWords


class PlayerSerializer(PlainWords, serializers.ModelSerializer[Player]):
    federation = federation_field(required=False, allow_null=True)
    languages = serializers.ListField(child=serializers.CharField(max_length=40), required=False, max_length=20)

    class Meta:
        model = Player
        fields = [
            *("id", "display_name", "given_name", "family_name", "public_name", "email", "phone", "federation"),
            *(
                "federation_number",
                "languages",
                "needs_stationary_seat",
                "privacy",
                "birth_year",
                "other_names",
                "version",
            ),
        ]
        read_only_fields = ["id", "public_name", "version"]
        # Two players with one number are refused by the player itself, in a sentence.
        validators: list[Any] = []


class NewPlayerSerializer(PlayerSerializer):
    """Somebody new to the records; under the club's own federation unless another is named."""

    class Meta(PlayerSerializer.Meta):
        fields = [name for name in PlayerSerializer.Meta.fields if name not in ("id", "public_name", "version")]
        read_only_fields: list[str] = []


class VisiblePlayerField(serializers.PrimaryKeyRelatedField[Player]):
    """A player's id, as far as this person can see players."""

    default_error_messages = {"does_not_exist": gettext_lazy("You know of no such player. Send “new_player”.")}

    def get_queryset(self) -> Any:
        return visible_players(self.context["request"].actor)


class MemberSerializer(serializers.Serializer[Any]):
    """Who the member is, as the club's own lists show it."""

    id = serializers.IntegerField()
    display_name = serializers.CharField()
    federation_number = serializers.CharField()


class MembershipSerializer(PlainWords, serializers.ModelSerializer[Membership]):
    club: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    player = MemberSerializer(read_only=True)

    class Meta:
        model = Membership
        fields = ["id", "club", "player", "number", "kind", "status", "starts", "ends", "version"]
        read_only_fields = ["id", "version"]


class NewMembershipSerializer(PlainWords, serializers.ModelSerializer[Membership]):
    """A membership of somebody already known (`player`) or new to the records (`new_player`)."""

    player = VisiblePlayerField(required=False, queryset=Player.objects.all())
    new_player = NewPlayerSerializer(required=False)

    class Meta:
        model = Membership
        fields = ["player", "new_player", "number", "kind", "status", "starts", "ends"]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("player" in attrs) == ("new_player" in attrs):
            sentence = _("Say who it is: “player” for somebody known, or “new_player” for somebody new.")
            raise serializers.ValidationError({"player": sentence}, code="one_of_two")
        return attrs


class EndSerializer(PlainWords):
    last_day = serializers.DateField(help_text="The last day of the membership.")
