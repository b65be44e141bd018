"""Appeals as programs read and send them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from appeals.models import Appeal, AppealPoint, Decision, Step
from core.api.serializers import PlainWords
from scoring.models.fields import PenaltyUnit


class PlainChoices(serializers.ModelSerializer[Any]):
    """Choices are read as their plain codes: each model has its own, and programs need no names for the sets."""

    def build_standard_field(self, field_name: str, model_field: Any) -> Any:
        if model_field.choices:
            return serializers.CharField, {"read_only": True}
        return super().build_standard_field(field_name, model_field)


class PointSerializer(PlainChoices):
    class Meta:
        model = AppealPoint
        fields = ["id", "kind", "text", "path"]
        read_only_fields = fields


@extend_schema_serializer(component_name="AppealStep")
class StepSerializer(PlainChoices):
    class Meta:
        model = Step
        fields = ["act", "law", "state", "at", "words"]
        read_only_fields = fields


class DecisionSerializer(PlainChoices):
    law_refs = serializers.ListField(child=serializers.CharField(), read_only=True)

    class Meta:
        model = Decision
        fields = [
            *("id", "stage", "number", "body_kind", "verdict", "facts", "law_refs", "reasons", "dissent", "effect"),
            *(
                "score_ns",
                "score_ew",
                "own_damage",
                "score_normal",
                "penalties",
                "told_ns",
                "told_ew",
                "merit",
                "deposit",
            ),
            *("votes_cast", "votes_for", "made_at", "correction"),
        ]
        read_only_fields = fields


class AppealSerializer(PlainChoices):
    """A case, with its points, the published decisions and the timeline as the reader may see it."""

    case = serializers.CharField(source="__str__", read_only=True)
    club = serializers.CharField(source="club.slug", read_only=True)
    points = PointSerializer(many=True, read_only=True)
    decisions = DecisionSerializer(many=True, read_only=True)
    timeline = serializers.SerializerMethodField()

    class Meta:
        model = Appeal
        fields = [
            *(
                "id",
                "case",
                "club",
                "session",
                "ruling",
                "side",
                "grounds",
                "state",
                "hears",
                "heard_with",
                "law",
                "requested_at",
            ),
            *("deadline", "refusal", "needed", "concurring", "lodged_at", "statements_until", "decided_at", "verdict"),
            *("merit", "further_until", "due_at", "closed_at", "version", "points", "decisions", "timeline"),
        ]
        read_only_fields = fields

    @extend_schema_field(StepSerializer(many=True))
    def get_timeline(self, appeal: Appeal) -> list[dict[str, Any]]:
        steps = [step for step in appeal.steps.all() if not step.inner]
        return list(StepSerializer(steps, many=True).data)


class RequestSerializer(PlainWords):
    """A player asks for the own side; the director says for which side it is, and who asks."""

    ruling = serializers.IntegerField(min_value=1)
    grounds = serializers.CharField(max_length=4000)
    kind = serializers.CharField(max_length=10, default="fact", help_text="law, fact or discipline")
    side = serializers.CharField(max_length=2, required=False, allow_blank=True, default="", help_text="NS or EW")
    asked_by = serializers.IntegerField(
        min_value=1,
        required=False,
        allow_null=True,
        default=None,
        help_text="At the desk: the player who asks, and concurs by asking.",
    )


class PossibleActSerializer(PlainWords):
    act = serializers.CharField(read_only=True)
    law = serializers.CharField(read_only=True)
    title = serializers.CharField(read_only=True)
    fields_wanted = serializers.ListField(child=serializers.CharField(), read_only=True)


class ActSerializer(PlainWords):
    """One act with what its form asks for, as `GET` of the same address lists it."""

    act = serializers.CharField(max_length=20, help_text="As `act` in the list of this address.")
    answers = serializers.DictField(child=serializers.CharField(max_length=6000, allow_blank=True), required=False)


class DecidedPenaltySerializer(PlainWords):
    contestant = serializers.IntegerField(min_value=1)
    amount = serializers.CharField(max_length=10, required=False, allow_blank=True, default="")
    unit = serializers.ChoiceField(choices=PenaltyUnit.choices)
    law = serializers.CharField(max_length=20, required=False, allow_blank=True, default="90A")


class DecideSerializer(PlainWords):
    """`outcomes`: for each point, by its id, stands, changed, recommended or not_heard.

    Where both sides have appealed against the ruling, the points of both. For the federation a point on which it was
    changed is upheld (the decision stands), restored (the director's ruling counts again), changed or not_heard.
    """

    outcomes = serializers.DictField(child=serializers.CharField(max_length=12))
    reasons = serializers.CharField(max_length=6000)
    facts = serializers.CharField(max_length=4000, required=False, allow_blank=True, default="")
    dissent = serializers.CharField(max_length=4000, required=False, allow_blank=True, default="")
    law_refs = serializers.ListField(child=serializers.CharField(max_length=12), required=False, default=list)
    effect = serializers.CharField(max_length=6, default="none", help_text="none, score or table")
    score_ns = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    score_ew = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    cancels_penalties = serializers.BooleanField(required=False, default=False)
    own_damage = serializers.CharField(
        max_length=2, required=False, allow_blank=True, default="", help_text="NS or EW, under Law 12C1(e)."
    )
    score_normal = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    penalties = DecidedPenaltySerializer(many=True, required=False, default=list)
    heard = serializers.CharField(
        max_length=300,
        required=False,
        allow_blank=True,
        default="",
        help_text="Of the director who decides alone: how both sides were heard, or had the opportunity (Law 93A).",
    )
    told_ns = serializers.CharField(
        max_length=10, required=False, allow_blank=True, default="", help_text="table, away, device or phone."
    )
    told_ew = serializers.CharField(max_length=10, required=False, allow_blank=True, default="")
    merit = serializers.CharField(max_length=8, required=False, allow_blank=True, default="")
    merit_together = serializers.CharField(
        max_length=8, required=False, allow_blank=True, default="", help_text="Where both sides are heard together."
    )
    version = serializers.IntegerField(min_value=1, required=False, allow_null=True, default=None)
