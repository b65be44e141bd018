"""What a newcomer tells the club, and what the secretary answers."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from clubs.models import JoinRequest


class JoinForm(forms.ModelForm):
    """Nothing has to be filled in: the name is often enough."""

    class Meta:
        model = JoinRequest
        fields = ("number", "federation_number", "played_as", "note")
        help_texts = {
            "number": gettext_lazy("If you know it: the secretary finds you sooner."),
            "federation_number": gettext_lazy("If you have one."),
        }

    def _post_clean(self) -> None:
        """The row itself is checked by the service."""


class DeclineForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Why not?"),
        max_length=300,
        help_text=gettext_lazy("The person reads this: say what they can do about it."),
    )


class SeparateForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason"), required=False, max_length=300, help_text=gettext_lazy("Kept in the audit.")
    )
