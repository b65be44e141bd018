from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubs.admin.roles import OnBodyForm
from clubs.models import RegulationSetting
from clubs.regulations import CATALOGUE
from clubs.services.regulations import set_regulation, withdraw_regulation
from core import actors
from core.actors import Actor
from core.admin import OfficeAdmin
from core.permissions import may


class RegulationForm(OnBodyForm):
    key = forms.ChoiceField(
        label=_("Regulation"), choices=[(key, regulation.label) for key, regulation in CATALOGUE.items()]
    )
    value = forms.CharField(
        label=_("Value"), help_text=_("Minutes, an amount, the code of a choice, or yes or no, as it needs.")
    )

    def clean_value(self) -> Any:
        """As its kind asks for it in a form; the kind then checks it once more."""
        regulation = CATALOGUE.get(self.cleaned_data.get("key", ""))
        return regulation.kind.form_field().clean(self.cleaned_data["value"]) if regulation else ""


@admin.register(RegulationSetting)
class RegulationSettingAdmin(OfficeAdmin):
    area = "regulation"
    form = RegulationForm
    add_fields = ("federation", "club", "key", "value", "locked")
    fields = (*add_fields, "set_by", "set_at", "superseded_at")
    list_display = ("key", "federation", "club", "shown", "locked", "set_by", "set_at", "superseded_at")
    list_filter = (("superseded_at", admin.EmptyFieldListFilter), "locked", "key", "federation", "club")
    list_select_related = ("federation", "club", "set_by")
    search_fields = ("key", "federation__name", "club__name")
    autocomplete_fields = ("federation", "club")
    date_hierarchy = "set_at"
    ordering = ("key", "-set_at")
    actions = ("withdraw",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may(actors.of_request(request), "regulation.set")

    @admin.display(description=_("value"))
    def shown(self, setting: RegulationSetting) -> str:
        regulation = CATALOGUE.get(setting.key)
        return regulation.kind.show(setting.value) if regulation else str(setting.value)

    def add_by_service(self, actor: Actor, form: Any) -> RegulationSetting:
        fields = form.changes("federation", "club")
        body = form.cleaned_data["federation"] or form.cleaned_data["club"]
        return set_regulation(actor=actor, body=body, **fields)

    @admin.action(description=_("Withdraw the chosen regulations"))
    def withdraw(self, request: HttpRequest, queryset: QuerySet[RegulationSetting]) -> None:
        settings = queryset.filter(superseded_at=None).select_related("federation", "club__federation")
        self.for_each(
            request,
            settings,
            lambda actor, setting: withdraw_regulation(actor=actor, body=setting.body, key=setting.key),
        )
