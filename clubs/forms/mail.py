"""Setting up how mail leaves."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import MailServer


class MailServerForm(forms.ModelForm):
    password = forms.CharField(
        label=gettext_lazy("Password"),
        required=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    field_order = ("host", "port", "security", "username", "password", "sender")

    class Meta:
        model = MailServer
        fields = ("host", "port", "security", "username", "sender")
        widgets = {"security": forms.RadioSelect, "username": forms.TextInput(attrs={"autocomplete": "off"})}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance.sealed_password:
            self.fields["password"].help_text = _("Empty: the one that is kept stays.")

    def _post_clean(self) -> None:
        """The row itself is checked by the service."""


class TryMailForm(forms.Form):
    to = forms.EmailField(label=gettext_lazy("To"), help_text=gettext_lazy("Somewhere you can look."))


class LinkForm(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("Email address"), help_text=gettext_lazy("The address the person signs in with.")
    )
