"""Imports of members: to be looked at. They are made, confirmed and dropped on the club's own pages."""

from __future__ import annotations

from django.contrib import admin

from clubs.models import MemberImport, MemberImportRow
from core.admin import OfficeAdmin


@admin.register(MemberImport)
class MemberImportAdmin(OfficeAdmin):
    fields = (
        *("club", "file_name", "state", "header", "columns", "rows_total", "counts"),
        *("made_by", "made_at", "finished_at"),
    )
    list_display = ("file_name", "club", "state", "rows_total", "made_by", "made_at", "finished_at")
    list_filter = ("state", "club")
    list_select_related = ("club", "made_by")
    search_fields = ("file_name", "club__name", "made_by__email")
    date_hierarchy = "made_at"
    ordering = ("-made_at", "-pk")


@admin.register(MemberImportRow)
class MemberImportRowAdmin(OfficeAdmin):
    fields = ("member_import", "line", "fate", "note", "is_written")
    list_display = fields
    list_filter = ("fate", "is_written")
    list_select_related = ("member_import",)
    search_fields = ("note", "member_import__file_name")
    ordering = ("-member_import", "line")
