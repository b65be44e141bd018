"""What the pages of the recorder's file ask."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulings.models import Report
from rulings.models.polls import Vulnerable
from rulings.models.reports import Colour, HandType, ReportKind
from rulings.models.rulings import SeatChoice
from rulings.selectors.reports import ReportQuery

ANY = ("", "—")


class ReportForm(forms.Form):
    """What happened. Which fields count depends on what the report is about; the service says what is missing."""

    happened_on = forms.DateField(label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}))
    board = forms.IntegerField(label=_("Board"), min_value=1, max_value=999, required=False)
    reporter = forms.CharField(label=_("Who reported it"), max_length=120, required=False)
    description = forms.CharField(
        label=_("What happened"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 5})
    )
    law_refs = forms.CharField(
        label=_("Laws"), max_length=120, required=False, help_text=_("Paragraphs, such as 40C1, 74A2")
    )
    hand_type = forms.ChoiceField(label=_("Kind of call"), choices=[ANY, *HandType.choices], required=False)
    call = forms.CharField(label=_("Call"), max_length=20, required=False, help_text=_("Such as 1S in third seat"))
    seat = forms.ChoiceField(label=_("Made by"), choices=[ANY, *SeatChoice.choices], required=False)
    vulnerable = forms.ChoiceField(label=_("Vulnerable"), choices=[ANY, *Vulnerable.choices], required=False)
    hand = forms.CharField(label=_("Hand"), max_length=30, required=False, help_text=_("KQ32.J54.T98.762"))
    auction = forms.CharField(label=_("Auction"), max_length=300, required=False)
    partner_action = forms.CharField(label=_("What the partner did"), max_length=500, required=False)
    outcome = forms.CharField(label=_("Result at the table"), max_length=200, required=False)

    OF_A_HAND = ("hand_type", "call", "seat", "vulnerable", "hand", "auction", "partner_action", "outcome")

    def __init__(self, *args: Any, kind: str, **options: Any) -> None:
        super().__init__(*args, **options)
        if kind != ReportKind.SYSTEM:
            for name in self.OF_A_HAND:
                del self.fields[name]

    def clean_law_refs(self) -> list[str]:
        return [part for part in re.split(r"[,;\s]+", self.cleaned_data["law_refs"].strip()) if part]

    @classmethod
    def initial_values(cls, report: Report) -> dict[str, Any]:
        initial = {name: getattr(report, name) for name in cls.base_fields}
        return initial | {"law_refs": ", ".join(report.law_refs)}


class FilterForm(forms.Form):
    q = forms.CharField(
        label=_("Player or pair"), max_length=120, required=False, help_text=_("Two names with a comma: the pair")
    )
    kind = forms.ChoiceField(label=_("About"), choices=[("", _("Everything")), *ReportKind.choices], required=False)
    hand_type = forms.ChoiceField(label=_("Kind of call"), choices=[ANY, *HandType.choices], required=False)
    colour = forms.ChoiceField(label=_("Class"), choices=[ANY, *Colour.choices], required=False)
    since = forms.DateField(label=_("Since"), required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def wanted(self) -> ReportQuery:
        if not self.is_valid():
            return ReportQuery()
        typed = self.cleaned_data
        words = typed["q"].replace("\x00", "")
        return ReportQuery(words, typed["kind"], typed["hand_type"], typed["colour"], typed["since"])


class ClassForm(forms.Form):
    colour = forms.ChoiceField(label=_("Class"), choices=Colour.choices, widget=forms.RadioSelect, required=False)
    colour_reason = forms.CharField(
        label=_("Reason, which those concerned may read"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
