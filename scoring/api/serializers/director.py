"""Results, claims, calls, penalties and adjusted scores as programs read and send them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.serializers import PlainWords
from events.models import Play
from scoring.models import BoardForms, BoardResult, DirectorCall, Penalty, ScoreAdjustment, ScoreEntry
from scoring.models.fields import PenaltyUnit


class BoardResultSerializer(serializers.ModelSerializer[BoardResult]):
    result = serializers.CharField(source="text", read_only=True, help_text="4SX-1 W, Pass, or Not played.")

    class Meta:
        model = BoardResult
        fields = [
            *("result", "outcome", "contract", "declarer", "tricks", "lead", "score"),
            *("version", "turned", "source", "reason", "made_at"),
        ]
        read_only_fields = fields


class AdjustmentSerializer(serializers.ModelSerializer[ScoreAdjustment]):
    class Meta:
        model = ScoreAdjustment
        fields = ["id", "kind", "north_south", "east_west", "law", "reason", "authority", "made_at"]
        read_only_fields = fields


class PlayResultSerializer(serializers.ModelSerializer[Play]):
    """A board at a table in a round with what counts for it; `result` is null where there is none."""

    section = serializers.CharField(source="section.letter", read_only=True)
    result = serializers.SerializerMethodField()
    adjusted = serializers.SerializerMethodField()

    class Meta:
        model = Play
        fields = [
            *("id", "section", "round", "table", "board", "north", "east", "south", "west"),
            *("state", "result", "adjusted"),
        ]
        read_only_fields = fields

    # One for all rows of a list: to make one takes longer than to use it.
    @cached_property
    def _result(self) -> BoardResultSerializer:
        return BoardResultSerializer()

    @cached_property
    def _adjustment(self) -> AdjustmentSerializer:
        return AdjustmentSerializer()

    @extend_schema_field(BoardResultSerializer(allow_null=True))
    def get_result(self, play: Play) -> dict[str, Any] | None:
        current = [result for result in play.results.all() if result.superseded_at is None]
        return self._result.to_representation(current[0]) if current else None

    @extend_schema_field(AdjustmentSerializer(allow_null=True))
    def get_adjusted(self, play: Play) -> dict[str, Any] | None:
        current = [adjustment for adjustment in play.adjustments.all() if adjustment.superseded_at is None]
        return self._adjustment.to_representation(current[0]) if current else None


class SetResultSerializer(PlainWords):
    """The director's word. Send the version that you saw (0: none), so that nothing is lost."""

    result = serializers.CharField(max_length=40, help_text="4SX-1 W, P for passed out, NP for not played.")
    lead = serializers.CharField(max_length=4, required=False, allow_blank=True, default="")
    turned = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text="They sat the other way; left out: as it was."
    )
    reason = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    seen = serializers.IntegerField(min_value=0, required=False, allow_null=True, default=None)


class TurnSerializer(PlainWords):
    """Turned twice is as before. Send the version that you saw, so that what is sent twice is done once."""

    reason = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    seen = serializers.IntegerField(min_value=1, required=False, allow_null=True, default=None)


class GiveAdjustmentSerializer(PlainWords):
    """60, 50 or 40 for an artificial score; 4S= N for an assigned one; 60 4S= N, 40 4S-1 N for a weighted one."""

    ns = serializers.CharField(max_length=200)
    ew = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    law = serializers.CharField(max_length=40, required=False, allow_blank=True, default="")
    reason = serializers.CharField(max_length=300)


class SlotFormSerializer(PlainWords):
    """A table in a round that had other cards."""

    round = serializers.IntegerField(min_value=1, max_value=99)
    table = serializers.IntegerField(min_value=1, max_value=999)
    form = serializers.CharField(max_length=1, help_text="A to D; A is the board as it was dealt.")


class BoardFormsSerializer(serializers.ModelSerializer[BoardForms]):
    """In which forms a section played a board; no `forms` at all: one and the same (Law 87)."""

    section = serializers.CharField(source="section.letter", read_only=True)
    forms = SlotFormSerializer(many=True, read_only=True)

    class Meta:
        model = BoardForms
        fields = ["id", "section", "board", "forms", "reason", "made_at"]
        read_only_fields = fields


class NewBoardFormsSerializer(PlainWords):
    """Send the id of what you saw (0: none), so that nothing is lost."""

    section = serializers.CharField(max_length=3)
    board = serializers.IntegerField(min_value=1, max_value=9999)
    forms = SlotFormSerializer(many=True)
    reason = serializers.CharField(max_length=300)
    seen = serializers.IntegerField(min_value=0, required=False, allow_null=True, default=None)


class EntrySerializer(serializers.ModelSerializer[ScoreEntry]):
    """What somebody claimed."""

    result = serializers.CharField(source="text", read_only=True)
    board = serializers.IntegerField(source="play.board", read_only=True)
    table = serializers.IntegerField(source="play.table", read_only=True)
    round = serializers.IntegerField(source="play.round", read_only=True)

    class Meta:
        model = ScoreEntry
        fields = [
            *("id", "play", "round", "table", "board", "result", "score", "state", "source", "side"),
            *("seen", "device", "typed_at", "received_at", "confirmed_side", "confirmed_at", "note"),
        ]
        read_only_fields = fields


class SettleSerializer(PlainWords):
    take = serializers.BooleanField(help_text="True: it counts. False: it is set aside.")
    reason = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")


class CallSerializer(serializers.ModelSerializer[DirectorCall]):
    section = serializers.CharField(source="section.letter", read_only=True)

    class Meta:
        model = DirectorCall
        fields = [
            *("id", "section", "table", "round", "board", "reason", "state"),
            *("called_at", "taken_at", "done_at", "note", "version"),
        ]
        read_only_fields = fields


class NewCallSerializer(PlainWords):
    table = serializers.CharField(max_length=6, help_text="3, or B3 where there are several sections.")
    board = serializers.IntegerField(required=False, min_value=1, max_value=999, allow_null=True, default=None)
    reason = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")


class NoteSerializer(PlainWords):
    note = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class PenaltySerializer(serializers.ModelSerializer[Penalty]):
    class Meta:
        model = Penalty
        fields = ["id", "contestant", "amount", "unit", "law", "reason", "made_at", "withdrawn_at"]
        read_only_fields = fields


class NewPenaltySerializer(PlainWords):
    contestant = serializers.IntegerField(min_value=1)
    amount = serializers.DecimalField(max_digits=7, decimal_places=2, min_value=0)
    unit = serializers.ChoiceField(choices=PenaltyUnit.choices)
    law = serializers.CharField(max_length=40, required=False, allow_blank=True, default="")
    reason = serializers.CharField(max_length=300)


class RankedSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(source="standing.rank")
    tied = serializers.BooleanField(source="standing.tied")
    is_ranked = serializers.BooleanField(
        source="standing.is_ranked", help_text="Without a place: played less of the boards than the conditions ask for."
    )
    contestant = serializers.IntegerField(source="standing.contestant_id")
    number = serializers.CharField()
    name = serializers.CharField(source="names")
    boards = serializers.IntegerField(source="standing.boards")
    total = serializers.CharField(source="standing.shown_total")
    percent = serializers.CharField(source="standing.shown_percent")


class RankingSerializer(serializers.Serializer[Any]):
    """One list, or two where there are two winners."""

    ranking = serializers.CharField()
    behind = serializers.BooleanField(help_text="Results have come in that are not in it yet.")
    places = RankedSerializer(many=True)
