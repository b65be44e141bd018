from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.models import Federation
from clubs.models.bodies import Body
from clubs.regulations import Effective
from clubs.regulations.types import YesNo


class RegulationForm(forms.Form):
    """One regulation as this body wants it."""

    def __init__(self, *args: Any, held: Effective, body: Body, **options: Any) -> None:
        super().__init__(*args, **options)
        value = held.own.value if held.own else held.value
        if isinstance(held.regulation.kind, YesNo):
            value = "yes" if value else "no"
        self.fields["value"] = held.regulation.kind.form_field(
            label=held.regulation.label, help_text=held.regulation.help, initial=value
        )
        if isinstance(body, Federation):
            self.fields["locked"] = forms.BooleanField(
                label=_("Binding on the bodies below"),
                required=False,
                initial=bool(held.own and held.own.locked),
                help_text=_("Regions and clubs then cannot lay down anything else."),
            )
