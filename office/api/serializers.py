"""Membership years, renewals, messages and notices as programs read and write them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.models import Federation, Player
from core.api.serializers import PersonSerializer, PlainWords
from office.models import DirectorLicence, DuesPayment, GroupMail, MembershipYear, Notice, Renewal
from office.models.dues import NOT_NEGATIVE, Answer, FeeKind, HowPaid
from office.notice_kinds import Category
from office.selectors.notice_words import notice_page, notice_texts, recipient_name
from office.selectors.renewals import RenewalLine, RenewalState


class AmountField(serializers.DecimalField):
    def __init__(self, **options: Any) -> None:
        super().__init__(max_digits=8, decimal_places=2, validators=[NOT_NEGATIVE], **options)


class FeesField(serializers.DictField):
    """Amounts by the kinds of fees."""

    child = AmountField()

    def to_representation(self, value: Any) -> dict[str, str]:
        return {fee.kind: f"{fee.amount:.2f}" for fee in value.all()}

    def to_internal_value(self, data: Any) -> Any:
        amounts = super().to_internal_value(data)
        if unknown := set(amounts) - set(FeeKind.values):
            sentence = _("There is no such kind of fee. There are: %(kinds)s.") % {"kinds": ", ".join(FeeKind.values)}
            raise serializers.ValidationError({kind: [sentence] for kind in sorted(unknown)})
        return amounts


class MembershipYearSerializer(PlainWords, serializers.ModelSerializer[MembershipYear]):
    fees = FeesField(help_text='What each kind costs, such as {"full": "60.00"}.')

    class Meta:
        model = MembershipYear
        fields = [
            *("id", "name", "starts", "ends", "currency", "pay_until", "how_to_pay", "remind_before", "remind_every"),
            *("remind_most", "fees", "version"),
        ]
        read_only_fields = ["id", "version"]
        # Refused by the service, in a sentence.
        validators: list[Any] = []


class RenewalLineSerializer(serializers.Serializer[RenewalLine]):
    """One member in a year, with what is open."""

    id = serializers.IntegerField(source="renewal.pk")
    player = serializers.IntegerField(source="renewal.player_id")
    name = serializers.CharField()
    fee_kind = serializers.ChoiceField(source="renewal.fee_kind", choices=FeeKind.choices)
    amount = serializers.DecimalField(source="renewal.amount", max_digits=8, decimal_places=2)
    paid = serializers.DecimalField(max_digits=10, decimal_places=2)
    open = serializers.DecimalField(max_digits=10, decimal_places=2)
    payer = serializers.IntegerField(source="renewal.payer_id", allow_null=True, help_text="The renewal that pays.")
    state = serializers.ChoiceField(choices=RenewalState.choices)
    is_overdue = serializers.BooleanField()
    invited = serializers.CharField(source="renewal.invited", help_text="“mail”, “letter” or empty.")
    invited_at = serializers.DateTimeField(source="renewal.invited_at", allow_null=True)
    answer = serializers.CharField(source="renewal.answer", help_text="“renews”, “leaves” or empty.")
    reminders = serializers.IntegerField(source="renewal.reminders")
    version = serializers.IntegerField(source="renewal.version")


class RenewalChangeSerializer(PlainWords):
    fee_kind = serializers.ChoiceField(choices=FeeKind.choices)
    payer = serializers.PrimaryKeyRelatedField(
        queryset=Renewal.objects.all(), allow_null=True, required=False, default=None
    )
    amount = AmountField(required=False, allow_null=True, default=None, help_text="Another amount than the fee.")


class RenewalAnswerSerializer(PlainWords):
    answer = serializers.ChoiceField(choices=Answer.choices, allow_blank=True)


class NewPaymentSerializer(PlainWords):
    amount = AmountField(required=False, allow_null=True, default=None, help_text="Left out: all that is open.")
    paid_on = serializers.DateField(required=False, allow_null=True, default=None, help_text="Left out: today.")
    how = serializers.ChoiceField(choices=HowPaid.choices)
    note = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")


class PaymentSerializer(serializers.ModelSerializer[DuesPayment]):
    class Meta:
        model = DuesPayment
        fields = ["id", "renewal", "receipt", "amount", "paid_on", "how", "note", "taken_at", "withdrawn_at"]
        read_only_fields = fields


class CountSerializer(serializers.Serializer[Any]):
    people = serializers.IntegerField()


class PaymentTakenBackSerializer(PlainWords):
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class MailGroupSerializer(serializers.Serializer[Any]):
    """A group that can be written to."""

    name = serializers.CharField(source="group.label")

    key = serializers.CharField(source="group.key")
    people = serializers.IntegerField()


class GroupMailSerializer(PlainWords, serializers.ModelSerializer[GroupMail]):
    made_by = PersonSerializer(read_only=True, allow_null=True)
    group = serializers.CharField(max_length=40, help_text="The key of one of the groups.")

    class Meta:
        model = GroupMail
        fields = ["id", "group", "group_label", "subject", "text", "made_by", "made_at"]
        read_only_fields = ["id", "group_label", "made_by", "made_at"]


class NoticeSerializer(serializers.ModelSerializer[Notice]):
    """What somebody is told, in words."""

    title = serializers.SerializerMethodField()
    text = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField(help_text="Where it leads, within this site.")

    class Meta:
        model = Notice
        fields = ["id", "kind", "title", "text", "page", "until", "made_at", "read_at"]
        read_only_fields = fields

    def get_title(self, notice: Notice) -> str:
        return notice_texts(notice)[0]

    def get_text(self, notice: Notice) -> str:
        return notice_texts(notice)[1]

    def get_page(self, notice: Notice) -> str:
        return notice_page(notice)


class UndeliveredSerializer(NoticeSerializer):
    """A mail that came back, and to whom it went."""

    name = serializers.SerializerMethodField()

    class Meta(NoticeSerializer.Meta):
        fields = ["id", "kind", "title", "name", "made_at", "error"]
        read_only_fields = fields

    def get_name(self, notice: Notice) -> str:
        return recipient_name(notice)


@extend_schema_field({"type": "object", "additionalProperties": {"type": "boolean"}})
class ChoicesField(serializers.DictField):
    child = serializers.BooleanField()

    def to_internal_value(self, data: Any) -> Any:
        wanted = super().to_internal_value(data)
        if unknown := set(wanted) - set(Category.values):
            sentence = _("There is no such kind of mail. There are: %(kinds)s.")
            kinds = ", ".join(Category.values)
            raise serializers.ValidationError({kind: [sentence % {"kinds": kinds}] for kind in sorted(unknown)})
        return wanted


class MailChoicesSerializer(PlainWords):
    """Which kinds of mail one wants."""

    wanted = ChoicesField()


class LicenceSerializer(PlainWords, serializers.ModelSerializer[DirectorLicence]):
    """A director of the register."""

    name = serializers.CharField(source="player.display_name", read_only=True)
    player = serializers.PrimaryKeyRelatedField(queryset=Player.objects.findable())

    class Meta:
        model = DirectorLicence
        fields = ["id", "player", "name", "grade", "directs_up_to", "starts", "ends", "note", "version"]
        read_only_fields = ["id", "version"]
        validators: list[Any] = []


class LicenceChangeSerializer(LicenceSerializer):
    """It stays whose it is."""

    player: Any = serializers.PrimaryKeyRelatedField(read_only=True)


class CountOnDaySerializer(serializers.Serializer[Any]):
    """How many clubs and members there were on a day."""

    day = serializers.DateField()
    clubs = serializers.IntegerField()
    members = serializers.IntegerField()


class MoveSerializer(PlainWords):
    to = serializers.SlugRelatedField(slug_field="slug", queryset=Federation.objects.all())


class CloseSerializer(PlainWords):
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class StandingSerializer(serializers.Serializer[Any]):
    """Where a federation or club stands now."""

    slug = serializers.SlugField()
    under = serializers.SlugField(allow_null=True)
    is_closed = serializers.BooleanField()
