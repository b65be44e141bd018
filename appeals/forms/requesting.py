"""Asking for a review of a ruling, and concurring by code."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from appeals.forms.base import YES_NO, ConfirmedNo, area
from appeals.models.appeals import PointKind


class RequestForm(forms.Form):
    side = forms.ChoiceField(label=_("For"), widget=forms.RadioSelect)
    grounds = area(_("What is wrong with the ruling?"), rows=4)
    kind = forms.ChoiceField(
        label=_("It is about"),
        choices=PointKind.choices,
        initial=PointKind.FACT,
        widget=forms.RadioSelect,
        help_text=_("More points can be named until the appeal goes to those who hear it."),
    )

    def __init__(self, *args: Any, sides: list[tuple[str, str]], **options: Any) -> None:
        """`sides`: at the desk, for whom it can be."""
        super().__init__(*args, **options)
        if sides:
            self.fields["side"].choices = sides  # type: ignore[attr-defined]
        else:
            del self.fields["side"]


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )


class AnswerByCodeForm(ConfirmedNo):
    agrees = forms.ChoiceField(label=_("Do you concur in this appeal?"), choices=YES_NO, widget=forms.RadioSelect)


class NoteForm(forms.Form):
    notes = area(_("Notes of the register"), required=False)
    follow_up = forms.DateField(
        label=_("Follow up on"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    # What `fingerprint` said of the note that is changed.
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def clean_seen(self) -> str | None:
        return self.cleaned_data["seen"] or None
