"""What earlier rulings are looked for by."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from rulings.laws import library
from rulings.selectors.precedents import PrecedentQuery, menu_title


class PrecedentForm(forms.Form):
    law = forms.CharField(label=_("Law"), max_length=12, required=False, help_text=_("27, or 27B1(a)"))
    tree = forms.ChoiceField(label=_("Irregularity"), required=False)
    outcome = forms.CharField(label=_("Outcome"), max_length=20, required=False, help_text=_("L27.B2"))
    event = forms.CharField(label=_("Event (own club)"), max_length=80, required=False)
    director = forms.CharField(label=_("Director (own club)"), max_length=80, required=False)
    adjusted = forms.BooleanField(label=_("Only with an adjusted score"), required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        trees = sorted((menu_title(name), name) for name in library().trees)
        self.fields["tree"].choices = [("", _now("Any")), *((name, title) for title, name in trees)]  # type: ignore[attr-defined]

    def clean_law(self) -> str:
        head, bracket, tail = self.cleaned_data["law"].replace("\x00", "").strip().partition("(")
        return str(head.upper() + bracket + tail.lower())

    def wanted(self) -> PrecedentQuery:
        if not self.is_valid():
            return PrecedentQuery()
        typed = self.cleaned_data
        texts = {name: str(typed[name]).replace("\x00", "").strip() for name in ("outcome", "event", "director")}
        return PrecedentQuery(law=typed["law"], tree=typed["tree"], adjusted=typed["adjusted"], **texts)
