"""Boards as programs read and send them. Cards, tricks and par are there only for boards that the caller may see."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.models import User
from core.api.serializers import PersonSerializer, PlainWords
from events.models import Board, BoardSet, DealFile, SealOpening
from events.models.boards import BoardSource
from events.selectors.hand_records import visible_remarks
from events.selectors.seal import Seal, SealReason, Sight, current_boards
from events.services.boards import LAST_NUMBER, MOST_BOARDS
from events.services.seals import LONGEST
from scoring.interchange.deals import FORMATS, LIMIT

# Four letters of base64 for three bytes.
LONGEST_FILE = LIMIT // 3 * 4 + 4


class SectionRefSerializer(serializers.Serializer[Any]):
    """A section that plays the set."""

    section = serializers.IntegerField(source="pk")
    letter = serializers.CharField()
    session = serializers.IntegerField(source="session_id")
    event = serializers.CharField(source="session.event.name")
    starts_at = serializers.DateTimeField(source="session.starts_at")
    state = serializers.CharField(source="session.state")


class BoardSetSerializer(serializers.ModelSerializer[BoardSet]):
    """A set without its boards."""

    club: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    made_by = PersonSerializer(allow_null=True)
    source: Any = serializers.ChoiceField(choices=BoardSource.choices)
    boards = serializers.SerializerMethodField(help_text="How many boards.")
    sealed = serializers.SerializerMethodField(help_text="How many of them are sealed.")
    played_in = serializers.SerializerMethodField()

    class Meta:
        model = BoardSet
        fields = ["id", "club", "name", "source", "made_at", "made_by", "boards", "sealed", "played_in", "version"]
        read_only_fields = fields

    def seal(self, board_set: BoardSet) -> Seal:
        seals: dict[int, Seal] = self.context["seals"]
        return seals[board_set.pk]

    def get_boards(self, board_set: BoardSet) -> int:
        return len(self.seal(board_set).numbers)

    def get_sealed(self, board_set: BoardSet) -> int:
        return len(self.seal(board_set).sealed)

    @extend_schema_field(SectionRefSerializer(many=True))
    def get_played_in(self, board_set: BoardSet) -> Any:
        return SectionRefSerializer(self.seal(board_set).sections, many=True).data


class BoardSerializer(serializers.Serializer[Any]):
    """One board. Where `sealed` says why, `deal`, `double_dummy` and `par` are null."""

    number = serializers.IntegerField()
    dealer = serializers.ChoiceField(choices=["N", "E", "S", "W"])
    vulnerable = serializers.ChoiceField(choices=["None", "NS", "EW", "All"])
    sealed = serializers.ChoiceField(choices=[*SealReason.values, "not-played"], allow_null=True)
    deal = serializers.CharField(allow_null=True, help_text="As in PBN.")
    double_dummy = serializers.DictField(allow_null=True, help_text="Tricks by declarer and strain.")
    par = serializers.DictField(allow_null=True, help_text="The score as North-South sees it, and its contracts.")


class RemarkSerializer(serializers.Serializer[Any]):
    """Something odd about the file."""

    board = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()


class WholeSetSerializer(BoardSetSerializer):
    """A set as its caller may see it."""

    records = serializers.SerializerMethodField()
    remarks: Any = serializers.SerializerMethodField()

    class Meta(BoardSetSerializer.Meta):
        fields = [*BoardSetSerializer.Meta.fields, "records", "remarks"]
        read_only_fields = fields

    @extend_schema_field(BoardSerializer(many=True))
    def get_records(self, board_set: BoardSet) -> Any:
        sight: Sight = self.context["sight"]
        return [BoardSerializer(as_seen(board, sight)).data for board in current_boards(board_set)]

    @extend_schema_field(RemarkSerializer(many=True))
    def get_remarks(self, board_set: BoardSet) -> Any:
        remarks = visible_remarks(board_set, self.context["sight"]) if self.context["keeps"] else []
        return [{"board": number, "text": text} for number, text in remarks]


def as_seen(board: Board, sight: Sight) -> dict[str, Any]:
    common: dict[str, Any] = {"number": board.number, "dealer": board.dealer, "vulnerable": board.vulnerable}
    if not sight.sees(board.number):
        why = sight.seal.sealed.get(board.number, "not-played")
        return common | {"sealed": why, "deal": None, "double_dummy": None, "par": None}
    cards = {"deal": board.deal, "double_dummy": board.double_dummy, "par": board.par}
    return common | {"sealed": None} | cards


class DealSerializer(PlainWords):
    """How many boards to deal, from which number on."""

    name = serializers.CharField(max_length=120)
    count = serializers.IntegerField(min_value=1, max_value=MOST_BOARDS)
    first = serializers.IntegerField(min_value=1, max_value=LAST_NUMBER, default=1)


class ImportSerializer(PlainWords):
    """A file of deals, its bytes in base64: some are not text."""

    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    file_name = serializers.CharField(max_length=100, required=False, allow_blank=True, default="")
    file = serializers.CharField(max_length=LONGEST_FILE, help_text="PBN, LIN, DUP, BRI, DGE, DLM or CSV, in base64.")

    def validate_file(self, text: str) -> bytes:
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            sentence = _("This is not base64. Encode the bytes of the file and send them again.")
            raise serializers.ValidationError(sentence, code="not_base64") from None


class WhySerializer(PlainWords):
    reason = serializers.CharField(max_length=LONGEST, help_text="Why, for the audit.")


class ReleaseSerializer(PlainWords):
    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=999),
        min_length=1,
        max_length=200,
        help_text="Boards that every table has played.",
    )


class OpeningSerializer(serializers.ModelSerializer[SealOpening]):
    user = PersonSerializer()

    class Meta:
        model = SealOpening
        fields = ["id", "board_set", "user", "opened_at", "reason"]
        read_only_fields = fields


class NameRecipientSerializer(PlainWords):
    user = serializers.PrimaryKeyRelatedField(
        queryset=User.objects.filter(is_active=True), help_text="An account of the club, not the caller's."
    )


class RecipientSerializer(serializers.ModelSerializer[DealFile]):
    """Somebody who may take the file of a sealed set."""

    user = PersonSerializer()

    class Meta:
        model = DealFile
        fields = ["id", "board_set", "user", "named_at", "taken_at"]
        read_only_fields = fields


class DealFileSerializer(serializers.Serializer[Any]):
    """A file of the boards that the caller may see."""

    notation = serializers.ChoiceField(choices=list(FORMATS))
    boards = serializers.ListField(child=serializers.IntegerField())
    file = serializers.CharField(help_text="In base64.")


class UseSerializer(PlainWords):
    """Which set a section plays; null for boards dealt at the tables."""

    board_set = serializers.PrimaryKeyRelatedField(queryset=BoardSet.objects.all(), allow_null=True)
    reason = serializers.CharField(
        max_length=LONGEST, required=False, allow_blank=True, default="", help_text="Where boards have been played."
    )

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        if "sets" in self.context:
            fields["board_set"].queryset = self.context["sets"]
        return fields


class SectionBoardsSerializer(serializers.Serializer[Any]):
    """A section and the set it plays."""

    id = serializers.IntegerField()
    letter = serializers.CharField()
    session = serializers.IntegerField(source="session_id")
    board_set = serializers.IntegerField(source="board_set_id", allow_null=True)
    version = serializers.IntegerField()
