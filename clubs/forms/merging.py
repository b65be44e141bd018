"""What is asked before two records become one, or two again."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason"), required=False, max_length=300, help_text=gettext_lazy("Kept in the audit.")
    )


class OtherRecordForm(forms.Form):
    """Another record, found by name or number."""

    q = forms.CharField(
        label=gettext_lazy("Name or number"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
