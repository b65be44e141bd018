from __future__ import annotations

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubs.models import User


class SignupForm(forms.Form):
    """What we ask besides the address and the password (allauth adds those)."""

    display_name = forms.CharField(
        label=_("Your name"),
        max_length=120,
        help_text=_("As it should stand on the score sheet."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def signup(self, request: HttpRequest, user: User) -> None:
        """The adapter has already made the player."""
