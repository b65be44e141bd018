"""Matches, draws, fields and events as programs read and send them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.serializers import PlainWords
from scoring.models import MatchAgreement, MatchTerm, RoundDraw
from scoring.models.matches import Basis, PendingScore, TermKind
from scoring.selectors.matches import MatchLine, MatchView

REASON: dict[str, Any] = {"max_length": 300, "required": False, "allow_blank": True, "default": ""}


IMPS = serializers.CharField(
    help_text="What this side won; after a split score, where the sides do not balance, what the boards come to for it."
)


class TeamSerializer(serializers.Serializer[Any]):
    contestant = serializers.IntegerField(source="contestant_id")
    number = serializers.CharField()
    name = serializers.CharField(source="title")


class MatchLineSerializer(serializers.Serializer[Any]):
    """A match; figures are empty where you may not see them yet."""

    round = serializers.IntegerField(source="match.round")
    home = TeamSerializer()
    away = TeamSerializer()
    home_imps = serializers.SerializerMethodField()
    away_imps = serializers.SerializerMethodField()
    home_vps = serializers.SerializerMethodField()
    away_vps = serializers.SerializerMethodField()
    missing = serializers.IntegerField(source="left", help_text="Boards without a result at both tables.")
    agreed = serializers.IntegerField(help_text="How many of the two captains have agreed.")

    @extend_schema_field(IMPS)
    def get_home_imps(self, line: MatchLine) -> str:
        return line.plain_sums[0]

    @extend_schema_field(IMPS)
    def get_away_imps(self, line: MatchLine) -> str:
        return line.plain_sums[1]

    def get_home_vps(self, line: MatchLine) -> str:
        return line.vps[0]

    def get_away_vps(self, line: MatchLine) -> str:
        return line.vps[1]


class TableResultSerializer(serializers.Serializer[Any]):
    play = serializers.IntegerField()
    result = serializers.CharField()
    score = serializers.IntegerField(allow_null=True, help_text="North-South's.")
    adjusted = serializers.BooleanField()


class BoardLineSerializer(serializers.Serializer[Any]):
    board = serializers.IntegerField()
    state = serializers.CharField(help_text="compared, missing, dropped, or hidden while it is in play.")
    open = TableResultSerializer(allow_null=True)
    closed = TableResultSerializer(allow_null=True)
    home = serializers.CharField(help_text="What the home team won.")
    away = serializers.CharField()
    running = serializers.CharField(help_text="The home team's lead so far.")


class AgreementSerializer(serializers.ModelSerializer[MatchAgreement]):
    class Meta:
        model = MatchAgreement
        fields = ["id", "team", "witnessed", "reason", "made_at", "ended_at", "ended_why"]
        read_only_fields = fields


class TermSerializer(serializers.ModelSerializer[MatchTerm]):
    class Meta:
        model = MatchTerm
        fields = ["id", "kind", "team", "imps", "reason", "made_at", "withdrawn_at"]
        read_only_fields = fields


class MatchSerializer(serializers.Serializer[Any]):
    match = MatchLineSerializer(source="line")
    boards = BoardLineSerializer(source="lines", many=True)
    terms = TermSerializer(many=True)
    agreements = AgreementSerializer(many=True)
    seen = serializers.SerializerMethodField(help_text="Send it with an agreement: it says which figures are meant.")

    def get_seen(self, view: MatchView) -> str:
        return view.line.match.digest


class AgreeSerializer(PlainWords):
    seen = serializers.CharField(max_length=64, help_text="As the match was answered.")


class WitnessSerializer(AgreeSerializer):
    team = serializers.IntegerField(min_value=1, help_text="The contestant whose captain agrees.")
    reason = serializers.CharField(max_length=300)


class NewTermSerializer(PlainWords):
    kind = serializers.ChoiceField(choices=TermKind.values)
    team = serializers.IntegerField(min_value=1)
    imps = serializers.DecimalField(max_digits=6, decimal_places=2, min_value=0, required=False, default=Decimal(0))
    reason = serializers.CharField(max_length=300)


class ButlerSerializer(serializers.Serializer[Any]):
    place = serializers.CharField()
    names = serializers.CharField()
    team = serializers.CharField()
    boards = serializers.IntegerField()
    total = serializers.CharField()
    average = serializers.CharField()


class DrawnBySerializer(serializers.Serializer[Any]):
    contestant = serializers.IntegerField(source="place.contestant_id")
    number = serializers.IntegerField(source="place.number")
    place = serializers.CharField(source="rank")
    score = serializers.CharField()


class ProposalSerializer(serializers.Serializer[Any]):
    """What would be drawn now; `problem` says why nothing can be."""

    round = serializers.IntegerField()
    basis = serializers.CharField()
    pending = serializers.CharField(source="pending_score")
    matches = serializers.ListField(source="numbers", child=serializers.ListField(child=serializers.IntegerField()))
    standings = DrawnBySerializer(many=True)
    missing = serializers.ListField(child=serializers.CharField())
    problem = serializers.CharField()
    version = serializers.IntegerField(source="section.version")


@extend_schema_field({"type": "array", "items": {"type": ["integer", "string"]}, "minItems": 2, "maxItems": 2})
class DrawnScoreField(serializers.ReadOnlyField):
    """A contestant's id and its score then."""


