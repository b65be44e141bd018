"""Marks beside the labels of fields that are required only at times."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


def need_with_score(form: forms.Form, *names: str) -> None:
    """Mark what an assigned score cannot do without; the services refuse it where it is missing."""
    for name in names:
        form.fields[name].needed_with = _("required with an adjusted score")  # type: ignore[attr-defined]
