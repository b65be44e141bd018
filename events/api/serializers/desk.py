"""Seats, movements and rounds of a session."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.serializers import PersonSentField, PlainWords
from events.api.serializers.movements import KINDS, MovementSerializer
from events.models import Play, Section, Session
from events.movements.present import movement_json
from events.selectors.desk import DeskRow


class StateSerializer(serializers.ModelSerializer[Session]):
    """How far a session has come."""

    class Meta:
        model = Session
        fields = ["id", "state", "round", "starts_at", "started_at", "finished_at", "version"]
        read_only_fields = fields


class SectionSerializer(serializers.ModelSerializer[Section]):
    movement = serializers.SerializerMethodField()

    class Meta:
        model = Section
        fields = ["id", "letter", "chosen", "first_board", "movement", "version"]
        read_only_fields = fields

    @extend_schema_field(MovementSerializer(allow_null=True))
    def get_movement(self, section: Section) -> dict[str, Any] | None:
        return movement_json(section.movement) if section.movement else None


class SeatedPlayerSerializer(serializers.Serializer[Any]):
    """Somebody at the table; without an id nobody knows yet who it is."""

    id = serializers.IntegerField(source="player_id", allow_null=True)
    name = serializers.CharField(source="title")


class SeatSerializer(serializers.Serializer[Any]):
    """A contestant's place in the session."""

    id = serializers.IntegerField(source="place.pk")
    section = serializers.CharField(source="place.section.letter")
    number = serializers.IntegerField(source="place.number")
    contestant = serializers.IntegerField(source="place.contestant_id")
    name = serializers.CharField(source="title")
    players = serializers.SerializerMethodField()
    table = serializers.SerializerMethodField()
    side = serializers.SerializerMethodField()
    stationary = serializers.BooleanField(source="stays")
    rounds_out = serializers.IntegerField()

    @extend_schema_field(SeatedPlayerSerializer(many=True))
    def get_players(self, row: DeskRow) -> list[dict[str, Any]]:
        return [SeatedPlayerSerializer(person.entrant).data for person in row.people]

    def get_table(self, row: DeskRow) -> int | None:
        return row.seat.table if row.seat else None

    def get_side(self, row: DeskRow) -> str | None:
        return row.seat.side if row.seat else None


class NewSeatSerializer(PlainWords):
    """Either an entry that has arrived (`contestant`), or who it is: ids, `null` for unknown, or visitors' names."""

    contestant = serializers.IntegerField(required=False, min_value=1)
    players = serializers.ListField(
        child=PersonSentField(),
        required=False,
        min_length=1,
        max_length=6,
    )
    name = serializers.CharField(required=False, allow_blank=True, max_length=80, default="")
    section = serializers.CharField(required=False, max_length=3)


class SwapSerializer(PlainWords):
    """Two places."""

    one = serializers.IntegerField(min_value=1)
    other = serializers.IntegerField(min_value=1)
    reason = serializers.CharField(required=False, max_length=200, default="", allow_blank=True)


class ArrangeSerializer(PlainWords):
    section = serializers.CharField(required=False, max_length=3)
    how = serializers.ChoiceField(choices=["draw", "seed"])


class MovementChoiceSerializer(PlainWords):
    """What to play; without a kind the recommendation is followed."""

    section = serializers.CharField(required=False, max_length=3)
    kind = serializers.ChoiceField(choices=KINDS, required=False)
    rounds = serializers.IntegerField(required=False, min_value=1, max_value=99)
    boards_per_round = serializers.IntegerField(required=False, min_value=1, max_value=64)
    winners = serializers.IntegerField(required=False, min_value=1, max_value=2)
    missing = serializers.ChoiceField(choices=["ns", "ew"], required=False)


class ReasonSerializer(PlainWords):
    reason = serializers.CharField(required=False, max_length=200, default="", allow_blank=True)


class PlaySerializer(serializers.ModelSerializer[Play]):
    """A board at a table in a round; North-South and East-West by contestant."""

    section = serializers.CharField(source="section.letter")

    class Meta:
        model = Play
        fields = ["id", "section", "round", "table", "board", "north", "east", "south", "west", "state"]
        read_only_fields = fields
