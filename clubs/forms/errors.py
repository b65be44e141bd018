"""Putting what a service refused back on the form that asked for it."""

from __future__ import annotations

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError


def add_errors(form: forms.BaseForm, error: ValidationError) -> None:
    """Each message at its field; what has no field here stands above the form."""
    if not hasattr(error, "error_dict"):
        form.add_error(None, error)
        return
    for name, errors in error.error_dict.items():
        form.add_error(name if name in form.fields and name != NON_FIELD_ERRORS else None, errors)
