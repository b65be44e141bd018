from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from events.services.standing_codes import MOST_TABLES


class StandingCodesForm(forms.Form):
    """Which tables are to have a code that stays."""

    letter = forms.CharField(label=_("Section"), max_length=3, initial="A", help_text=_("A where there is only one."))
    tables = forms.IntegerField(label=_("Tables"), min_value=1, max_value=MOST_TABLES)
