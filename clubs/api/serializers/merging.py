"""Records that may be one person, and merges."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs.models import PlayerMerge
from core.api.serializers import PersonSerializer, PlainWords


class RecordSerializer(serializers.Serializer[Any]):
    """A record of a person, as far as it tells whose it is."""

    id = serializers.IntegerField()
    display_name = serializers.CharField()
    federation_number = serializers.CharField()
    birth_year = serializers.IntegerField(allow_null=True)


class DuplicateSerializer(serializers.Serializer[Any]):
    """Two records that may be one person, the likelier to be kept first."""

    kept = RecordSerializer()
    merged = RecordSerializer()
    reasons = serializers.ListField(child=serializers.CharField())


class PairSerializer(PlainWords):
    """Two records, by the players' ids."""

    kept = serializers.IntegerField(min_value=1, help_text="The record that stands for the person from then on.")
    merged = serializers.IntegerField(min_value=1, help_text="The record that is merged into it.")


class NewMergeSerializer(PairSerializer):
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class TakeMergeBackSerializer(PlainWords):
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class HistoryPartSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    count = serializers.IntegerField()
    words = serializers.ListField(child=serializers.CharField())


class MergePreviewSerializer(serializers.Serializer[Any]):
    """What would move, and what speaks against it: with a reason against it nothing is merged."""

    kept = RecordSerializer()
    merged = RecordSerializer()
    moves = HistoryPartSerializer(many=True)
    reasons_against = serializers.ListField(child=serializers.CharField())


class MergeSerializer(serializers.ModelSerializer[PlayerMerge]):
    kept = RecordSerializer(read_only=True)
    merged = serializers.IntegerField(source="merged_id", read_only=True)
    made_by = PersonSerializer(read_only=True)
    taken_back_by = PersonSerializer(read_only=True, allow_null=True)

    class Meta:
        model = PlayerMerge
        fields = ["id", "kept", "merged", "reason", "made_at", "made_by", "taken_back_at", "taken_back_by"]
        read_only_fields = fields
