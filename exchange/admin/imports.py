"""Imports of results: to be looked at. They are made, confirmed and undone on the club's own pages."""

from __future__ import annotations

from django.contrib import admin

from core.admin import OfficeAdmin
from exchange.models import Delivery, ImportedName, ImportFile, KnownName, ResultsImport, SessionIdentity, Webhook


@admin.register(ResultsImport)
class ResultsImportAdmin(OfficeAdmin):
    fields = ("club", "state", "made_by", "made_at", "finished_at")
    list_display = ("__str__", "state", "made_by", "made_at", "finished_at")
    list_filter = ("state", "club")
    list_select_related = ("club", "made_by")
    search_fields = ("club__name",)
    date_hierarchy = "made_at"
    ordering = ("-made_at", "-pk")


@admin.register(ImportFile)
class ImportFileAdmin(OfficeAdmin):
    fields = ("results_import", "name", "fate", "note", "choice", "profile", "method", "outline", "event", "written_at")
    list_display = ("name", "results_import", "fate", "choice", "event", "written_at")
    list_filter = ("fate", "choice")
    list_select_related = ("results_import__club", "event")
    search_fields = ("name",)
    ordering = ("-results_import", "pk")


@admin.register(ImportedName)
class ImportedNameAdmin(OfficeAdmin):
    fields = ("results_import", "name", "number", "files", "answer", "player")
    list_display = fields
    list_filter = ("answer",)
    list_select_related = ("results_import__club", "player")
    search_fields = ("name",)
    ordering = ("-results_import", "name_key")


@admin.register(KnownName)
class KnownNameAdmin(OfficeAdmin):
    fields = ("club", "name_key", "player", "said_at", "said_by")
    list_display = fields
    list_select_related = ("club", "player", "said_by")
    search_fields = ("name_key",)
    ordering = ("club", "name_key")


@admin.register(SessionIdentity)
class SessionIdentityAdmin(OfficeAdmin):
    fields = ("session", "uuid", "arrived_at")
    list_display = fields
    list_select_related = ("session__event",)
    search_fields = ("uuid",)
    ordering = ("-session",)


@admin.register(Webhook)
class WebhookAdmin(OfficeAdmin):
    fields = ("club", "url", "news", "made_at", "made_by", "stopped_at")
    list_display = ("url", "club", "made_at", "stopped_at")
    list_select_related = ("club",)
    search_fields = ("url", "club__name")
    ordering = ("club", "made_at")


@admin.register(Delivery)
class DeliveryAdmin(OfficeAdmin):
    fields = ("webhook", "news", "body", "made_at", "state", "tries", "answer", "tried_at")
    list_display = ("news", "webhook", "made_at", "state", "tries", "answer")
    list_filter = ("state", "news")
    list_select_related = ("webhook",)
    search_fields = ("webhook__url",)
    ordering = ("-made_at", "-pk")
