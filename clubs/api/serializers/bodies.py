from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.validators import UniqueValidator

from clubs.models import Club, Federation
from core.api.serializers import PlainWords

LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$"
COMMON = ("slug", "name", "timezone", "language", "website", "email", "version")
NO_FEDERATION: dict[str, Any] = {
    "does_not_exist": _("There is no federation with this address name. Look at the spelling."),
    "invalid": _("Give the federation's address name, as text."),
}


def federation_field(**options: Any) -> serializers.SlugRelatedField[Federation]:
    return serializers.SlugRelatedField(
        slug_field="slug", queryset=Federation.objects.all(), error_messages=NO_FEDERATION, **options
    )


def slug_field(queryset: Any, sentence: Any) -> serializers.SlugField:
    invalid: dict[str, Any] = {"invalid": _("Use letters without accents, digits, hyphens and underscores only.")}
    unique = UniqueValidator(queryset=queryset, message=sentence)
    return serializers.SlugField(max_length=60, error_messages=invalid, validators=[unique])


def language_field() -> serializers.RegexField:
    """Any language: a body may speak one that the pages are not translated into."""
    return serializers.RegexField(
        LANGUAGE,
        max_length=10,
        allow_blank=True,
        required=False,
        error_messages={"invalid": _("Write the code of a language, such as en, el or pt-br.")},
        help_text="The code of a language, such as en, el or pt-br; empty for none in particular.",
    )


class FederationSerializer(PlainWords, serializers.ModelSerializer[Federation]):
    parent = federation_field(required=False, allow_null=True, default=None)  # type: ignore[assignment]
    slug = slug_field(Federation.objects.all(), _("Another federation has this address name. Choose another one."))
    language = language_field()

    class Meta:
        model = Federation
        fields = [*COMMON, "level", "parent"]
        read_only_fields = ["version"]


class FederationChangeSerializer(FederationSerializer):
    """A federation does not move to another place in the tree."""

    parent: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True)


class ClubSerializer(PlainWords, serializers.ModelSerializer[Club]):
    federation = federation_field()
    slug = slug_field(Club.objects.all(), _("Another club has this address name. Choose another one."))
    language = language_field()
    logo = serializers.SerializerMethodField(help_text="Address of the picture; changed on the club's own pages.")

    class Meta:
        model = Club
        fields = [
            *(*COMMON, "federation", "colour", "logo", "welcome", "venue", "address", "directions", "playing_times"),
            *("is_listed", "sorts_by_surname", "code"),
        ]
        read_only_fields = ["version"]

    def get_logo(self, club: Club) -> str | None:
        return club.logo.url if club.logo else None


class ClubChangeSerializer(ClubSerializer):
    """A club does not move to another federation."""

    federation: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True)
