"""The mail server: to be looked at. It is set up and tried on a page of its own."""

from __future__ import annotations

from django.contrib import admin

from clubs.models import MailServer
from core.admin import OfficeAdmin


@admin.register(MailServer)
class MailServerAdmin(OfficeAdmin):
    fields = ("host", "port", "security", "username", "sender", "changed_at")
    list_display = ("host", "port", "security", "sender", "changed_at")
    search_fields = ("host", "sender")
    ordering = ("pk",)
