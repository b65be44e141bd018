from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms.bodies import ZoneField
from clubs.forms.roles import DateInput
from clubs.hooks import RunningThing
from clubs.models import Club, Federation, Player, User
from clubs.services.joining import ask_to_join
from clubs.services.setup import FirstClub
from core import actors
from core.forms import VersionedForm
from core.permissions import SCOPES

MOST_CLUBS = 60


class SignupForm(forms.Form):
    """What we ask besides the address and the password (allauth adds those)."""

    display_name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=120,
        help_text=gettext_lazy("As it should stand on the score sheet."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    club = forms.ModelChoiceField(
        label=gettext_lazy("Your club"),
        queryset=Club.objects.none(),
        required=False,
        to_field_name="slug",
        empty_label=gettext_lazy("None, or later"),
        help_text=gettext_lazy("If you are a member: its secretary joins your account to what you have played there."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        listed = Club.objects.filter(is_listed=True).order_by("name")
        named = listed.filter(slug=self.initial.get("club") or self.data.get("club") or "")
        # A list of all clubs of a country is no help: those come here from their own club's page.
        self.fields["club"].queryset = named if listed.count() > MOST_CLUBS else listed  # type: ignore[attr-defined]
        if not self.fields["club"].queryset.exists():  # type: ignore[attr-defined]
            del self.fields["club"]

    def signup(self, request: HttpRequest, user: User) -> None:
        """The adapter has already made the player; the club, if one was named, is asked to join it."""
        if club := self.cleaned_data.get("club"):
            ask_to_join(actor=actors.of_request(request, user=user), club=club)


class ProfileForm(VersionedForm):
    """A person's own details."""

    languages = forms.CharField(
        label=gettext_lazy("Languages you speak"),
        required=False,
        max_length=120,
        help_text=gettext_lazy(
            "Separated by commas: English, Latvian. Directors see them when they come to your table."
        ),
    )
    language = forms.ChoiceField(label=gettext_lazy("Language of these pages"), required=False)

    class Meta:
        model = Player
        fields = ["display_name", "privacy", "email", "phone", "needs_stationary_seat"]
        widgets = {"privacy": forms.RadioSelect, "display_name": forms.TextInput(attrs={"autocomplete": "name"})}

    field_order = [
        *("display_name", "privacy", "email", "phone", "needs_stationary_seat", "languages", "language", "version"),
    ]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["email"].label = _("Email address for your clubs")
        self.fields["email"].help_text = _(
            "Email and telephone are shown to your clubs’ secretaries and the federation’s officers only."
        )
        self.fields["languages"].initial = ", ".join(self.instance.languages)
        self.fields["language"].initial = self.instance.user.language
        self.fields["language"].choices = [("", _("As the browser asks")), *settings.LANGUAGES]  # type: ignore[attr-defined]

    def clean_languages(self) -> list[str]:
        return [word.strip() for word in self.cleaned_data["languages"].split(",") if word.strip()]

    def player_fields(self) -> dict[str, Any]:
        names = ("display_name", "privacy", "email", "phone", "needs_stationary_seat", "languages")
        return {name: self.cleaned_data[name] for name in names}


class TokenForm(forms.Form):
    """A key for a program."""

    name = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=80,
        help_text=gettext_lazy("Such as: results screen in the hall"),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What may it do?"), choices=SCOPES.items(), widget=forms.CheckboxSelectMultiple
    )
    expires_at = forms.DateTimeField(label=gettext_lazy("Until"), widget=DateInput())
    ends_with_sign_in = forms.BooleanField(
        label=gettext_lazy("It ends when I sign out here"),
        required=False,
        help_text=gettext_lazy("For an evening: it stops when you sign out of this browser or change your password."),
    )
    ends_with = forms.ChoiceField(
        label=gettext_lazy("It ends with this session"),
        required=False,
        help_text=gettext_lazy("It stops when the session is finished, even if that is reopened later."),
    )

    def __init__(self, *args: Any, running: Iterable[RunningThing] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [(thing.key, thing.name) for thing in running]
        cast(forms.ChoiceField, self.fields["ends_with"]).choices = [("", _("none")), *choices]
        if not choices and not self.data.get("ends_with"):
            del self.fields["ends_with"]
        self.fields["expires_at"].initial = (timezone.now() + timedelta(days=90)).date()
        self.fields["scopes"].initial = ["read"]


class EraseForm(forms.Form):
    """Leaving for good."""

    understood = forms.BooleanField(
        label=gettext_lazy("I understand that this cannot be undone"),
        error_messages={"required": gettext_lazy("Tick the box if you want to go on.")},
    )


class SetupForm(forms.Form):
    """The first federation, club and secretary."""

    federation_name = forms.CharField(label=gettext_lazy("Name of the federation"), max_length=120)
    club_name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=120)
    timezone = ZoneField(label=gettext_lazy("Time zone"), initial="UTC")
    display_name = forms.CharField(
        label=gettext_lazy("Your name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(label=gettext_lazy("Your email address"))
    password = forms.CharField(
        label=gettext_lazy("A password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}, render_value=True),
        help_text=gettext_lazy("At least twelve characters, and nothing that is easily guessed."),
    )

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        validate_password(password, User(email=self.cleaned_data.get("email", "")))
        return password

    def first_club(self) -> FirstClub:
        data = self.cleaned_data
        names = {
            "federation_slug": slug_for(data["federation_name"], "federation"),
            "club_slug": slug_for(data["club_name"], "club"),
        }
        return FirstClub(**data, **names)


def slug_for(name: str, otherwise: str) -> str:
    """An address made of a name; names in other scripts get a plain one, to be changed under Settings."""
    slug = slugify(name)[:60] or otherwise
    return slug if not Federation.objects.filter(slug=slug).exists() else f"{slug[:55]}-1"
