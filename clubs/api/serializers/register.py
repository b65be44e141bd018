"""A federation's register of persons, and its list on the way into it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs.models import Club, HomeClubChange, Player, RegisterImport, RegisterImportRow
from clubs.models.people import Registered
from core.api.serializers import PlainWords


class RegisteredPersonSerializer(serializers.ModelSerializer[Player]):
    """One person of the register, with home club; `other_names` are former ones and those in other scripts."""

    home_club: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True, allow_null=True)

    class Meta:
        model = Player
        fields = [
            *("id", "display_name", "other_names", "federation_number", "home_club", "registered", "deceased_on"),
            *("privacy", "birth_year", "version"),
        ]
        read_only_fields = fields


class HomeClubSerializer(PlainWords):
    club: Any = serializers.SlugRelatedField(
        slug_field="slug", queryset=Club.objects.all(), allow_null=True, help_text="Nothing: no home club any more."
    )
    day = serializers.DateField(help_text="From which day on.")


class HomeClubChangeSerializer(serializers.ModelSerializer[HomeClubChange]):
    from_club: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True, allow_null=True)
    to_club: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True, allow_null=True)

    class Meta:
        model = HomeClubChange
        fields = ["id", "from_club", "to_club", "day", "made_at"]
        read_only_fields = fields


class RegistrationSerializer(PlainWords):
    registered = serializers.ChoiceField(choices=Registered.choices)
    deceased_on = serializers.DateField(required=False, allow_null=True, default=None)


class NewRegisterImportSerializer(PlainWords):
    file_name = serializers.CharField(max_length=120)
    text = serializers.CharField(
        max_length=20_000_000, trim_whitespace=False, help_text="The list itself: fixed width or CSV, in UTF-8."
    )


class RegisterImportSerializer(serializers.ModelSerializer[RegisterImport]):
    """A list: while `checking` or `running` a job is at work; `counts` says how many rows have which fate."""

    counts = serializers.DictField(child=serializers.IntegerField(), read_only=True)

    class Meta:
        model = RegisterImport
        fields = ["id", "file_name", "rows_total", "state", "counts", "made_at", "finished_at"]
        read_only_fields = fields


class RegisterImportRowSerializer(serializers.ModelSerializer[RegisterImportRow]):
    class Meta:
        model = RegisterImportRow
        fields = ["id", "line", "number", "said", "fate", "note", "player", "is_same_person", "is_written"]
        read_only_fields = fields


class SamePersonSerializer(PlainWords):
    is_same_person = serializers.BooleanField(default=True)


class OwnDataSerializer(serializers.Serializer[Any]):
    """Everything held about oneself, part by part."""

    name = serializers.CharField()
    rows = serializers.ListField(child=serializers.DictField())
