"""Polls of peers as programs read and open them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from core.api.serializers import PlainWords
from core.qr import full_address
from rulings.links import poll_path
from rulings.models import Poll, PollAnswer
from rulings.models.rulings import SeatChoice
from rulings.selectors.polls import is_frozen, tally


class PollLineSerializer(serializers.Serializer[Any]):
    call = serializers.CharField()
    chosen = serializers.IntegerField()
    considered = serializers.IntegerField(help_text="Those who chose it are among them.")
    percent = serializers.IntegerField()
    is_alternative = serializers.BooleanField(help_text="A logical alternative by the poll's test.")


class PollAnswerSerializer(serializers.ModelSerializer[PollAnswer]):
    who = serializers.CharField(read_only=True)
    considered = serializers.ListField(child=serializers.CharField(), read_only=True)
    source = serializers.CharField(read_only=True)  # type: ignore[assignment]

    class Meta:
        model = PollAnswer
        fields = ["id", "who", "source", "answered_at", "chosen", "considered", "remark", "is_peer", "why_not"]
        read_only_fields = fields


class PollSerializer(serializers.ModelSerializer[Poll]):
    link = serializers.SerializerMethodField(help_text="The shared address for the polled.")
    is_frozen = serializers.SerializerMethodField()
    tally = serializers.SerializerMethodField()
    answers = PollAnswerSerializer(many=True, read_only=True)
    seat = serializers.CharField(read_only=True)
    dealer = serializers.CharField(read_only=True)
    vulnerable = serializers.CharField(read_only=True)

    class Meta:
        model = Poll
        fields = [
            *("id", "ruling", "board", "seat", "hand", "dealer", "vulnerable", "auction", "methods", "question"),
            *("considering", "choosing", "opened_at", "closed_at", "version", "link", "is_frozen", "tally", "answers"),
        ]
        read_only_fields = fields

    def get_link(self, poll: Poll) -> str:
        return full_address(poll_path(poll))

    def get_is_frozen(self, poll: Poll) -> bool:
        return is_frozen(poll)

    def get_tally(self, poll: Poll) -> PollLineSerializer(many=True):  # type: ignore[valid-type]
        return PollLineSerializer(tally(poll, poll.answers.all()).lines, many=True).data


class OpenPollSerializer(PlainWords):
    play = serializers.IntegerField(min_value=1, help_text="The board at the table, as `results` numbers it.")
    seat = serializers.ChoiceField(choices=SeatChoice.values)
    hand = serializers.CharField(max_length=40, help_text="AKQ2.J54.T98.762")
    auction = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")
    methods = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")
    question = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")


class JudgeSerializer(PlainWords):
    is_peer = serializers.BooleanField()
    why_not = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")
