"""Rulings, restrictions and reminders as programs read and send them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.serializers import PlainWords
from rulings.models import LiveRestriction, Reminder, Ruling
from rulings.models.rulings import ONE_SIDE, Basis, SeatChoice, SideChoice, Told
from rulings.services.giving import other_rulings_fingerprint
from scoring.models.fields import PenaltyUnit

READ: tuple[str, ...] = (
    *("id", "section", "round", "table", "board", "play", "state", "opened_at", "given_at", "director"),
    *("tree", "answers", "outcome_ids", "law_refs", "title", "offending", "offender", "facts", "basis"),
    *("auction", "played", "explanations", "decision", "reasons", "decision_ns", "decision_ew"),
    *("follows", "tricks", "tricks_to", "tricks_counted_at"),
    *("score_ns", "score_ew", "own_damage", "score_normal", "penalties", "waived", "waiver_reason", "directors_error"),
    *("told_ns_at", "told_ns_how", "told_ew_at", "told_ew_how", "appeal_told", "version"),
)


class RulingSerializer(serializers.ModelSerializer[Ruling]):
    """What everybody who may read the ruling reads."""

    section = serializers.CharField(source="section.letter", read_only=True, default="")
    director = serializers.CharField(source="director.player.display_name", read_only=True, default="")
    answers = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), read_only=True, help_text="Questions with answers."
    )
    outcome_ids = serializers.ListField(child=serializers.CharField(), read_only=True)
    law_refs = serializers.ListField(child=serializers.CharField(), read_only=True)

    class Meta:
        model = Ruling
        fields: tuple[str, ...] = READ
        read_only_fields: tuple[str, ...] = READ


class NextQuestionSerializer(serializers.Serializer[Any]):
    question = serializers.CharField()
    text = serializers.CharField()
    answers = serializers.DictField(child=serializers.CharField(), help_text="Each answer with its words.")
    why = serializers.ListField(child=serializers.CharField())


class CaseSerializer(RulingSerializer):
    """What officials read besides: consultation, the next question, and what `give` wants to have seen."""

    next = serializers.SerializerMethodField()
    seen = serializers.SerializerMethodField(help_text="Send it back with give and amend.")

    class Meta(RulingSerializer.Meta):
        fields = (*READ, "consultation", "next", "seen")
        read_only_fields = fields

    @extend_schema_field(NextQuestionSerializer(allow_null=True))
    def get_next(self, ruling: Ruling) -> dict[str, Any] | None:
        from rulings.selectors.page import assistant_or_none

        assistant = assistant_or_none(ruling) if ruling.is_draft else None
        if assistant is None or assistant.question is None:
            return None
        return {
            "question": assistant.question_id,
            "text": assistant.question,
            "answers": {answer.id: answer.label for answer in assistant.answers},
            "why": list(assistant.why),
        }

    def get_seen(self, ruling: Ruling) -> str:
        return other_rulings_fingerprint(ruling)


class OpenSerializer(PlainWords):
    table = serializers.CharField(
        max_length=6, required=False, allow_blank=True, default="", help_text="3, or B3 where there are sections."
    )
    round = serializers.IntegerField(required=False, min_value=1, max_value=99, allow_null=True, default=None)
    board = serializers.IntegerField(required=False, min_value=1, max_value=999, allow_null=True, default=None)
    tree = serializers.CharField(max_length=10, required=False, allow_blank=True, default="", help_text="L27, L61 …")


class AnswerSerializer(PlainWords):
    question = serializers.CharField(max_length=40)
    answer = serializers.CharField(max_length=40)


class TakeBackAnswerSerializer(PlainWords):
    question = serializers.CharField(max_length=40, required=False, allow_blank=True, default="")


class CountTricksSerializer(PlainWords):
    to = serializers.ChoiceField(choices=ONE_SIDE, required=False, allow_blank=True, default="")
    counted = serializers.BooleanField(default=False, help_text="The table has counted them: the result stays.")


class PenaltyPartSerializer(PlainWords):
    contestant = serializers.IntegerField(min_value=1)
    amount = serializers.CharField(max_length=10)
    unit = serializers.ChoiceField(choices=PenaltyUnit.choices, required=False, allow_blank=True, default="")
    law = serializers.CharField(max_length=20, required=False, allow_blank=True, default="90A")


def _text(most: int, **options: Any) -> serializers.CharField:
    return serializers.CharField(max_length=most, required=False, allow_blank=True, **options)


class WriteSerializer(PlainWords):
    """Only what is sent is changed."""

    title = _text(150)
    offending = serializers.ChoiceField(choices=SideChoice.choices, required=False, allow_blank=True)
    offender = serializers.ChoiceField(choices=SeatChoice.choices, required=False, allow_blank=True)
    facts = _text(4000)
    basis = serializers.ChoiceField(choices=Basis.choices, required=False, allow_blank=True)
    auction = _text(500, help_text="1NT! P 2C ~X: an alert is !, a hesitation ~, a call out of turn E:1H.")
    played = _text(2000)
    explanations = _text(2000)
    decision = _text(2000)
    reasons = _text(4000)
    consultation = _text(2000)
    decision_ns = _text(300)
    decision_ew = _text(300)
    score_ns = _text(200, help_text="60; 4S= N; 60 4S= N, 40 4S-1 N. Empty for none.")
    score_ew = _text(200, help_text="Empty where the other side gets the rest.")
    own_damage = serializers.ChoiceField(
        choices=ONE_SIDE,
        required=False,
        allow_blank=True,
        help_text="The side that was not at fault and added to its own damage (Law 12C1(e)).",
    )
    score_normal = _text(200, help_text="What that side would have had after the infraction without its own error.")
    penalties = PenaltyPartSerializer(many=True, required=False)
    law_refs = serializers.ListField(child=serializers.CharField(max_length=20), required=False, max_length=30)
    waived = serializers.BooleanField(required=False)
    waiver_reason = _text(300)
    directors_error = serializers.BooleanField(required=False)
    told_ns_at = serializers.DateTimeField(required=False, allow_null=True)
    told_ns_how = serializers.ChoiceField(choices=Told.choices, required=False, allow_blank=True)
    told_ew_at = serializers.DateTimeField(required=False, allow_null=True)
    told_ew_how = serializers.ChoiceField(choices=Told.choices, required=False, allow_blank=True)
    appeal_told = serializers.BooleanField(required=False)
    notes = _text(4000)


class GiveSerializer(WriteSerializer):
    seen = serializers.CharField(
        max_length=400,
        required=False,
        allow_blank=True,
        default="",
        help_text="As the ruling says it: what else is ruled on the board. Whoever has not seen that is refused, 409.",
    )


class AmendSerializer(GiveSerializer):
    reason = serializers.CharField(max_length=500)


class WithdrawRulingSerializer(PlainWords):
    reason = serializers.CharField(max_length=500)
    directors_error = serializers.BooleanField(required=False, default=False)


class RestrictionSerializer(serializers.ModelSerializer[LiveRestriction]):
    table = serializers.IntegerField(source="ruling.table", read_only=True)
    board = serializers.IntegerField(source="ruling.board", read_only=True)

    class Meta:
        model = LiveRestriction
        fields = ("id", "ruling", "table", "board", "kind", "text", "seat", "detail", "ends", "began_at", "ended_at")
        read_only_fields = fields


class ReminderSerializer(serializers.ModelSerializer[Reminder]):
    table = serializers.IntegerField(source="ruling.table", read_only=True)
    board = serializers.IntegerField(source="ruling.board", read_only=True)

    class Meta:
        model = Reminder
        fields = ("id", "ruling", "table", "board", "check_code", "tree", "due_at", "settled_at", "answer")
        read_only_fields = fields


class SettleReminderSerializer(PlainWords):
    answer = serializers.CharField(max_length=300)


class MoveSerializer(serializers.Serializer[Any]):
    contestant = serializers.IntegerField(source="move.contestant")
    name = serializers.CharField(source="names")
    rank_before = serializers.CharField(source="move.before.rank", default="")
    total_before = serializers.CharField(source="move.before.total", default="")
    rank_after = serializers.CharField(source="move.after.rank")
    total_after = serializers.CharField(source="move.after.total")


class PointsSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(source="names")
    before = serializers.CharField(source="points.before")
    after = serializers.CharField(source="points.after")


class EffectSerializer(serializers.Serializer[Any]):
    """What the ruling would do; nothing is saved."""

    problems = serializers.ListField(child=serializers.CharField())
    points = PointsSerializer(many=True)
    here = MoveSerializer(many=True)
    others = MoveSerializer(many=True)
