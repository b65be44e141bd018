from __future__ import annotations

from io import BytesIO
from typing import Any
from uuid import uuid4

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from PIL import Image

from clubs.models import Club, Federation
from clubs.models.bodies import time_zones, validate_zone
from core.forms import VersionedForm

LOGO_PIXELS = (512, 512)
# A photograph of a telephone, 48 MB when it is unpacked.
MOST_POINTS = 12_000_000


class ZoneInput(forms.TextInput):
    """Type a few letters and pick: a list of six hundred zones is no menu."""

    template_name = "forms/zone.html"

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        linked = {**(attrs or {}), "list": f"{(attrs or {}).get('id', name)}_zones", "autocomplete": "off"}
        context = super().get_context(name, value, linked)
        return context | {"zones": sorted(time_zones())}


class ZoneField(forms.CharField):
    widget = ZoneInput
    default_validators = [validate_zone]


class BodyForm(VersionedForm):
    """Details of a body."""

    timezone = ZoneField(label=gettext_lazy("Time zone"))
    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["language"].choices = [("", _("As the browser asks")), *settings.LANGUAGES]  # type: ignore[attr-defined]
        self.fields["slug"].label = _("Web address")
        self.fields["slug"].help_text = _("The last part of the page's address: small letters, digits and hyphens.")

    def changes(self) -> dict[str, Any]:
        """What is to be set, without the version."""
        return {name: value for name, value in self.cleaned_data.items() if name != "version"}


class FederationForm(BodyForm):
    class Meta:
        model = Federation
        fields = ["name", "slug", "timezone", "language", "website", "email"]


class ClubForm(BodyForm):
    class Meta:
        model = Club
        fields = [
            *("name", "slug", "welcome", "playing_times", "venue", "address", "directions"),
            *("website", "email", "logo", "colour", "timezone", "language", "is_listed", "sorts_by_surname"),
            "code",
        ]
        widgets = {
            "logo": forms.ClearableFileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
            "address": forms.Textarea(attrs={"rows": 3}),
            "directions": forms.Textarea(attrs={"rows": 3}),
            "playing_times": forms.Textarea(attrs={"rows": 3}),
            "welcome": forms.Textarea(attrs={"rows": 4}),
        }
        help_texts = {"logo": gettext_lazy("A PNG, JPEG or WebP picture of at most 1 MB.")}

    def clean_logo(self) -> Any:
        logo = self.cleaned_data["logo"]
        if isinstance(logo, UploadedFile):
            return clean_picture(logo)
        return logo or ""  # Django's field says False for a cleared picture and None for none.


def clean_picture(upload: UploadedFile) -> ContentFile[bytes]:
    """The picture drawn anew under a name of our own: nothing else that the file may carry is kept."""
    if (upload.size or 0) > settings.LOGO_LIMIT:
        sentence = _("This picture has %(size).1f MB; at most 1 MB can be taken. Save it smaller and try again.")
        raise ValidationError(sentence % {"size": (upload.size or 0) / 1_000_000}, code="too_large")
    try:
        picture = Image.open(upload, formats=["PNG", "JPEG", "WEBP"])
        _refuse_too_many_points(*picture.size)
        picture.thumbnail(LOGO_PIXELS)
        output = BytesIO()
        picture.convert("RGBA").save(output, "PNG")
    except (OSError, Image.DecompressionBombError, ValueError, SyntaxError) as error:
        sentence = _("This is not a picture that can be read. Choose a PNG, JPEG or WebP file.")
        raise ValidationError(sentence, code="no_picture") from error
    return ContentFile(output.getvalue(), name=f"{uuid4().hex}.png")


def _refuse_too_many_points(width: int, height: int) -> None:
    """Before it is unpacked: a small file may say that it is a picture as large as a field."""
    if width * height > MOST_POINTS:
        sentence = _("This picture is %(width)s by %(height)s points; at most 12 million are read. Save it smaller.")
        raise ValidationError(sentence % {"width": width, "height": height}, code="too_many_points")
