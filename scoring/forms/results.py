from django import forms
from django.utils.translation import gettext_lazy as _


class FindResultsForm(forms.Form):
    q = forms.CharField(
        label=_("Event or player"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    day = forms.DateField(
        label=_("Day"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
