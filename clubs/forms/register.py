"""What the pages of a federation's register ask."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from clubs.forms.roles import DateInput
from clubs.models import Club, Federation
from clubs.models.people import Registered


class RegisterSearchForm(forms.Form):
    q = forms.CharField(
        label=gettext_lazy("Name or number"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    registered = forms.ChoiceField(
        label=gettext_lazy("In the register"),
        required=False,
        choices=[("", gettext_lazy("Everybody")), *Registered.choices],
    )


class HomeClubForm(forms.Form):
    club = forms.ModelChoiceField(
        Club.objects.none(), label=gettext_lazy("Home club"), required=False, empty_label=gettext_lazy("none")
    )
    day = forms.DateField(label=gettext_lazy("From the day"), widget=DateInput())

    def __init__(self, *args: Any, federation: Federation, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["club"].queryset = Club.objects.filter(  # type: ignore[attr-defined]
            federation__path__startswith=federation.path
        ).order_by("name")


class RegistrationForm(forms.Form):
    registered = forms.ChoiceField(label=gettext_lazy("In the register"), choices=Registered.choices)
    deceased_on = forms.DateField(label=gettext_lazy("Died on"), required=False, widget=DateInput())
