"""The official score and corrections as programs read and send them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.serializers import PlainWords
from scoring.models import Correction, LateDeadline, Publication
from scoring.models.official import OfficialState, Period
from scoring.selectors.official import missing_when_published


class OfficialPeriodSerializer(serializers.Serializer[Any]):
    period = serializers.ChoiceField(choices=Period.values)
    law = serializers.CharField()
    minutes = serializers.IntegerField()
    until = serializers.DateTimeField()
    over = serializers.BooleanField(source="is_over")


class MissingResultSerializer(serializers.Serializer[Any]):
    table = serializers.CharField()
    round = serializers.IntegerField()
    board = serializers.IntegerField()


class PublicationSerializer(serializers.ModelSerializer[Publication]):
    missing = serializers.SerializerMethodField(help_text="Boards that had no result when it was published.")

    class Meta:
        model = Publication
        fields = ["number", "made_at", "note", "reason", "missing"]
        read_only_fields = fields

    @extend_schema_field(MissingResultSerializer(many=True))
    def get_missing(self, publication: Publication) -> list[dict[str, Any]]:
        return [
            dict(missing) for missing in MissingResultSerializer(missing_when_published(publication), many=True).data
        ]


class OfficialScoreSerializer(serializers.Serializer[Any]):
    """`state` is null while nothing has been published, or what was is taken back."""

    state = serializers.ChoiceField(choices=OfficialState.values, allow_null=True)
    available_at = serializers.DateTimeField(allow_null=True, help_text="T0 of the periods.")
    final_at = serializers.DateTimeField(allow_null=True)
    periods = OfficialPeriodSerializer(many=True)
    publications = PublicationSerializer(many=True)


class PublishedPlaceSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    tied = serializers.BooleanField()
    total = serializers.CharField(source="shown_total")
    percent = serializers.CharField(source="shown_percent")


class MovedContestantSerializer(serializers.Serializer[Any]):
    contestant = serializers.IntegerField()
    number = serializers.CharField()
    names = serializers.CharField()
    before = PublishedPlaceSerializer(allow_null=True)
    after = PublishedPlaceSerializer(allow_null=True)


class ChangeCauseSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()
    why = serializers.CharField()


class PublicationChangesSerializer(serializers.Serializer[Any]):
    """Against the publication before; empty for the first one."""

    changed = MovedContestantSerializer(many=True)
    causes = ChangeCauseSerializer(many=True)


class PublishSerializer(PlainWords):
    reason = serializers.CharField(
        max_length=300, required=False, allow_blank=True, default="", help_text="Needed where results are missing."
    )
    note = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class CorrectionSerializer(serializers.ModelSerializer[Correction]):
    board = serializers.IntegerField(source="play.board", read_only=True)
    round = serializers.IntegerField(source="play.round", read_only=True)
    table = serializers.IntegerField(source="play.table", read_only=True)

    class Meta:
        model = Correction
        fields = [
            *("id", "play", "round", "table", "board", "contestant", "claimed", "words", "found", "state"),
            *("is_late", "asked_at", "decided_at", "reason", "beyond_doubt", "approved_at", "version"),
        ]
        read_only_fields = fields


class AskCorrectionSerializer(PlainWords):
    play = serializers.IntegerField(min_value=1)
    claimed = serializers.CharField(max_length=40, help_text="4SX-1 W, P for passed out, NP for not played.")
    words = serializers.CharField(max_length=500)


class EnterCorrectionSerializer(AskCorrectionSerializer):
    """For one of the contestants who played the board; after the periods it needs approval (Law 79C2)."""

    contestant = serializers.IntegerField(min_value=1)


class DecideCorrectionSerializer(PlainWords):
    """Accept, lower one side (Law 79B3) or refuse."""

    verdict = serializers.ChoiceField(choices=["accept", "lower", "refuse"])
    reason = serializers.CharField(max_length=300)
    found = serializers.CharField(
        max_length=40, required=False, allow_blank=True, default="", help_text="Left out: what they claim."
    )
    side = serializers.ChoiceField(choices=["NS", "EW", ""], required=False, default="", allow_blank=True)
    to = serializers.CharField(max_length=40, required=False, allow_blank=True, default="")
    beyond_doubt = serializers.BooleanField(required=False, default=False, help_text="Law 79C2.")
    told = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        required=False,
        default=list,
        max_length=8,
        help_text="Contestants who have been told just now.",
    )


class ApproveCorrectionSerializer(PlainWords):
    approves = serializers.BooleanField()
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class LateDeadlineSerializer(serializers.ModelSerializer[LateDeadline]):
    class Meta:
        model = LateDeadline
        fields = ["id", "contestant", "period", "about", "title", "minutes", "decided_at", "told_at", "until"]
        read_only_fields = fields


class TellSideSerializer(PlainWords):
    how = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
