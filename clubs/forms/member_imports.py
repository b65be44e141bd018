"""Uploading a file of members and matching its columns."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.imports.columns import FIELDS
from clubs.models import MemberImport
from clubs.models.imports import Fate


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("CSV or XLSX, with the names of the columns in the first line; at most 50,000 rows."),
        error_messages={"empty": gettext_lazy("This file is empty. Choose one with a line for each member.")},
        widget=forms.FileInput(
            attrs={"accept": ".csv,.txt,.tsv,.xlsx,text/csv,text/tab-separated-values,text/plain"},
        ),
    )

    def field_for(self, name: str, problem: ValidationError) -> str:
        return "file"


class ColumnsForm(forms.Form):
    """For each field: which column of the file it is in."""

    def __init__(self, *args: Any, member_import: MemberImport, **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [("", _("Not in the file")), *_columns(member_import)]
        for field, label in FIELDS.items():
            self.fields[field] = forms.TypedChoiceField(
                label=label,
                required=False,
                choices=choices,
                coerce=int,
                empty_value=None,
                initial=member_import.columns.get(field, ""),
            )
        self.fields["name"].help_text = _("The whole name; or leave it out and choose first and last name.")

    def columns(self) -> dict[str, int]:
        return {name: place for name, place in self.cleaned_data.items() if place is not None}


class FateForm(forms.Form):
    fate = forms.ChoiceField(
        label=gettext_lazy("Show"), required=False, choices=[("", gettext_lazy("Every row")), *Fate.choices]
    )

    def chosen_fate(self) -> str:
        self.is_valid()
        return cast(str, self.cleaned_data.get("fate", ""))


def _columns(member_import: MemberImport) -> list[tuple[str, str]]:
    """Each column by its name and what stands in it first."""
    first_row = member_import.sample[0] if member_import.sample else []
    choices = []
    for place, head in enumerate(member_import.header):
        text = first_row[place] if place < len(first_row) else ""
        name = head or _("Column %(place)s") % {"place": place + 1}
        choices.append((str(place), f"{name} ({text})" if text else name))
    return choices
