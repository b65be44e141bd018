from __future__ import annotations

from typing import Any

from allauth.account.forms import ChangePasswordForm, LoginForm, ResetPasswordKeyForm
from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.services.tokens import end_tokens
from core import actors


class SignInForm(LoginForm):
    """allauth's form in our words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["remember"].label = _("Stay signed in on this device")


class NewPasswordForm(ChangePasswordForm):
    """allauth's form, which also asks what becomes of the programs that act for the person."""

    end_tokens = forms.BooleanField(
        label=_("End my API tokens too"),
        required=False,
        initial=True,
        help_text=_("Whoever knew the old password may have made one. Programs that you use need a new one."),
    )

    def save(self) -> None:
        super().save()
        if self.cleaned_data["end_tokens"]:
            end_tokens(actor=actors.of_user(self.user), user=self.user)


class ForgottenPasswordForm(ResetPasswordKeyForm):
    """allauth's form. Who had to ask for a new password does not know who has the old one: tokens end."""

    def save(self) -> None:
        super().save()
        end_tokens(actor=actors.of_user(self.user), user=self.user)