class DrawSerializer(PlainWords):
    basis = serializers.ChoiceField(
        choices=[Basis.STANDINGS.value, Basis.ROUND_BEFORE.value], required=False, default=Basis.STANDINGS.value
    )
    pending = serializers.ChoiceField(
        choices=PendingScore.values,
        required=False,
        allow_blank=True,
        default="",
        help_text="Which score to go by where a ruling is pending; asked for only then.",
    )
    matches = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=999), min_length=2, max_length=3
        ),
        required=False,
        allow_null=True,
        default=None,
        max_length=400,
        help_text="Your own draw, by number, three together for a triangle; left out: as the standings say.",
    )
    reason = serializers.CharField(**REASON)
    version = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0)
    confirmed = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=4000,
        help_text="Repeats in your own draw that you lay down all the same, lower number first: 1-2, 3-4, bye 7.",
    )


class TakeBackSerializer(PlainWords):
    reason = serializers.CharField(max_length=300)
    version = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0)


class RoundDrawSerializer(serializers.ModelSerializer[RoundDraw]):
    """`standings`: each contestant's id with the score that it was drawn by; `matches`: contestants by id."""

    standings = serializers.ListField(child=DrawnScoreField(), read_only=True)
    matches = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()), read_only=True)

    class Meta:
        model = RoundDraw
        fields = ["id", "section", "round", "basis", "pending", "standings", "matches", "bye", "reason", "made_at"]
        read_only_fields = fields


class GroupSerializer(PlainWords):
    section = serializers.IntegerField(min_value=1)
    group = serializers.IntegerField(min_value=1, max_value=99)


class GroupsSerializer(PlainWords):
    """Sections with the same number are compared together."""

    groups = GroupSerializer(many=True)
    reason = serializers.CharField(**REASON)


class EventLineSerializer(serializers.Serializer[Any]):
    place = serializers.CharField()
    contestant = serializers.IntegerField(source="contestant.pk")
    name = serializers.CharField(source="title")
    boards = serializers.IntegerField()
    total = serializers.CharField()
    percent = serializers.CharField()
    carried = serializers.CharField(help_text="A percentage where the ranking goes by percentages.")
    penalty = serializers.CharField(help_text="A percentage where the ranking goes by percentages.")
    ties = serializers.ListField(child=serializers.CharField())


class EventRankingSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    lines = EventLineSerializer(many=True)


class StageSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    over = serializers.BooleanField(source="is_over")
    remarks = serializers.ListField(child=serializers.CharField())
    rankings = EventRankingSerializer(many=True)


class EventResultsSerializer(serializers.Serializer[Any]):
    stages = StageSerializer(many=True)


class QualifySerializer(PlainWords):
    session = serializers.IntegerField(min_value=1)
    places = serializers.IntegerField(min_value=2, max_value=400)
    consolation = serializers.BooleanField(required=False, default=False)


class WinnerSerializer(PlainWords):
    match = serializers.IntegerField(min_value=1, max_value=9999, help_text="Its number on the draw sheet.")
    team = serializers.IntegerField(min_value=1)
    reason = serializers.CharField(max_length=300)


class TieSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    teams = serializers.SerializerMethodField()
    score = serializers.CharField(source="net")
    winner = serializers.IntegerField(source="winner.pk", allow_null=True, default=None)
    why = serializers.CharField()

    def get_teams(self, tie: Any) -> list[str]:
        return list(tie.titles)


class SheetSerializer(serializers.Serializer[Any]):
    seated = serializers.IntegerField(help_text="For how many rounds the teams have seats.")
    rounds = serializers.ListField(child=TieSerializer(many=True))
