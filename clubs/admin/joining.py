"""Requests to be joined to a member: to be looked at. They are answered on the club's own pages."""

from __future__ import annotations

from django.contrib import admin

from clubs.models import JoinRequest
from core.admin import OfficeAdmin


@admin.register(JoinRequest)
class JoinRequestAdmin(OfficeAdmin):
    fields = (
        *("user", "club", "number", "federation_number", "note", "state"),
        *("asked_at", "answered_at", "answered_by", "reason", "player"),
    )
    list_display = ("user", "club", "state", "asked_at", "answered_at", "answered_by")
    list_filter = ("state", "club")
    list_select_related = ("user", "club", "answered_by")
    search_fields = ("user__email", "user__player__display_name", "club__name")
    date_hierarchy = "asked_at"
    ordering = ("-asked_at", "-pk")
