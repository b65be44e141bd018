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

    def __init__(self, *args: Any, current: Effective, body: Body, **options: Any) -> None:
        super().__init__(*args, **options)
        value = current.own.value if current.own else current.value
        if isinstance(current.regulation.kind, YesNo):
            value = "yes" if value else "no"
        self.fields["value"] = current.regulation.kind.form_field(
            label=current.regulation.label, help_text=current.regulation.help, initial=value
        )
        if isinstance(body, Federation):
            self.fields["locked"] = forms.BooleanField(
                label=_("Binding on the bodies below"),
                required=False,
                initial=bool(current.own and current.own.locked),
                help_text=_("Regions and clubs then cannot lay down anything else."),
            )
