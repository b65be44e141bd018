from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm
from django.utils.translation import gettext_lazy as _


class SignInForm(LoginForm):
    """allauth's form in our words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["remember"].label = _("Stay signed in on this device")
