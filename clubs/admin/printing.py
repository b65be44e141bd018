"""What has been printed, and how clubs print. It stands here because printing knows nothing of clubs."""

from __future__ import annotations

from django.contrib import admin

from core.admin import OfficeAdmin
from printing.models import Printout, PrintSettings


@admin.register(Printout)
class PrintoutAdmin(OfficeAdmin):
    fields = (
        *("title", "reports", "source", "period", "readers", "language", "paper", "form", "club", "federation"),
        *("asked_by", "asked_at", "job", "file", "made_from", "made_at", "remark", "failure"),
    )
    list_display = ("title", "source", "readers", "club", "asked_by", "asked_at", "made_at")
    list_filter = ("paper", "form", "club")
    list_select_related = ("club", "asked_by")
    search_fields = ("title", "source", "asked_by__email", "club__name")
    date_hierarchy = "asked_at"
    ordering = ("-asked_at", "-pk")


@admin.register(PrintSettings)
class PrintSettingsAdmin(OfficeAdmin):
    fields = ("club", "paper", "letters", "tonight", "wall")
    list_display = ("club", "paper", "letters")
    list_filter = ("paper", "letters")
    list_select_related = ("club",)
    search_fields = ("club__name",)
    ordering = ("club__name",)
