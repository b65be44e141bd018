"""Imports of results as programs hand them in and follow them."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from django.core.files.base import ContentFile
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.serializers import PlainWords
from exchange.models import ImportedName, ImportFile, ResultsImport
from exchange.models.results_imports import Answer, Choice, Fate

LONGEST_TEXT = 2_400_000


class SentResultsFileSerializer(PlainWords):
    name = serializers.CharField(max_length=200)
    content = serializers.CharField(
        max_length=LONGEST_TEXT,
        trim_whitespace=False,
        help_text="The bytes of the file, or of a ZIP archive, in base64.",
    )

    def validate_content(self, text: str) -> bytes:
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            sentence = _("This is not base64. Encode the bytes of the file and send them again.")
            raise serializers.ValidationError(sentence, code="not_base64") from None


class SentResultsSerializer(PlainWords):
    """Files for a new import, or for one that is not confirmed yet; together at most 2.5 MB in one request."""

    files = SentResultsFileSerializer(many=True, allow_empty=False)


def as_uploads(sent: dict[str, Any]) -> list[ContentFile[bytes]]:
    return [ContentFile(file["content"], name=file["name"]) for file in sent["files"]]


class ResultsImportSerializer(serializers.ModelSerializer[ResultsImport]):
    counts = serializers.SerializerMethodField(help_text="How many files have which fate.")
    open_names = serializers.SerializerMethodField(help_text="Names of which nobody has said whom they mean.")

    class Meta:
        model = ResultsImport
        fields = ["id", "state", "made_at", "finished_at", "version", "counts", "open_names"]
        read_only_fields = fields

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
    def get_counts(self, results_import: ResultsImport) -> dict[str, int]:
        fates = results_import.files.filter(is_archive=False).order_by().values_list("fate", flat=True)
        counts = dict.fromkeys(Fate.values, 0)
        for fate in fates:
            counts[fate] += 1
        return counts

    def get_open_names(self, results_import: ResultsImport) -> int:
        return results_import.names.filter(answer=Answer.OPEN).count()


class ProblemInFileSerializer(serializers.Serializer[Any]):
    board = serializers.CharField(allow_null=True)
    line = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()


class OutlineSerializer(serializers.Serializer[Any]):
    """What a file is; each missing where it could not be read."""

    format = serializers.CharField(required=False)
    program = serializers.CharField(required=False)
    title = serializers.CharField(required=False)
    played_on = serializers.CharField(required=False)
    method = serializers.CharField(required=False)
    profile = serializers.CharField(required=False, help_text="The profile that gives the figures it publishes.")
    boards = serializers.IntegerField(required=False)
    results = serializers.IntegerField(required=False)
    contestants = serializers.IntegerField(required=False)
    sessions = serializers.IntegerField(required=False)
    hands = serializers.IntegerField(required=False)


class ImportFileSerializer(serializers.ModelSerializer[ImportFile]):
    outline = OutlineSerializer()
    problems = ProblemInFileSerializer(many=True)
    day = serializers.CharField(help_text="On which day it was played, or empty.")
    event = serializers.IntegerField(source="event_id", allow_null=True)

    class Meta:
        model = ImportFile
        fields = [
            *("id", "name", "fate", "note", "choice", "profile", "method", "day", "outline", "problems", "event"),
            "written_at",
        ]
        read_only_fields = fields


class FileChoiceSerializer(PlainWords):
    choice = serializers.ChoiceField(choices=Choice.choices)
    profile = serializers.CharField(required=False, allow_blank=True, max_length=20, default="")
    method = serializers.CharField(required=False, allow_blank=True, max_length=20, default="")
    day = serializers.DateField(required=False, allow_null=True, default=None)
    version = serializers.IntegerField(required=False, help_text="Of the import, as it was seen.")


class ImportedNameSerializer(serializers.ModelSerializer[ImportedName]):
    player = serializers.IntegerField(source="player_id", allow_null=True)

    class Meta:
        model = ImportedName
        fields = ["id", "name", "number", "files", "answer", "player"]
        read_only_fields = fields


class NameAnswerSerializer(PlainWords):
    id = serializers.IntegerField()
    answer = serializers.ChoiceField(choices=Answer.choices)
    player = serializers.IntegerField(required=False, allow_null=True, default=None)


class NameAnswersSerializer(PlainWords):
    answers = NameAnswerSerializer(many=True, allow_empty=False)
    version = serializers.IntegerField(required=False, allow_null=True, default=None)
