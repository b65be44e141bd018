"""Table money, officials, substitutes and line-ups."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from core.api.serializers import PersonSerializer, PlainWords
from events.models import LineUp, SessionOfficial, Substitution, TableMoney
from events.models.money import Settled
from events.models.sessions import Duty
from events.selectors.officials import director_in_charge

LARGEST_ID = 2**63 - 1


def id_field(**options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=LARGEST_ID, **options)


class NamedSerializer(serializers.Serializer[Any]):
    """A player, by the name they go by."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField(source="display_name")


class WhoSerializer(PlainWords):
    """Somebody known (`player`) or new to the records (`visitor`)."""

    player = id_field(required=False)
    visitor = serializers.CharField(required=False, max_length=120)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("player" in attrs) == ("visitor" in attrs):
            sentence = _("Say who it is: “player” for somebody known, or “visitor” for somebody new.")
            raise serializers.ValidationError({"player": sentence}, code="one_of_two")
        return attrs


# --- Money ----------------------------------------------------------------------------------------------------------
def amount_field(**options: Any) -> serializers.DecimalField:
    return serializers.DecimalField(max_digits=8, decimal_places=2, **options)


class MoneySerializer(serializers.ModelSerializer[TableMoney]):
    """That somebody has paid, or plays free."""

    player = NamedSerializer(read_only=True)
    taken_by = PersonSerializer(read_only=True, allow_null=True)

    class Meta:
        model = TableMoney
        fields = ["id", "player", "how", "amount", "settles", "reason", "taken_by", "taken_at", "withdrawn_at"]
        read_only_fields = fields


class MoneyLineSerializer(serializers.Serializer[Any]):
    """What one person owes and has paid; without a player nobody knows yet who it is."""

    player = NamedSerializer(allow_null=True)
    name = serializers.CharField()
    where = serializers.CharField()
    is_member = serializers.BooleanField()
    owed = amount_field()
    rest = amount_field(help_text="What is still to be paid.")
    is_open = serializers.BooleanField()
    stands_in_for = serializers.CharField()
    money = MoneySerializer(allow_null=True, help_text="The latest payment.")
    payments = MoneySerializer(many=True)


class MoneyTotalsSerializer(serializers.Serializer[Any]):
    cash = amount_field()
    card = amount_field()
    free = serializers.IntegerField()
    paid = serializers.IntegerField()
    open = serializers.IntegerField()
    open_sum = amount_field()


class AccountSerializer(serializers.Serializer[Any]):
    """The table money of a session."""

    totals = MoneyTotalsSerializer()
    lines = MoneyLineSerializer(many=True)


class SettlingSerializer(PlainWords):
    """How it was paid; without an amount, what is open. After a smaller amount the rest stays open."""

    how = serializers.ChoiceField(choices=Settled.choices, required=False, default=Settled.CASH)
    amount = amount_field(required=False, allow_null=True, default=None, min_value=0)
    reason = serializers.CharField(required=False, max_length=200, default="", allow_blank=True)
    let_off = serializers.BooleanField(required=False, default=False, help_text="Nothing stays open, for a reason.")


class TakingSerializer(SettlingSerializer):
    """Whose money it is. With `expected`, nothing is taken where another sum is open by now."""

    players = serializers.ListField(child=id_field(), min_length=1, max_length=500)
    expected = amount_field(required=False, allow_null=True, default=None, min_value=0)


# --- Officials ------------------------------------------------------------------------------------------------------
class OfficialSerializer(serializers.ModelSerializer[SessionOfficial]):
    player = NamedSerializer(read_only=True)
    deputy = NamedSerializer(read_only=True, allow_null=True)
    in_charge = serializers.SerializerMethodField(help_text="The director in charge of the session (Law 81D).")

    class Meta:
        model = SessionOfficial
        fields = ["id", "player", "duty", "deputy", "in_charge"]
        read_only_fields = fields

    def get_in_charge(self, official: SessionOfficial) -> bool:
        director = director_in_charge(official.session, self.context["at"])
        return official.duty == Duty.DIRECTOR and official.player == director


class NewOfficialSerializer(WhoSerializer):
    duty = serializers.ChoiceField(choices=Duty.choices)
    deputy = id_field(required=False, allow_null=True, default=None)


class DeputySerializer(PlainWords):
    deputy = id_field(allow_null=True)


# --- Substitutes ----------------------------------------------------------------------------------------------------
class SubstitutionSerializer(serializers.ModelSerializer[Substitution]):
    """Somebody plays for an entrant from a round to another, or to the end."""

    player = NamedSerializer(read_only=True)
    instead_of = serializers.CharField(source="entrant.title", read_only=True)

    class Meta:
        model = Substitution
        fields = [
            *("id", "place", "entrant", "instead_of", "player", "first_round", "last_round", "reason"),
            *("made_at", "withdrawn_at"),
        ]
        read_only_fields = fields


class NewSubstitutionSerializer(WhoSerializer):
    entrant = id_field()
    first_round = serializers.IntegerField(min_value=1, max_value=999)
    last_round = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=999)
    reason = serializers.CharField(required=False, max_length=200, default="", allow_blank=True)


class LastRoundSerializer(PlainWords):
    last_round = serializers.IntegerField(min_value=1, max_value=999)


class PartSerializer(serializers.Serializer[Any]):
    """What one person played for a contestant; the share is in percent of what the contestant played."""

    player = NamedSerializer()
    section = serializers.CharField(source="place.section.letter")
    number = serializers.IntegerField(source="place.number")
    boards = serializers.ListField(child=serializers.IntegerField())
    share = serializers.IntegerField()
    is_substitute = serializers.BooleanField()


# --- Line-ups -------------------------------------------------------------------------------------------------------
class LineUpSerializer(serializers.ModelSerializer[LineUp]):
    """Four of a team, by entrant, from a round on."""

    class Meta:
        model = LineUp
        fields = ["id", "place", "first_round", "north", "south", "east", "west", "made_at"]
        read_only_fields = fields


class NewLineUpSerializer(PlainWords):
    place = id_field()
    first_round = serializers.IntegerField(min_value=1, max_value=999)
    north = id_field()
    south = id_field()
    east = id_field()
    west = id_field()
