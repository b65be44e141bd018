"""What the page of table money asks where a tap does not do."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.models.money import Settled
from events.selectors.money import PlayerBalance


class AmountField(forms.DecimalField):
    """An amount as people write it: with a point or a comma, whatever the language."""

    def to_python(self, value: Any) -> Any:
        return super().to_python(str(value).strip().replace(",", ".") if value is not None else None)


class MoneyForm(forms.Form):
    how = forms.ChoiceField(label=_("How"), choices=Settled.choices, widget=forms.RadioSelect, initial=Settled.CASH)
    amount = AmountField(
        label=_("Amount"),
        required=False,
        max_digits=8,
        decimal_places=2,
        help_text=_("Empty for what is open. After a smaller amount the rest stays open."),
        error_messages={"invalid": _("Write the amount in figures, such as 4.50.")},
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=200,
        help_text=_("Why somebody plays free or is let off the rest."),
    )
    let_off = forms.BooleanField(label=_("Let them off the rest"), required=False)

    def __init__(self, *args: Any, line: PlayerBalance, **options: Any) -> None:
        super().__init__(*args, **options)
        self.line = line
        if line.money and not line.is_open:
            payment = line.money
            amount = None if payment.how == Settled.FREE else payment.amount
            let_off = payment.how != Settled.FREE and line.paid < line.owed
            self.initial.update(how=payment.how, amount=amount, reason=payment.reason, let_off=let_off)


class BillFilter(forms.Form):
    q = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    only_open = forms.BooleanField(label=_("Only what is open"), required=False)
