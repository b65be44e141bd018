"""Fields of rulings and polls, and marks beside those that are required only at times."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.director import TYPED


def typed_field(label: Any, most: int, help_text: Any) -> forms.CharField:
    """For codes of the game, which no keyboard is to correct; it may stay empty."""
    widget = forms.TextInput(attrs=TYPED)
    return forms.CharField(label=label, max_length=most, required=False, help_text=help_text, widget=widget)


def need_with_score(form: forms.Form, *names: str) -> None:
    """Mark what an assigned score cannot do without; the services refuse it where it is missing."""
    for name in names:
        form.fields[name].needed_with = _("required with an adjusted score")  # type: ignore[attr-defined]
