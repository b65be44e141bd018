"""Adding an address that is told of news."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from exchange.models.webhooks import News


class WebhookForm(forms.Form):
    url = forms.URLField(label=gettext_lazy("Address"), max_length=500, assume_scheme="https")
    news = forms.MultipleChoiceField(
        label=gettext_lazy("What it is told"),
        choices=News.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=News.values,
    )
