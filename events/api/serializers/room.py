"""The clock, who sits where, and where everybody goes."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from core.api.serializers import PlainWords
from events.api.serializers.movements import UNITS, TableInRoundSerializer
from events.models import SeatClaim, Session, StandingCode, TableCode
from events.selectors.clock import ClockState, clock_state
from events.services.standing_codes import MOST_TABLES

PHASES = ["before", "playing", "moving", "break", "finished", "unset"]


class ClockSerializer(serializers.Serializer[Any]):
    """When the phase ends. Count down by yourself: the header “Date” says what time it is here."""

    state = serializers.CharField(help_text="The session's state.")
    round = serializers.IntegerField(help_text="The round being played; 0 before the first.")
    phase = serializers.ChoiceField(choices=PHASES)
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Null while nothing is counted.")
    paused = serializers.BooleanField()
    seconds_left = serializers.IntegerField(allow_null=True, help_text="Only while the clock stands.")
    warning_seconds = serializers.IntegerField()
    round_seconds = serializers.IntegerField(allow_null=True)
    move_seconds = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField(help_text="0 while no clock has been set.")

    def to_representation(self, session: Session) -> dict[str, Any]:
        state = clock_state(session)
        clock = getattr(session, "clock", None)
        dial = state.dial
        runs = dial.phase in ("before", "playing", "moving", "break") and dial.paused_at is None
        return {
            "state": state.state,
            "round": state.round,
            "phase": dial.phase,
            "ends_at": dial.ends_at.isoformat() if runs else None,
            "paused": dial.paused_at is not None,
            "seconds_left": _left(state) if dial.paused_at else None,
            "warning_seconds": dial.warning_seconds,
            "round_seconds": clock.round_seconds if clock else None,
            "move_seconds": clock.move_seconds if clock else None,
            "version": state.version,
        }


def _left(state: ClockState) -> int:
    assert state.dial.paused_at is not None
    return state.face(state.dial.paused_at).seconds_left


class LengthsSerializer(PlainWords):
    """How long rounds and moves last, in seconds. A round in play keeps its time."""

    round_seconds = serializers.IntegerField(required=False, min_value=60, max_value=21_600)
    move_seconds = serializers.IntegerField(required=False, min_value=0, max_value=21_600)
    warning_seconds = serializers.IntegerField(required=False, min_value=0, max_value=21_600)


class MinutesSerializer(PlainWords):
    minutes = serializers.IntegerField(min_value=1, max_value=120)


class MoreMinutesSerializer(PlainWords):
    minutes = serializers.IntegerField(min_value=-60, max_value=60, help_text="Less than 0 takes time away.")


class SitterSerializer(serializers.Serializer[Any]):
    seat = serializers.CharField(help_text="N, E, S or W.")
    number = serializers.IntegerField(help_text="The contestant's number in the section.")
    name = serializers.CharField(help_text="As far as you may see it.")
    known = serializers.BooleanField(source="is_known")
    substitute = serializers.BooleanField(source="is_substitute")


class SideSerializer(serializers.Serializer[Any]):
    side = serializers.CharField(help_text="NS or EW.")
    numbers = serializers.ListField(child=serializers.IntegerField())
    team = serializers.CharField()
    players = SitterSerializer(many=True, source="sitters")


class TableSerializer(serializers.Serializer[Any]):
    """A table in a round."""

    section = serializers.CharField(source="letter")
    table = serializers.IntegerField(source="number")
    name = serializers.CharField(help_text="A3 where there are several sections, else 3.")
    round = serializers.IntegerField()
    boards = serializers.ListField(child=serializers.IntegerField())
    shared = serializers.BooleanField(help_text="The boards go back and forth with another table.")
    ns = SideSerializer()
    ew = SideSerializer()


class PartySerializer(serializers.Serializer[Any]):
    """A contestant by number."""

    section = serializers.CharField(source="letter")
    number = serializers.IntegerField()
    name = serializers.CharField(source="title", help_text="The team's or the players' names.")


class SeatingSerializer(serializers.Serializer[Any]):
    """Who sits at each table in a round, and who sits out. Without tables the round is not certain yet."""

    round = serializers.IntegerField()
    tables = TableSerializer(many=True)
    sitting_out = PartySerializer(many=True)


class RoundSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    sentences = serializers.ListField(
        child=serializers.CharField(), help_text="What moves where after this round, where everybody moves alike."
    )
    regular = serializers.BooleanField(help_text="The sentences say it all.")
    tables = TableInRoundSerializer(many=True)
    sitting_out = serializers.ListField(child=serializers.IntegerField())


class SectionMovementSerializer(serializers.Serializer[Any]):
    """A section's movement as far as it is certain: contestants by number."""

    section = serializers.CharField()
    kind = serializers.CharField()
    name = serializers.CharField()
    unit = serializers.ChoiceField(choices=UNITS)
    planned_rounds = serializers.IntegerField()
    rounds = RoundSerializer(many=True)


class LegSerializer(serializers.Serializer[Any]):
    """One round of a contestant; a team has two entries, one for each table."""

    round = serializers.IntegerField()
    sits_out = serializers.BooleanField()
    table = serializers.CharField()
    side = serializers.CharField()
    boards = serializers.CharField()
    against = serializers.CharField()
    against_names = serializers.CharField()
    partner = serializers.CharField()
    partner_name = serializers.CharField()
    who = serializers.CharField(help_text="Of a team: those who sit there.")


class WayToSerializer(serializers.Serializer[Any]):
    """A contestant's way through the rounds that are certain."""

    contestant = PartySerializer()
    rounds = LegSerializer(many=True)


class TableCodeSerializer(serializers.ModelSerializer[TableCode]):
    section = serializers.CharField(source="section.letter", read_only=True)
    address = serializers.SerializerMethodField(help_text="The table's own page.")

    class Meta:
        model = TableCode
        fields = ["id", "section", "table", "code", "address", "made_at"]
        read_only_fields = fields

    def get_address(self, code: TableCode) -> str:
        return f"/t/{code.code}/"


class StandingCodeSerializer(serializers.ModelSerializer[StandingCode]):
    """A code that stays from week to week: it opens the table of the session in play."""

    address = serializers.SerializerMethodField(help_text="The table's own page.")

    class Meta:
        model = StandingCode
        fields = ["id", "letter", "table", "code", "address", "made_at"]
        read_only_fields = fields

    def get_address(self, code: StandingCode) -> str:
        return f"/t/{code.code}/"


class NewStandingCodesSerializer(PlainWords):
    """For each table from 1 on that has none; those that are there stay."""

    letter = serializers.CharField(max_length=3, help_text="Of the section, as it stands on the tables.")
    tables = serializers.IntegerField(min_value=1, max_value=MOST_TABLES)


class StopStandingCodesSerializer(PlainWords):
    letter = serializers.CharField(max_length=3)
    reason = serializers.CharField(required=False, max_length=200, default="", allow_blank=True)


class StoppedSerializer(serializers.Serializer[Any]):
    stopped = serializers.IntegerField(help_text="How many codes open nothing any more.")


class SeatClaimSerializer(serializers.ModelSerializer[SeatClaim]):
    """A table says that somebody else sits there."""

    section = serializers.CharField(source="section.letter", read_only=True)
    expected = serializers.CharField(source="entrant.title", read_only=True)
    said = serializers.CharField(source="player.display_name", read_only=True)

    class Meta:
        model = SeatClaim
        fields = ["id", "section", "table", "round", "seat", "expected", "said", "made_at", "settled_at", "accepted"]
        read_only_fields = fields
