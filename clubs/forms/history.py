"""What a person is asked about their own history, and before leaving."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from clubs.models import Federation
from clubs.models.bodies import Level


class NumberForm(forms.Form):
    federation = forms.ModelChoiceField(
        Federation.objects.filter(level=Level.NATIONAL).order_by("name"), label=gettext_lazy("Federation")
    )
    number = forms.CharField(label=gettext_lazy("Your federation number"), max_length=20)


class CloseForm(forms.Form):
    sure = forms.BooleanField(label=gettext_lazy("Close my account"))
