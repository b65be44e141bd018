from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import RoleGrant
from clubs.services.roles import grant_role, revoke_role
from core import actors
from core.actors import Actor
from core.admin import OfficeAdmin, OfficeForm
from core.permissions import may


class OnBodyForm(OfficeForm):
    """Something that stands on a federation or on a club."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if bool(cleaned.get("federation")) == bool(cleaned.get("club")):
            raise ValidationError(_("Choose either a federation or a club."))
        return cleaned


class GrantForm(OnBodyForm):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if "starts_at" in self.fields:
            self.fields["starts_at"].required = False
            self.fields["starts_at"].help_text = _("Empty: from now on.")


@admin.register(RoleGrant)
class RoleGrantAdmin(OfficeAdmin):
    area = "role"
    form = GrantForm
    add_fields = ("user", "role", "federation", "club", "starts_at", "ends_at")
    fields = (*add_fields, "granted_by", "granted_at", "revoked_by", "revoked_at")
    list_display = ("user", "role", "federation", "club", "starts_at", "ends_at", "granted_by", "revoked_at")
    list_filter = ("role", ("revoked_at", admin.EmptyFieldListFilter), "federation", "club")
    list_select_related = ("user", "federation", "club", "granted_by")
    search_fields = ("user__email", "user__player__display_name", "federation__name", "club__name")
    autocomplete_fields = ("user", "federation", "club")
    date_hierarchy = "granted_at"
    ordering = ("-granted_at", "-pk")
    actions = ("revoke",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may(actors.of_request(request), "role.grant")

    def add_by_service(self, actor: Actor, form: Any) -> RoleGrant:
        fields = form.changes("federation", "club")
        body = form.cleaned_data["federation"] or form.cleaned_data["club"]
        return grant_role(actor=actor, body=body, **fields)

    @admin.action(description=gettext_lazy("Revoke the chosen roles"))
    def revoke(self, request: HttpRequest, queryset: QuerySet[RoleGrant]) -> None:
        self.for_each(request, queryset, lambda actor, grant: revoke_role(actor=actor, grant=grant))
