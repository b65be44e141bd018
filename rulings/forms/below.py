"""Looking among all rulings of a federation."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.roles import DateInput
from rulings.selectors.below import RulingsQuery


class RulingsBelowForm(forms.Form):
    q = forms.CharField(
        label=_("Words"), required=False, max_length=100, help_text=_("Subject, law, club, event or board.")
    )
    since = forms.DateField(label=_("From"), required=False, widget=DateInput())
    until = forms.DateField(label=_("Until"), required=False, widget=DateInput())

    def query(self) -> RulingsQuery:
        """What was typed, as far as it can be read."""
        self.is_valid()
        typed = self.cleaned_data
        return RulingsQuery(typed.get("q", ""), typed.get("since"), typed.get("until"))
