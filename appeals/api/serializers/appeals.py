"""Appeals as programs read and send them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from appeals.forms import ACT_FORMS
from appeals.models import Appeal, AppealPoint, Decision, Step
from appeals.models.appeals import Merit, PartyChoice, PointKind
from appeals.models.decisions import Effect
from clubs.api.serializers.base import PlainWords

ACT_NAMES = sorted({form.name() for form in ACT_FORMS})


class PointSerializer(serializers.ModelSerializer):
    class Meta:
        model = AppealPoint
        fields = ["id", "kind", "text", "path"]
        read_only_fields = fields


class StepSerializer(serializers.ModelSerializer):
    class Meta:
        model = Step
        fields = ["act", "law", "state", "at", "words"]
        read_only_fields = fields


class DecisionSerializer(serializers.ModelSerializer):
    class Meta:
        model = Decision
        fields = [
            *("id", "stage", "number", "body_kind", "verdict", "facts", "law_refs", "reasons", "dissent", "effect"),
            *("score_ns", "score_ew", "merit", "deposit", "votes_cast", "votes_for", "made_at", "correction"),
        ]
        read_only_fields = fields


class AppealSerializer(serializers.ModelSerializer):
    """A case, with its points, the published decisions and the timeline as the reader may see it."""

    case = serializers.CharField(source="__str__", read_only=True)
    club = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    points = PointSerializer(many=True, read_only=True)
    decisions = DecisionSerializer(many=True, read_only=True)
    timeline = serializers.SerializerMethodField()

    class Meta:
        model = Appeal
        fields = [
            *("id", "case", "club", "session", "ruling", "side", "grounds", "state", "hears", "law", "requested_at"),
            *("deadline", "refusal", "needed", "concurring", "lodged_at", "statements_until", "decided_at", "verdict"),
            *("merit", "further_until", "due_at", "closed_at", "version", "points", "decisions", "timeline"),
        ]
        read_only_fields = fields

    def get_timeline(self, appeal: Appeal) -> list[dict[str, Any]]:
        rows = [row for row in appeal.steps.all() if not row.inner]
        return list(StepSerializer(rows, many=True).data)


class RequestSerializer(PlainWords):
    """A player asks for the own side; the director says for which side it is."""

    ruling = serializers.IntegerField(min_value=1)
    grounds = serializers.CharField(max_length=4000)
    kind = serializers.ChoiceField(choices=PointKind.choices, default=PointKind.FACT)
    side = serializers.ChoiceField(choices=PartyChoice.choices, required=False, allow_blank=True, default="")


class PossibleActSerializer(PlainWords):
    act = serializers.CharField(read_only=True)
    law = serializers.CharField(read_only=True)
    title = serializers.CharField(read_only=True)
    fields_wanted = serializers.ListField(child=serializers.CharField(), read_only=True)


class ActSerializer(PlainWords):
    """One act with what its form asks for, as `GET` of the same address lists it."""

    act = serializers.ChoiceField(choices=ACT_NAMES)
    data = serializers.DictField(child=serializers.CharField(max_length=6000, allow_blank=True), required=False)


class DecideSerializer(PlainWords):
    """`outcomes`: for each point, by its id, stands, changed, recommended or not_heard."""

    outcomes = serializers.DictField(child=serializers.CharField(max_length=12))
    reasons = serializers.CharField(max_length=6000)
    facts = serializers.CharField(max_length=4000, required=False, allow_blank=True, default="")
    dissent = serializers.CharField(max_length=4000, required=False, allow_blank=True, default="")
    law_refs = serializers.ListField(child=serializers.CharField(max_length=12), required=False, default=list)
    effect = serializers.ChoiceField(choices=Effect.choices, default=Effect.NONE)
    score_ns = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    score_ew = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    cancels_penalties = serializers.BooleanField(required=False, default=False)
    merit = serializers.ChoiceField(choices=Merit.choices, required=False, allow_blank=True, default="")
    version = serializers.IntegerField(min_value=1, required=False, allow_null=True, default=None)
