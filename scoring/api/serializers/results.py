"""Rankings, boards, scorecards and explanations as programs read them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from scoring.selectors.result_lines import ResultLine


class WhoSerializer(serializers.Serializer[Any]):
    contestant = serializers.IntegerField()
    number = serializers.CharField()
    name = serializers.CharField(source="title")


class PlaceSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    tied = serializers.BooleanField()
    who = WhoSerializer()
    boards = serializers.IntegerField()
    total = serializers.CharField()
    percent = serializers.CharField(help_text="Empty where the method knows none.")
    penalty = serializers.CharField(help_text="Empty where there is none.")


class RankingPartSerializer(serializers.Serializer[Any]):
    """NS and EW where there are two winners, else one list without a name."""

    side = serializers.CharField()
    places = PlaceSerializer(many=True, source="rows")


class FieldRankingSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(source="field.name")
    method = serializers.CharField(source="run.method", default="")
    unit = serializers.CharField()
    after_round = serializers.IntegerField(
        source="through", allow_null=True, help_text="The round after which it stood so; null: as it stands."
    )
    behind = serializers.BooleanField(source="is_behind", help_text="Results have come in that are not in it yet.")
    rankings = RankingPartSerializer(many=True)


class LiveRankingSerializer(serializers.Serializer[Any]):
    """`fields_ranked` is empty while the director does not show the ranking."""

    state = serializers.CharField()
    round = serializers.IntegerField()
    subject_to_boards = serializers.ListField(child=serializers.IntegerField())
    fields_ranked = FieldRankingSerializer(many=True)


class LineSideSerializer(serializers.Serializer[Any]):
    who = WhoSerializer(many=True)
    points = serializers.CharField()
    percent = serializers.CharField(source="share")
    score = serializers.IntegerField(allow_null=True, help_text="From this side's point of view.")
    given = serializers.CharField(help_text="What the Director gave instead of a score.")


class LineSerializer(serializers.Serializer[Any]):
    play = serializers.IntegerField()
    board = serializers.IntegerField()
    round = serializers.IntegerField(source="slot.round")
    table = serializers.CharField()
    result = serializers.SerializerMethodField(help_text="4SX-1 W, Pass; empty where there is none.")
    lead = serializers.SerializerMethodField()
    adjusted = serializers.CharField(help_text="What the Director gave; empty where the result stands.")
    reason = serializers.CharField(source="slot.reason")
    pending = serializers.BooleanField(help_text="A ruling or an appeal is pending.")
    ns = LineSideSerializer()
    ew = LineSideSerializer()

    def get_result(self, line: ResultLine) -> str:
        if line.passed_out:
            return "Pass"
        contract = line.contract
        if contract is None:
            return ""
        risk = contract.risk.replace("×", "X")
        margin = contract.result.replace("−", "-")
        return f"{contract.level}{contract.suit.code.upper()}{risk}{margin} {contract.declarer}".strip()

    def get_lead(self, line: ResultLine) -> str:
        contract = line.contract
        if contract is None or contract.lead_suit is None:
            return ""
        return f"{contract.lead_suit.code.upper()}{contract.lead_rank.replace('10', 'T')}"


class ResultBoardSerializer(serializers.Serializer[Any]):
    board = serializers.IntegerField(source="number")
    lines = LineSerializer(many=True)


class ScorecardSerializer(serializers.Serializer[Any]):
    who = WhoSerializer()
    lines = LineSerializer(many=True)


class WhySerializer(serializers.Serializer[Any]):
    figure = serializers.CharField()
    steps = serializers.ListField(child=serializers.CharField())
    ruling = serializers.CharField()
    law = serializers.CharField()
