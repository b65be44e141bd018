"""What allauth keeps for signing in, to be looked at: without session keys and without the secrets of second steps."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubs.services.users import end_session
from core.admin import OfficeAdmin


@admin.register(EmailAddress)
class EmailAddressAdmin(OfficeAdmin):
    fields = ("email", "user", "primary", "verified")
    list_display = fields
    list_filter = ("primary", "verified")
    list_select_related = ("user",)
    search_fields = ("email", "user__player__display_name")
    ordering = ("email",)


@admin.register(Authenticator)
class AuthenticatorAdmin(OfficeAdmin):
    fields = ("user", "type", "created_at", "last_used_at")
    list_display = fields
    list_filter = ("type",)
    list_select_related = ("user",)
    search_fields = ("user__email", "user__player__display_name")
    date_hierarchy = "created_at"
    ordering = ("-created_at", "-pk")


@admin.register(UserSession)
class UserSessionAdmin(OfficeAdmin):
    fields = ("user", "ip", "user_agent", "created_at", "last_seen_at")
    list_display = fields
    list_filter = ("last_seen_at",)
    list_select_related = ("user",)
    search_fields = ("user__email", "user__player__display_name", "ip")
    date_hierarchy = "created_at"
    ordering = ("-last_seen_at", "-pk")
    actions = ("end",)

    @admin.action(description=_("End the chosen sessions"))
    def end(self, request: HttpRequest, queryset: QuerySet[UserSession]) -> None:
        self.for_each(request, queryset, lambda actor, session: end_session(actor=actor, session=session))
