"""Table money, officials, substitutes and line-ups in the operator's view. What was taken or noted is never edited."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core import actors
from core.actors import Actor
from core.admin import OfficeAdmin
from core.permissions import may
from events.models import LineUp, SessionOfficial, Substitution, TableMoney
from events.services.lineups import set_line_up
from events.services.money import take_money, withdraw_money
from events.services.officials import name_official, remove_official, set_deputy
from events.services.substitutes import add_substitute, withdraw_substitute


class DeskAdmin(OfficeAdmin):
    """What is added with the right named here, and afterwards only withdrawn."""

    adding_act = "session.run"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may(actors.of_request(request), self.adding_act)


@admin.register(TableMoney)
class TableMoneyAdmin(DeskAdmin):
    adding_act = "money.take"
    add_fields = ("session", "player", "how", "amount", "reason")
    fields = (*add_fields, "settles", "taken_by", "taken_at", "withdrawn_at")
    fixed = add_fields
    readonly_fields = ("settles", "taken_by", "taken_at", "withdrawn_at")
    list_display = ("player", "session", "how", "amount", "taken_by", "taken_at", "withdrawn_at")
    list_filter = ("how", ("withdrawn_at", admin.EmptyFieldListFilter), "session__event__club")
    list_select_related = ("player", "session__event", "taken_by")
    search_fields = ("player__display_name", "session__event__name")
    raw_id_fields = ("session",)
    autocomplete_fields = ("player",)
    date_hierarchy = "taken_at"
    ordering = ("-taken_at", "-pk")
    actions = ("withdraw",)

    def add_by_service(self, actor: Actor, form: Any) -> TableMoney:
        fields = form.changes("player")
        return take_money(actor=actor, players=[form.cleaned_data["player"]], **fields).payments[0]

    @admin.action(description=_("Withdraw the selected payments"))
    def withdraw(self, request: HttpRequest, queryset: QuerySet[TableMoney]) -> None:
        payments = queryset.select_related("session__event__club")
        self.for_each(request, payments, lambda actor, payment: withdraw_money(actor=actor, money=payment))


@admin.register(SessionOfficial)
class SessionOfficialAdmin(DeskAdmin):
    fields = ("session", "player", "duty", "deputy")
    fixed = ("session", "player", "duty")
    list_display = ("session", "player", "duty", "deputy", "in_charge")
    list_filter = ("duty", "session__event__club")
    list_select_related = ("session__event", "player", "deputy")
    search_fields = ("player__display_name", "deputy__display_name", "session__event__name")
    raw_id_fields = ("session",)
    autocomplete_fields = ("player", "deputy")
    ordering = ("-session__starts_at", "duty")
    actions = ("take_off",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may(actors.of_request(request), "session.run", obj)

    def add_by_service(self, actor: Actor, form: Any) -> SessionOfficial:
        return name_official(actor=actor, **form.changes())

    def change_by_service(self, actor: Actor, obj: SessionOfficial, form: Any) -> SessionOfficial:
        return set_deputy(actor=actor, official=obj, deputy=form.cleaned_data["deputy"])

    @admin.action(description=_("Take the selected names off the list"))
    def take_off(self, request: HttpRequest, queryset: QuerySet[SessionOfficial]) -> None:
        officials = queryset.select_related("session__event__club")
        self.for_each(request, officials, lambda actor, official: remove_official(actor=actor, official=official))


@admin.register(Substitution)
class SubstitutionAdmin(DeskAdmin):
    add_fields = ("place", "entrant", "player", "first_round", "last_round", "reason")
    fields = (*add_fields, "made_at", "withdrawn_at")
    fixed = add_fields
    readonly_fields = ("made_at", "withdrawn_at")
    list_display = ("player", "entrant", "place", "first_round", "last_round", "made_at", "withdrawn_at")
    list_filter = (("withdrawn_at", admin.EmptyFieldListFilter), "place__session__event__club")
    list_select_related = ("player", "entrant__player", "place__section")
    search_fields = ("player__display_name", "entrant__player__display_name", "place__session__event__name")
    raw_id_fields = ("place", "entrant")
    autocomplete_fields = ("player",)
    date_hierarchy = "made_at"
    ordering = ("-made_at", "-pk")
    actions = ("withdraw",)

    def add_by_service(self, actor: Actor, form: Any) -> Substitution:
        return add_substitute(actor=actor, **form.changes())

    @admin.action(description=_("Withdraw the selected substitutions"))
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Substitution]) -> None:
        substitutions = queryset.select_related("place__session__event__club")
        self.for_each(
            request,
            substitutions,
            lambda actor, substitution: withdraw_substitute(actor=actor, substitution=substitution),
        )


@admin.register(LineUp)
class LineUpAdmin(DeskAdmin):
    fields = ("place", "first_round", "north", "south", "east", "west")
    fixed = ("place", "first_round")
    list_display = ("place", "first_round", "north", "south", "east", "west", "made_at")
    list_select_related = (
        *("place__section", "north__player", "south__player", "east__player", "west__player"),
        "place__session__event",
    )
    search_fields = ("place__contestant__name", "place__session__event__name")
    raw_id_fields = ("place", "north", "south", "east", "west")
    ordering = ("-place__session__starts_at", "place__number", "first_round")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may(actors.of_request(request), "session.run", obj)

    def add_by_service(self, actor: Actor, form: Any) -> LineUp:
        return set_line_up(actor=actor, **form.changes())

    def change_by_service(self, actor: Actor, obj: LineUp, form: Any) -> LineUp:
        return set_line_up(actor=actor, place=obj.place, first_round=obj.first_round, **form.changes())
