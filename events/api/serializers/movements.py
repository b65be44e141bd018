"""A movement as programs read it: the shape of what `events.movements.present` makes."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from events.movements.model import MOVEMENT_KINDS, Unit

KINDS = list(MOVEMENT_KINDS)
UNITS = [unit.value for unit in Unit]


def integers() -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField())


class TableInRoundSerializer(serializers.Serializer[Any]):
    """Contestants by number: `ns` and `ew`, or for players on their own `seats` (North, East, South, West)."""

    table = serializers.IntegerField()
    ns = serializers.IntegerField(required=False)
    ew = serializers.IntegerField(required=False)
    seats = serializers.ListField(child=serializers.IntegerField(), required=False)
    boards = integers()
    shared = serializers.BooleanField(
        required=False, help_text="True where the boards go back and forth with another table."
    )
    match = serializers.IntegerField(required=False, help_text="Teams: both tables of a match carry its number.")
    room = serializers.ChoiceField(choices=["open", "closed"], required=False)


class RestingBoardsSerializer(serializers.Serializer[Any]):
    after_table = serializers.IntegerField()
    boards = integers()


@extend_schema_serializer(component_name="MovementNote")
class NoteSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    params = serializers.DictField(help_text="The figures of the sentence.")
    text = serializers.CharField()


class SpreadSerializer(serializers.Serializer[Any]):
    minimum = serializers.FloatField()
    maximum = serializers.FloatField()
    mean = serializers.FloatField()
    variance = serializers.FloatField()


class BalanceSerializer(serializers.Serializer[Any]):
    compared = SpreadSerializer()
    influence = SpreadSerializer()


class MovementReportSerializer(serializers.Serializer[Any]):
    sound = serializers.BooleanField()
    faults = NoteSerializer(many=True)
    remarks = NoteSerializer(many=True)
    tables = serializers.IntegerField()
    rounds = serializers.IntegerField()
    boards_in_play = serializers.IntegerField()
    boards_per_contestant = SpreadSerializer()
    sit_outs = SpreadSerializer()
    opponents = SpreadSerializer()
    shared_rounds = serializers.IntegerField()
    copies = serializers.IntegerField()
    winners = serializers.IntegerField()
    balance = BalanceSerializer(allow_null=True)


class MovementSerializer(serializers.Serializer[Any]):
    """Lists of rounds hold one list for each round."""

    kind = serializers.ChoiceField(choices=KINDS)
    name = serializers.CharField()
    unit = serializers.ChoiceField(choices=UNITS)
    contestants = serializers.IntegerField()
    rounds = serializers.ListField(child=TableInRoundSerializer(many=True))
    sitting_out = serializers.ListField(child=integers())
    resting = serializers.ListField(child=RestingBoardsSerializer(many=True))
    boards_per_round = serializers.IntegerField()
    board_sets = serializers.IntegerField()
    copies = serializers.IntegerField()
    winners = serializers.IntegerField()
    stationary = integers()
    arrow_switched = integers()
    notes = NoteSerializer(many=True)
    report = MovementReportSerializer()
