"""Regions and clubs added and moved, and the directors' register."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.bodies import ZoneField
from clubs.forms.roles import DateInput
from clubs.models import Club, Federation
from clubs.models.bodies import Level
from core.forms import VersionedForm
from office.models import DirectorLicence

LICENCE = ("grade", "directs_up_to", "starts", "ends", "note")


class NewBodyForm(forms.ModelForm):
    """The little that a new body needs; the rest is filled in on its settings."""

    timezone = ZoneField(label=_("Time zone"))

    def __init__(self, *args: Any, above: Federation, **options: Any) -> None:
        options.setdefault("initial", {"timezone": above.timezone, "level": Level.REGION})
        super().__init__(*args, **options)
        self.fields["slug"].label = _("Web address")
        self.fields["slug"].help_text = _("The last part of the page's address: small letters, digits and hyphens.")

    def _post_clean(self) -> None:
        """The row itself is checked by the service."""


class NewClubForm(NewBodyForm):
    class Meta:
        model = Club
        fields = ("name", "slug", "timezone", "email")


class NewRegionForm(NewBodyForm):
    class Meta:
        model = Federation
        fields = ("name", "slug", "level", "timezone", "email")


class MoveForm(forms.Form):
    federation = forms.ModelChoiceField(Federation.objects.none(), label=_("To"))
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, choices: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["federation"].queryset = choices  # type: ignore[attr-defined]


class CloseForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), required=False, max_length=300)


class LicenceForm(VersionedForm):
    class Meta:
        model = DirectorLicence
        fields = LICENCE
        widgets = {"starts": DateInput(), "ends": DateInput()}

    def _post_clean(self) -> None:
        """The row itself is checked by the service."""

    def licence(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in LICENCE}


class NewLicenceForm(forms.ModelForm):
    player = forms.CharField(
        label=_("Director"), max_length=120, help_text=_("The federation number, or the whole name.")
    )
    field_order = ("player", *LICENCE)

    class Meta:
        model = DirectorLicence
        fields = LICENCE
        widgets = {"starts": DateInput(), "ends": DateInput()}

    def _post_clean(self) -> None:
        """The row itself is checked by the service."""

    def licence(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in LICENCE}
