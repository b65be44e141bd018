"""Earlier rulings and their figures. What names somebody is empty outside one's own clubs."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from rulings.selectors.precedents import Precedent


class PrecedentOutcomeSerializer(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="Such as L27.B2.")
    text = serializers.CharField()


class PrecedentSerializer(serializers.Serializer[Any]):
    """An earlier ruling; of another club without its number, event, director and day."""

    is_own = serializers.BooleanField(help_text="Of a club whose rulings one may read with their names.")
    ruling = serializers.IntegerField(allow_null=True, help_text="Its number; null where it is another club's.")
    session = serializers.IntegerField(allow_null=True, help_text="Its session; null where it is another club's.")
    tree = serializers.CharField(allow_blank=True)
    title = serializers.CharField(allow_blank=True)
    laws = serializers.ListField(child=serializers.CharField())
    outcomes = PrecedentOutcomeSerializer(many=True)
    month = serializers.CharField(help_text="When it was given, as 2026-11.")
    given_on = serializers.DateField(allow_null=True, help_text="The day; null where it is another club's.")
    score_ns = serializers.CharField(allow_blank=True)
    score_ew = serializers.CharField(allow_blank=True)
    waived = serializers.BooleanField()
    stood = serializers.BooleanField(allow_null=True, help_text="Whether it stood on appeal; null without one.")
    event = serializers.CharField(allow_blank=True)
    director = serializers.CharField(allow_blank=True)

    def to_representation(self, instance: Precedent) -> dict[str, Any]:
        return {
            "is_own": instance.is_own,
            "ruling": instance.id if instance.is_own else None,
            "session": instance.session if instance.is_own else None,
            "tree": instance.tree,
            "title": instance.title,
            "laws": list(instance.laws),
            "outcomes": [{"id": code, "text": text} for code, text in instance.outcomes],
            "month": f"{instance.given_on:%Y-%m}",
            "given_on": instance.given_on.isoformat() if instance.is_own else None,
            "score_ns": instance.score[0],
            "score_ew": instance.score[1],
            "waived": instance.waived,
            "stood": instance.fate.stood if instance.fate else None,
            "event": instance.event,
            "director": instance.director,
        }


class CountedSerializer(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    count = serializers.IntegerField()


class FiguresSerializer(serializers.Serializer[Any]):
    """The longest fifteen of each; months all of them, in their order."""

    total = serializers.IntegerField(help_text="Rulings that stand.")
    adjusted = serializers.IntegerField()
    withdrawn = serializers.IntegerField()
    waived = serializers.IntegerField()
    by_law = CountedSerializer(many=True)
    by_tree = CountedSerializer(many=True)
    by_kind = CountedSerializer(many=True)
    by_outcome = CountedSerializer(many=True)
    by_director = CountedSerializer(many=True)
    by_club = CountedSerializer(many=True)
    by_month = CountedSerializer(many=True)
