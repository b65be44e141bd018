"""How forms look, remember which version of a row the person saw, and show what a service refused."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import Model
from django.forms.renderers import TemplatesSetting
from django.http import QueryDict
from django.utils.translation import gettext as _


class Renderer(TemplatesSetting):
    """`{{ form }}` becomes fields of the look, wherever it stands."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
    formset_template_name = "forms/formset.html"


def add_errors(form: forms.BaseForm, error: ValidationError) -> None:
    """Each message at its field; what has no field here stands above the form.

    A form that asks for something in other fields than the service names says where in `field_for`.
    """
    field_for = getattr(form, "field_for", lambda name, _problem: name)
    by_field = error.error_dict if hasattr(error, "error_dict") else {NON_FIELD_ERRORS: error.error_list}
    for name, problems in by_field.items():
        for problem in problems:
            field = field_for(name, problem)
            form.add_error(field if field in form.fields else None, problem)


def replace_sent(form: forms.BaseForm, **values: object) -> None:
    """Put these values into what was sent, so that the page sends them the next time."""
    data = cast(QueryDict, form.data).copy()
    for name, value in values.items():
        data[form.add_prefix(name)] = str(value)
    form.data = data


class VersionedForm(forms.ModelForm):
    """A form that carries the version the person saw."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["version"].initial = self.instance.version

    def show_conflict(self, current: Model, message: object) -> None:
        """Say what it says now beside what was typed; sending the form again means it."""
        self.add_error(None, str(message))
        for name in self.Meta.fields:  # type: ignore[attr-defined]
            stored = getattr(current, name)
            if name in self.cleaned_data and stored != self.cleaned_data[name] and not isinstance(stored, bool):
                self.add_error(name, _("It now says: %(value)s") % {"value": _in_words(stored) or "—"})
        replace_sent(self, version=current.version)  # type: ignore[attr-defined]


def _in_words(value: Any) -> Any:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
