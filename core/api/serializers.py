"""What all serializers share: plain words for bad input, and nothing unknown let by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

WORDS = {
    "required": gettext_lazy("This is missing. Add it and send it again."),
    "null": gettext_lazy("This cannot be empty. Give a value, or leave it out."),
    "blank": gettext_lazy("This is empty. Write something here."),
    "not_a_list": gettext_lazy("Send a list, in square brackets."),
    "incorrect_type": gettext_lazy("Send this as a plain number or text."),
}


class PlainWords(serializers.Serializer[Any]):
    """Refuses unknown fields, so that a slip of the pen is noticed, and says what to do about a mistake."""

    default_error_messages = {"invalid": gettext_lazy("Send one object, in curly brackets.")}

    def get_fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = super().get_fields()
        for field in fields.values():
            messages = field._kwargs.get("error_messages", {})
            field.error_messages |= {code: WORDS[code] for code in WORDS.keys() - messages.keys()}
            if isinstance(field, serializers.ChoiceField):
                choices = ", ".join(str(choice) for choice in field.choices if choice != "")
                field.error_messages["invalid_choice"] = _("Choose one of: %(choices)s.") % {"choices": choices}
        return fields

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and (unknown := data.keys() - self.fields.keys()):
            names = ", ".join(name for name, field in self.fields.items() if not field.read_only)
            sentence = _("There is no such field. There are: %(fields)s.") % {"fields": names}
            raise serializers.ValidationError(
                {name: [serializers.ErrorDetail(sentence, code="unknown")] for name in sorted(unknown)}
            )
        return super().to_internal_value(data)


@extend_schema_field({"type": ["integer", "string"]})
class PersonSentField(serializers.JSONField):
    """Somebody who plays: an id, a visitor's name, or null for somebody unknown."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_null=True, **options)


class PersonSerializer(serializers.Serializer[Any]):
    """A user, by the name their player goes by."""

    id = serializers.IntegerField(source="pk")
    name = serializers.SerializerMethodField()

    def get_name(self, user: Any) -> str:
        player = getattr(user, "player", None)
        return player.display_name if player else ""


class BodyRefSerializer(serializers.Serializer[Any]):
    """A federation or club, named."""

    kind = serializers.ChoiceField(choices=["federation", "club"])
    slug = serializers.SlugField()
    name = serializers.CharField()
