from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from clubs.forms.bodies import ZoneField, clean_picture
from clubs.models import Club, Federation
from clubs.services.bodies import add_club, add_federation, change_club, change_federation
from core.actors import Actor
from core.admin import OfficeAdmin, OfficeForm


class BodyForm(OfficeForm):
    timezone = ZoneField(label=_("Time zone"), initial="UTC")
    language = forms.ChoiceField(label=_("Language"), required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        current = self.instance.language
        languages = [("", _("As the browser asks")), *settings.LANGUAGES]
        # A language that this installation does not speak yet stays until somebody chooses another.
        choices = languages if current in dict(languages) else [*languages, (current, current)]
        self.fields["language"].choices = choices  # type: ignore[attr-defined]

    def clean_logo(self) -> Any:
        logo = self.cleaned_data["logo"]
        return clean_picture(logo) if isinstance(logo, UploadedFile) else logo or ""


@admin.register(Federation)
class FederationAdmin(OfficeAdmin):
    area = "federation"
    acts = frozenset({"add", "change"})
    form = BodyForm
    fields = ("name", "slug", "level", "parent", "timezone", "language", "website", "email")
    fixed = ("parent",)
    list_display = ("name", "level", "parent", "timezone", "email", "created_at")
    list_filter = ("level",)
    list_select_related = ("parent",)
    search_fields = ("name", "slug", "email")
    autocomplete_fields = ("parent",)
    prepopulated_fields = {"slug": ("name",)}
    date_hierarchy = "created_at"
    ordering = ("path",)

    def get_prepopulated_fields(self, request: Any, obj: Any = None) -> Any:
        return {} if obj else self.prepopulated_fields

    def add_by_service(self, actor: Actor, form: Any) -> Federation:
        return add_federation(actor=actor, parent=form.cleaned_data["parent"], **form.changes("parent"))

    def change_by_service(self, actor: Actor, obj: Federation, form: Any) -> Federation:
        return change_federation(
            actor=actor, federation=obj, version=form.cleaned_data["seen_version"], **form.changes()
        )


@admin.register(Club)
class ClubAdmin(OfficeAdmin):
    area = "club"
    acts = frozenset({"add", "change"})
    form = BodyForm
    fields = (
        *("name", "slug", "federation", "timezone", "language", "colour", "logo", "welcome", "playing_times"),
        *("venue", "address", "directions", "website", "email", "is_listed", "sorts_by_surname"),
    )
    fixed = ("federation",)
    list_display = ("name", "federation", "timezone", "language", "email", "is_listed", "created_at")
    list_filter = ("is_listed", "colour", "federation")
    list_select_related = ("federation",)
    search_fields = ("name", "slug", "email", "venue")
    autocomplete_fields = ("federation",)
    prepopulated_fields = {"slug": ("name",)}
    date_hierarchy = "created_at"
    ordering = ("name",)

    def get_prepopulated_fields(self, request: Any, obj: Any = None) -> Any:
        return {} if obj else self.prepopulated_fields

    def add_by_service(self, actor: Actor, form: Any) -> Club:
        return add_club(actor=actor, federation=form.cleaned_data["federation"], **form.changes("federation"))

    def change_by_service(self, actor: Actor, obj: Club, form: Any) -> Club:
        return change_club(actor=actor, club=obj, version=form.cleaned_data["seen_version"], **form.changes())
