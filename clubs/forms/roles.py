from __future__ import annotations

from datetime import datetime, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, Federation, Role, User

CLUB_ROLES = [role for role in Role if role not in (Role.OFFICER, Role.MEMBER)]
FEDERATION_ROLES = [role for role in Role if role not in (Role.SECRETARY, Role.MEMBER)]


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self, **attrs: Any) -> None:
        super().__init__(attrs=attrs, format="%Y-%m-%d")


class GrantForm(forms.Form):
    """Who gets which role here, and for how long."""

    user = forms.EmailField(
        label=gettext_lazy("Email address"), help_text=gettext_lazy("The address the person signs in with.")
    )
    role = forms.ChoiceField(label=gettext_lazy("Role"))
    starts_at = forms.DateField(label=gettext_lazy("From"), required=False, widget=DateInput())
    ends_at = forms.DateField(
        label=gettext_lazy("Until the end of"),
        required=False,
        widget=DateInput(),
        help_text=gettext_lazy("Leave empty for a role without an end."),
    )

    def __init__(self, *args: Any, body: Federation | Club, **options: Any) -> None:
        super().__init__(*args, **options)
        roles = CLUB_ROLES if isinstance(body, Club) else FEDERATION_ROLES
        self.fields["role"].choices = [(role.value, role.label) for role in roles]  # type: ignore[attr-defined]

    def clean_user(self) -> User:
        user = User.objects.filter(email__iexact=self.cleaned_data["user"], is_active=True).first()
        if user is None:
            raise ValidationError(_("Nobody has an account with this address. Ask the person to sign up first."))
        return user

    def clean_starts_at(self) -> datetime | None:
        return at_time(self.cleaned_data["starts_at"], time.min)

    def clean_ends_at(self) -> datetime | None:
        return at_time(self.cleaned_data["ends_at"], time.max)


def at_time(day: Any, hour: time) -> datetime | None:
    """A moment of a day in the body's time zone, which the page has switched on."""
    return timezone.make_aware(datetime.combine(day, hour)) if day else None


class RevokeForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason"), required=False, max_length=300, help_text=gettext_lazy("Kept in the audit.")
    )
