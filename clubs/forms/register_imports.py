"""Taking in a federation's list."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from clubs.models.register import ListFate


class ListForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("The federation’s list"),
        help_text=gettext_lazy(
            "Fixed width (number in columns 1-7, surname 9-26, given names 27-35, home club 128-132), or CSV or XLSX"
            " with the names of the columns in the first line: number, name or surname and given names, home club,"
            " status, year of birth."
        ),
        error_messages={"empty": gettext_lazy("This file is empty. Choose one with a line for each person.")},
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,text/csv,text/plain"}),
    )

    def field_for(self, name: str, problem: ValidationError) -> str:
        return "file"


class ListFateForm(forms.Form):
    fate = forms.ChoiceField(
        label=gettext_lazy("Fate"),
        required=False,
        choices=[("", gettext_lazy("Every fate")), *ListFate.choices],
    )
