"""Events, series, sessions as they are planned, contestants, entries and the partner desk."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.serializers import PersonSentField, PlainWords
from core.permissions import may
from events.models import Contestant, Entrant, Event, PartnerWish, Series, Session
from events.models.conditions import CONDITIONS, TieBreak
from events.selectors.entries import title_for
from events.selectors.tables import sees_names


def tie_breaks() -> serializers.ListField:
    choices = serializers.ChoiceField(choices=TieBreak.choices)
    return serializers.ListField(child=choices, required=False, max_length=len(TieBreak), help_text="In order.")


class EventSerializer(PlainWords, serializers.ModelSerializer[Event]):
    """Conditions of contest (Law 78D). What is left empty follows the club's regulations."""

    club: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    tie_breaks = tie_breaks()

    class Meta:
        model = Event
        fields = [
            *("id", "club", "series", *CONDITIONS, "sessions_planned", "entries_close_at"),
            *("published_at", "cancelled_at", "cancel_reason", "removed_at", "version"),
        ]
        read_only_fields = ["id", "series", "published_at", "cancelled_at", "cancel_reason", "removed_at", "version"]


class NewEventSerializer(EventSerializer):
    """With `starts_at` the first session is planned, too."""

    starts_at = serializers.DateTimeField(required=False, write_only=True)

    class Meta(EventSerializer.Meta):
        fields = [*EventSerializer.Meta.fields, "starts_at"]


class CancelSerializer(PlainWords):
    reason = serializers.CharField(max_length=200)


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$", "example": "19:15"})
class ClockField(serializers.TimeField):
    """A time by the club's clock, without a zone: 19:15."""

    default_error_messages = {"invalid": gettext_lazy("Write a time, such as 19:15.")}

    def __init__(self, **options: Any) -> None:
        super().__init__(format="%H:%M", input_formats=["%H:%M", "%H:%M:%S"], **options)


class SeriesSerializer(PlainWords, serializers.ModelSerializer[Series]):
    """A regular game: the template from which each week's event is made."""

    club: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    tie_breaks = tie_breaks()
    starts = ClockField()

    class Meta:
        model = Series
        fields = ["id", "club", *CONDITIONS, "weekday", "starts", "closes_minutes_before", "is_active", "version"]
        read_only_fields = ["id", "version"]


class GameSerializer(PlainWords):
    """For which day; without one, the next day that has no game yet."""

    day = serializers.DateField(required=False)


class SessionSerializer(PlainWords, serializers.ModelSerializer[Session]):
    class Meta:
        model = Session
        fields = ["id", "event", "number", "starts_at", "state", "round", "started_at", "finished_at", "version"]
        read_only_fields = ["id", "event", "number", "state", "round", "started_at", "finished_at", "version"]


class EntrantSerializer(serializers.ModelSerializer[Entrant]):
    """A player of a contestant. Strangers read the name as its owner shows it, and no id; unknown has neither."""

    id = serializers.SerializerMethodField()
    name = serializers.SerializerMethodField()

    class Meta:
        model = Entrant
        fields = ["id", "name", "position", "is_captain"]

    def get_id(self, entrant: Entrant) -> int | None:
        return entrant.player_id if self._knows(entrant) else None

    def get_name(self, entrant: Entrant) -> str:
        if entrant.player is None or self._knows(entrant):
            return entrant.title
        return str(entrant.player.public_name)

    def _knows(self, entrant: Entrant) -> bool:
        return sees_names(self.context["request"].actor, entrant.contestant)


class ContestantSerializer(serializers.ModelSerializer[Contestant]):
    title = serializers.SerializerMethodField()
    players = EntrantSerializer(source="entrants", many=True)
    note = serializers.SerializerMethodField(help_text="For the desk only.")

    class Meta:
        model = Contestant
        fields = ["id", "event", "title", "name", "status", "players", "seed", "note", "entered_at", "version"]
        read_only_fields = fields

    def get_title(self, contestant: Contestant) -> str:
        return title_for(self.context["request"].actor, contestant)

    def get_note(self, contestant: Contestant) -> str:
        return contestant.note if may(self.context["request"].actor, "entry.manage", contestant) else ""


class ContestantFieldsSerializer(PlainWords):
    """Who it is: ids, `null` for somebody unknown, or visitors' names."""

    players = serializers.ListField(child=PersonSentField(), max_length=6)
    captain = serializers.IntegerField(required=False, min_value=1, help_text="A player's id; only for teams.")
    name = serializers.CharField(required=False, max_length=80, allow_blank=True, help_text="Of a team.")
    seed = serializers.IntegerField(required=False, min_value=1, max_value=32_000, allow_null=True)
    note = serializers.CharField(required=False, max_length=200, allow_blank=True)


class WithdrawSerializer(PlainWords):
    reason = serializers.CharField(required=False, max_length=200, allow_blank=True, default="")


class EntrySerializer(PlainWords):
    """One's own entry: the others by full name or member number."""

    others = serializers.ListField(
        child=serializers.CharField(max_length=120, allow_blank=True), required=False, max_length=5, default=list
    )
    name = serializers.CharField(required=False, max_length=80, allow_blank=True, default="", help_text="Of a team.")
    note = serializers.CharField(required=False, max_length=200, allow_blank=True, default="")


class SeekerSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField(source="display_name")


class WishSerializer(serializers.ModelSerializer[PartnerWish]):
    """Somebody who looks for a partner."""

    player = SeekerSerializer()

    class Meta:
        model = PartnerWish
        fields = ["id", "event", "player", "note", "state", "made_at", "version"]
        read_only_fields = fields


class NewWishSerializer(PlainWords):
    """Without `player` it is one's own; the desk may name somebody by id."""

    player = serializers.IntegerField(required=False, min_value=1)
    note = serializers.CharField(required=False, max_length=200, allow_blank=True, default="")


class MatchSerializer(PlainWords):
    one = serializers.IntegerField(min_value=1)
    other = serializers.IntegerField(min_value=1)


class FoundSerializer(serializers.Serializer[Any]):
    """Somebody the desk may mean."""

    id = serializers.IntegerField(source="player.pk")
    name = serializers.CharField()
    number = serializers.CharField()
    federation_number = serializers.CharField(source="player.federation_number")
    standing = serializers.CharField(help_text="current, coming, suspended or lapsed; empty for a visitor.")
    last_day = serializers.DateField(allow_null=True)


class VisitorSerializer(PlainWords):
    display_name = serializers.CharField(max_length=120)
    federation_number = serializers.CharField(required=False, max_length=20, allow_blank=True)
    needs_stationary_seat = serializers.BooleanField(required=False)
