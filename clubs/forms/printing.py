"""What is to be printed, and how a club prints."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from printing.models import Form, Letters, Paper, PrintSettings
from printing.registry import REPORTS, reports_of


class PrintForm(forms.Form):
    """Which reports, and as what."""

    form = forms.ChoiceField(label=_("As"), choices=Form.choices, required=False)
    paper = forms.ChoiceField(label=_("Paper"), choices=Paper.choices, required=False)
    period = forms.CharField(
        label=_("Period"),
        max_length=10,
        required=False,
        help_text=_("A month like 2026-11 or a year like 2026, for what is of a period. Empty: the present one."),
    )
    for_public = forms.BooleanField(
        label=_("With names as strangers may read them"),
        required=False,
        help_text=_("For what is sent on or put where everybody reads it."),
    )
    by_mail = forms.BooleanField(label=_("Send it to me by mail as well"), required=False)

    def __init__(self, *args: Any, paper: str, has_period: bool = False, **options: Any) -> None:
        """`paper`: what the club prints on, unless another is chosen."""
        super().__init__(*args, **options)
        self.initial = {"paper": paper}
        if not has_period:
            del self.fields["period"]


class PrintSettingsForm(forms.Form):
    """A club's paper and letters, and what belongs to its two sets."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    paper = forms.ChoiceField(label=_("Paper"), choices=Paper.choices)
    letters = forms.ChoiceField(label=_("Letters"), choices=Letters.choices)
    tonight = forms.MultipleChoiceField(
        label=_("Everything for tonight"), required=False, widget=forms.CheckboxSelectMultiple
    )
    wall = forms.MultipleChoiceField(
        label=_("Everything for the wall"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, chosen: PrintSettings, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial = {name: getattr(chosen, name) for name in ("version", "paper", "letters", "tonight", "wall")}
        of_session = [(name, REPORTS[name].title) for name in reports_of("session")]
        for name in ("tonight", "wall"):
            self.fields[name].choices = of_session  # type: ignore[attr-defined]
