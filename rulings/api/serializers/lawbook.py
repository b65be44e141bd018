"""The law book and the trees as programs read them. The keys of an outcome are those of `manage.py ruling`."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from rulings.laws import Phase, RulingBasis
from rulings.laws.book import Language
from rulings.laws.model import TEXTS
from rulings.laws.present import NOT_ALWAYS
from rulings.laws.words import LABELS


class NamesSerializer(serializers.Serializer[Any]):
    """A title or term in the languages that it is known in."""

    def get_fields(self) -> dict[str, Any]:
        return {language.value: serializers.CharField(required=False) for language in Language}


class LawPointSerializer(serializers.Serializer[Any]):
    paragraph = serializers.CharField(help_text="Such as 27B1(a).")
    text = serializers.CharField(help_text="What it says, in our own words.")
    trees = serializers.ListField(child=serializers.CharField(), help_text="Trees that rest on it.")


class LawLineSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    titles = NamesSerializer()
    other_subject = NamesSerializer(
        help_text="Languages whose title is from an edition in which the number had another subject, with that edition."
    )
    summary = serializers.CharField(help_text="What it is about, in our own words.")


class LawSerializer(LawLineSerializer):
    edition = serializers.CharField(help_text="e2024, or e2017 for the Laws without the revision of 2024.")
    points = LawPointSerializer(many=True)
    trees = serializers.ListField(child=serializers.CharField(), help_text="Trees that rest on it.")
    refers_to = serializers.ListField(child=serializers.CharField(), help_text="Paragraphs that it names.")
    referred_by = serializers.ListField(child=serializers.IntegerField(), help_text="Laws that name it.")


class HitSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField(help_text="law, definition or term")
    law = serializers.IntegerField(allow_null=True)
    paragraph = serializers.CharField(allow_blank=True, help_text="Where a paragraph of the law matched.")
    title = serializers.CharField()
    text = serializers.CharField(allow_blank=True)


class LawListSerializer(serializers.Serializer[Any]):
    """All laws; with `q` also what was found, the best first."""

    edition = serializers.CharField()
    laws = LawLineSerializer(many=True)
    found = HitSerializer(many=True, required=False)


class DefinitionSerializer(serializers.Serializer[Any]):
    term = serializers.CharField()
    names = NamesSerializer()
    summary = serializers.CharField()
    laws = serializers.ListField(child=serializers.CharField())


class LawTermSerializer(serializers.Serializer[Any]):
    names = NamesSerializer()
    laws = serializers.ListField(child=serializers.CharField())


class MenuLineSerializer(serializers.Serializer[Any]):
    phase = serializers.CharField(help_text=", ".join(phase.value for phase in Phase))
    tree = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


class QuestionSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    text = serializers.CharField()
    answers = serializers.DictField(child=serializers.CharField(), help_text="Each answer with its words.")
    when = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Asked only after one of these answers to these questions.",
    )


class TreeSerializer(serializers.Serializer[Any]):
    tree = serializers.CharField()
    title = serializers.CharField()
    laws = serializers.ListField(child=serializers.CharField())
    phase = serializers.CharField(help_text=", ".join(phase.value for phase in Phase))
    first = serializers.CharField(allow_blank=True, help_text="What to make sure of before the first question.")
    questions = QuestionSerializer(many=True)
    outcomes = serializers.ListField(child=serializers.CharField())


class LibrarySerializer(serializers.Serializer[Any]):
    """The director's menu and every tree."""

    menu = MenuLineSerializer(many=True)
    trees = TreeSerializer(many=True)


class OutcomeSerializer(serializers.Serializer[Any]):
    """What the Director does: every key every time, null where the outcome says nothing; `td` and `play` only where
    they say something."""

    def get_fields(self) -> dict[str, Any]:
        texts = {
            name: serializers.CharField(allow_null=True, required=name not in NOT_ALWAYS, help_text=LABELS[name])
            for name in TEXTS
        }
        return {
            "id": serializers.CharField(),
            "law": serializers.ListField(child=serializers.CharField()),
            "kind": serializers.CharField(help_text=", ".join(kind.value for kind in RulingBasis)),
            **texts,
            "chk": serializers.ListField(child=serializers.CharField()),
        }


class NextSerializer(serializers.Serializer[Any]):
    tree = serializers.CharField()
    question = serializers.CharField()
    answers = serializers.DictField(child=serializers.CharField())


class StepSerializer(serializers.Serializer[Any]):
    """Where the facts lead: outcomes so far, and the next question unless there is none."""

    outcomes = OutcomeSerializer(many=True)

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), "next": NextSerializer(allow_null=True)}
