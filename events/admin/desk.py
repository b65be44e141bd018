"""Sections, places and plays, to look at: they are changed at the desk of their session."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.admin import OfficeAdmin
from events.models import Place, Play, Section


@admin.register(Section)
class SectionAdmin(OfficeAdmin):
    fields = ("session", "letter", "chosen", "first_board", "board_set")
    readonly_fields = fields
    list_display = ("session", "letter", "first_board", "board_set")
    list_select_related = ("session__event", "board_set")
    search_fields = ("session__event__name",)
    ordering = ("-session__starts_at", "letter")


@admin.register(Place)
class PlaceAdmin(OfficeAdmin):
    fields = ("session", "section", "contestant", "number")
    readonly_fields = fields
    list_display = ("session", "section_letter", "number", "contestant")
    list_select_related = ("session__event", "section", "contestant")
    search_fields = ("session__event__name", "contestant__entrants__player__display_name")
    ordering = ("-session__starts_at", "section__letter", "number")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Place]:
        return super().get_queryset(request).prefetch_related("contestant__entrants__player")

    @admin.display(description=_("section"), ordering="section__letter")
    def section_letter(self, place: Place) -> str:
        return place.section.letter


@admin.register(Play)
class PlayAdmin(OfficeAdmin):
    fields = ("section", "round", "table", "board", "north", "east", "south", "west", "state")
    readonly_fields = fields
    list_display = ("section", "round", "table", "board", "state")
    list_select_related = ("section__session__event",)
    list_filter = ("state",)
    search_fields = ("section__session__event__name",)
    ordering = ("-section__session__starts_at", "section__letter", "round", "table", "board")
