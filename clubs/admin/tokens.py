from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubs.models import ApiToken, IdempotencyKey
from clubs.services.tokens import revoke_token
from core.admin import OfficeAdmin


@admin.register(ApiToken)
class ApiTokenAdmin(OfficeAdmin):
    """Keys are made by their owners; here they are seen and revoked. The digest is shown nowhere."""

    fields = (
        *("user", "name", "prefix", "scopes", "created_at", "expires_at", "ends_with_name"),
        *("last_used_at", "revoked_at"),
    )
    list_display = ("name", "prefix", "user", "created_at", "expires_at", "last_used_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter), "expires_at")
    list_select_related = ("user",)
    search_fields = ("name", "prefix", "user__email")
    date_hierarchy = "created_at"
    ordering = ("-created_at", "-pk")
    actions = ("revoke",)

    @admin.action(description=_("Revoke the chosen tokens"))
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        self.for_each(request, queryset, lambda actor, token: revoke_token(actor=actor, token=token))


@admin.register(IdempotencyKey)
class IdempotencyKeyAdmin(OfficeAdmin):
    """To be looked at: which requests were carried out. What was answered may hold names and is shown nowhere."""

    fields = ("user", "key", "status", "expires_at")
    list_display = ("key", "user", "status", "expires_at")
    list_select_related = ("user",)
    search_fields = ("key", "user__email")
    ordering = ("-expires_at", "-pk")
