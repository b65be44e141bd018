"""Bridgemates as programs read and send them: a session's movement, results as a Bridgemate has them, files."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from core.api.serializers import PlainWords

LONGEST_FILE = 30_000_000
MOST_ROWS = 2_000
# Four letters of base64 for three bytes.
LONGEST_TEXT = LONGEST_FILE * 4 // 3 + 4


class MeetingSerializer(serializers.Serializer[Any]):
    """A table in a round. South and West are of an individual, else 0; an empty table has nobody and no boards."""

    round = serializers.IntegerField()
    ns = serializers.IntegerField(help_text="Number of the pair or team, or of the player at North.")
    ew = serializers.IntegerField()
    south = serializers.IntegerField()
    west = serializers.IntegerField()
    boards = serializers.ListField(child=serializers.IntegerField())


class BridgemateTableSerializer(serializers.Serializer[Any]):
    table = serializers.IntegerField()
    rounds = MeetingSerializer(many=True)


class BridgemateSectionSerializer(serializers.Serializer[Any]):
    letter = serializers.CharField()
    winners = serializers.IntegerField()
    tables = BridgemateTableSerializer(many=True)


class ListedPlayerSerializer(serializers.Serializer[Any]):
    number = serializers.CharField()
    name = serializers.CharField()


class BridgemateSeatSerializer(serializers.Serializer[Any]):
    section = serializers.CharField()
    table = serializers.IntegerField()
    direction = serializers.ChoiceField(["N", "E", "S", "W"])
    number = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)


class BridgemateHandSerializer(serializers.Serializer[Any]):
    section = serializers.CharField()
    board = serializers.IntegerField()
    deal = serializers.CharField(help_text="As in PBN: N:AKQ.…")


class BridgemateSessionSerializer(serializers.Serializer[Any]):
    """Everything that Bridgemate's software is told before play. Deals that are sealed for the caller are left out."""

    guid = serializers.CharField(help_text="32 upper-case hexadecimal digits, always the same for a session.")
    name = serializers.CharField()
    state = serializers.CharField()
    starts_at = serializers.DateTimeField(help_text="By the club's clock.")
    form = serializers.CharField(help_text="pair, team or player.")
    scoring = serializers.CharField(help_text="matchpoints, imps, cross-imps or teams.")
    sections = BridgemateSectionSerializer(many=True)
    players = ListedPlayerSerializer(many=True)
    seats = BridgemateSeatSerializer(many=True)
    hands = BridgemateHandSerializer(many=True)


class BridgemateResultSerializer(PlainWords):
    """A result as a row of ReceivedData has it."""

    section = serializers.CharField(max_length=3)
    table = serializers.IntegerField(min_value=1, max_value=4095)
    round = serializers.IntegerField(min_value=1, max_value=255)
    board = serializers.IntegerField(min_value=1, max_value=9999)
    ns = serializers.IntegerField(min_value=0, max_value=9999)
    ew = serializers.IntegerField(min_value=0, max_value=9999)
    south = serializers.IntegerField(min_value=0, max_value=9999, default=0)
    west = serializers.IntegerField(min_value=0, max_value=9999, default=0)
    declarer = serializers.IntegerField(
        min_value=0, max_value=9999, default=0, help_text="The number of the pair that declared."
    )
    direction = serializers.ChoiceField(["N", "E", "S", "W", ""], default="")
    contract = serializers.CharField(
        max_length=10, allow_blank=True, default="", help_text="4 S x, 3 NT, PASS; empty where `remarks` say it."
    )
    result = serializers.CharField(max_length=10, allow_blank=True, default="", help_text="=, +1, -2")
    lead = serializers.CharField(max_length=10, allow_blank=True, default="", help_text="D10, SA")
    remarks = serializers.CharField(
        max_length=255, allow_blank=True, default="", help_text="Not played, 60%-40%, Wrong direction"
    )
    erased = serializers.BooleanField(default=False)


class KeyedNumberSerializer(PlainWords):
    """A number that somebody has keyed in at a seat in the first round."""

    section = serializers.CharField(max_length=3)
    table = serializers.IntegerField(min_value=1, max_value=4095)
    direction = serializers.ChoiceField(["N", "E", "S", "W"])
    number = serializers.CharField(max_length=20)
    name = serializers.CharField(max_length=80, allow_blank=True, default="")


class SentRowsSerializer(PlainWords):
    """What Bridgemates have sent since the last time; of two results for the same board the later one counts."""

    results: Any = serializers.ListSerializer(
        child=BridgemateResultSerializer(), required=False, default=list, max_length=MOST_ROWS
    )
    players: Any = serializers.ListSerializer(
        child=KeyedNumberSerializer(), required=False, default=list, max_length=MOST_ROWS
    )


class SentFileSerializer(PlainWords):
    """A `.bws` file, its bytes in base64."""

    file = serializers.CharField(max_length=LONGEST_TEXT, trim_whitespace=False)
    with_processed = serializers.BooleanField(
        default=False, help_text="Also rows that another program has marked as processed."
    )

    def validate_file(self, text: str) -> bytes:
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            sentence = _("This is not base64. Encode the bytes of the file and send them again.")
            raise serializers.ValidationError(sentence, code="not_base64") from None


class WrittenFileSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    file = serializers.CharField(help_text="The bytes of the file in base64.")


class BridgemateReportSerializer(serializers.Serializer[Any]):
    """What became of the rows; the sentences say what a person has to look at."""

    new = serializers.IntegerField()
    corrected = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    processed = serializers.IntegerField(help_text="Passed over: another program has marked them as processed.")
    named = serializers.IntegerField(help_text="Seats that got a name from a number.")
    for_director = serializers.ListField(child=serializers.CharField())
    left_out = serializers.ListField(child=serializers.CharField())
