"""Reports to the recorder as programs read and file them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from core.api.serializers import PlainWords
from rulings.models import Report, ReportSubject
from rulings.models.polls import Vulnerable
from rulings.models.reports import Colour, HandType, ReportKind
from rulings.models.rulings import SeatChoice


class ReportSubjectSerializer(serializers.ModelSerializer[ReportSubject]):
    name = serializers.CharField(source="player.display_name", read_only=True)
    role = serializers.CharField(read_only=True)

    class Meta:
        model = ReportSubject
        fields = ["player", "name", "role"]
        read_only_fields = fields


class ReportSerializer(serializers.ModelSerializer[Report]):
    subjects = ReportSubjectSerializer(many=True, read_only=True)
    law_refs = serializers.ListField(child=serializers.CharField(), read_only=True)
    kind = serializers.CharField(read_only=True)
    colour = serializers.CharField(read_only=True)
    hand_type = serializers.CharField(read_only=True)
    seat = serializers.CharField(read_only=True)
    vulnerable = serializers.CharField(read_only=True)

    class Meta:
        model = Report
        fields = [
            *("id", "kind", "subjects", "session", "ruling", "happened_on", "board", "description", "law_refs"),
            *("hand_type", "call", "seat", "vulnerable", "hand", "auction", "partner_action", "outcome"),
            *("colour", "colour_reason", "filed_at", "classified_at", "shown_at", "closed_at", "keep_until"),
            *("erased_at", "version"),
        ]
        read_only_fields = fields


def _text(most: int) -> Any:
    return serializers.CharField(max_length=most, required=False, allow_blank=True, default="")


class FileReportSerializer(PlainWords):
    """Which fields count depends on `kind`: a report of hand (`system`) needs `hand_type` and `call`."""

    kind = serializers.ChoiceField(choices=ReportKind.values)
    subjects = serializers.ListField(child=serializers.IntegerField(min_value=1), min_length=1, max_length=8)
    partners = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, default=list, max_length=8
    )
    session = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        help_text="Where it happened. Whoever directs only that session has to name it.",
    )
    happened_on = serializers.DateField()
    board = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=999)
    reporter = _text(120)
    description = _text(4000)
    law_refs = serializers.ListField(
        child=serializers.CharField(max_length=12), required=False, default=list, max_length=20
    )
    hand_type = serializers.ChoiceField(choices=HandType.values, required=False, allow_blank=True, default="")
    call = _text(20)
    seat = serializers.ChoiceField(choices=SeatChoice.values, required=False, allow_blank=True, default="")
    vulnerable = serializers.ChoiceField(choices=Vulnerable.values, required=False, allow_blank=True, default="")
    hand = _text(30)
    auction = _text(300)
    partner_action = _text(500)
    outcome = _text(200)


class ClassifySerializer(PlainWords):
    classed = serializers.ChoiceField(choices=Colour.values)
    reason = serializers.CharField(max_length=500)


class FileNoteSerializer(PlainWords):
    text = serializers.CharField(max_length=2000)
