"""Opening a membership year, and what is noted of one member in it."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms.roles import DateInput
from clubs.models import Club
from core.forms import VersionedForm
from office.models import DuesPayment, MembershipYear, Renewal
from office.models.dues import NOT_NEGATIVE, Answer, FeeKind
from office.selectors.renewals import RenewalState

FIELDS = (
    *("name", "starts", "ends", "currency", "pay_until", "how_to_pay"),
    *("remind_before", "remind_every", "remind_most"),
)


ORDER = (
    *("name", "starts", "ends", "currency", *(f"fee_{kind.value}" for kind in FeeKind)),
    *("pay_until", "how_to_pay", "remind_before", "remind_every", "remind_most"),
)
WIDGETS = {
    "starts": DateInput(),
    "ends": DateInput(),
    "pay_until": DateInput(),
    "how_to_pay": forms.Textarea(attrs={"rows": 3}),
}


class FeesMixin(forms.ModelForm):
    """A field for each kind of fee; an empty one is no fee."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for kind in FeeKind:
            self.fields[f"fee_{kind.value}"] = forms.DecimalField(
                label=_("Fee: %(kind)s") % {"kind": kind.label},
                required=False,
                max_digits=8,
                decimal_places=2,
                validators=[NOT_NEGATIVE],
            )
        self.order_fields(ORDER)

    def _post_clean(self) -> None:
        """The row itself is checked by the service."""

    def fees(self) -> dict[str, Decimal]:
        typed = {kind.value: self.cleaned_data.get(f"fee_{kind.value}") for kind in FeeKind}
        return {kind: amount for kind, amount in typed.items() if amount is not None}

    def year(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in FIELDS}


class OpenYearForm(FeesMixin):
    """A year to be; filled in from the one before."""

    class Meta:
        model = MembershipYear
        fields = FIELDS
        widgets = WIDGETS

    def __init__(self, *args: Any, club: Club, today: date, before: MembershipYear | None, **options: Any) -> None:
        options.setdefault("initial", suggested(today, before))
        super().__init__(*args, **options)


def suggested(today: date, before: MembershipYear | None) -> dict[str, Any]:
    """The year after the one before, with its fees; else the next calendar year."""
    if before is None:
        first = date(today.year + 1, 1, 1)
        return {
            "name": str(first.year),
            "starts": first,
            "ends": date(first.year, 12, 31),
            "pay_until": date(first.year, 1, 31),
            "remind_before": 7,
            "remind_every": 14,
        }
    starts = before.ends + timedelta(days=1)
    kept = ("currency", "how_to_pay", "remind_before", "remind_every", "remind_most")
    return {
        **{name: getattr(before, name) for name in kept},
        **{f"fee_{fee.kind}": fee.amount for fee in before.fees.all()},
        "name": str(starts.year) if before.name == str(before.starts.year) else "",
        "starts": starts,
        "ends": starts + (before.ends - before.starts),
        "pay_until": starts + (before.pay_until - before.starts),
    }


class ChangeYearForm(FeesMixin, VersionedForm):
    class Meta:
        model = MembershipYear
        fields = FIELDS
        widgets = WIDGETS

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for fee in self.instance.fees.all():
            self.fields[f"fee_{fee.kind}"].initial = fee.amount


class YearSearchForm(forms.Form):
    q = forms.CharField(label=gettext_lazy("Name"), required=False, max_length=100)
    state = forms.ChoiceField(label=gettext_lazy("Status"), required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        states = [("", _("Everybody")), ("overdue", _("Not paid in time")), *RenewalState.choices]
        self.fields["state"].choices = states  # type: ignore[attr-defined]


class PaymentForm(forms.ModelForm):
    """What was paid; an empty amount is all that is open."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    class Meta:
        model = DuesPayment
        fields = ("amount", "paid_on", "how", "note")
        widgets = {"paid_on": DateInput(), "how": forms.RadioSelect}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["amount"].required = False
        self.fields["amount"].help_text = _("Empty: all that is open.")
        self.fields["how"].initial = "transfer"

    def _post_clean(self) -> None:
        """The row itself is checked by the service."""


class RenewalForm(forms.Form):
    """What a member is asked for, and who pays for them."""

    fee_kind = forms.ChoiceField(label=gettext_lazy("Fee"), choices=FeeKind.choices)
    payer = forms.ModelChoiceField(
        Renewal.objects.none(),
        label=gettext_lazy("Paid by"),
        required=False,
        empty_label=gettext_lazy("Pays for themselves"),
        help_text=gettext_lazy("In a family: who pays for all of them, at the fee for a family."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, renewal: Renewal, **options: Any) -> None:
        options["initial"] = {"fee_kind": renewal.fee_kind, "payer": renewal.payer_id, "version": renewal.version}
        super().__init__(*args, **options)
        others = Renewal.objects.filter(year=renewal.year_id, payer=None).exclude(pk=renewal.pk)
        payer = self.fields["payer"]
        payer.queryset = others.select_related("player").order_by("player__display_name", "pk")  # type: ignore[attr-defined]
        payer.label_from_instance = lambda row: row.player.display_name  # type: ignore[attr-defined]


class AnswerForm(forms.Form):
    answer = forms.ChoiceField(label=gettext_lazy("Answer"), required=False, choices=Answer.choices)
