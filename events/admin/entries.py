"""Events, series, sessions, contestants and wishes in the operator's view."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from core import actors
from core.actors import Actor
from core.admin import OfficeAdmin, OfficeForm
from core.permissions import may
from events.models import Contestant, Event, PartnerWish, Series, Session
from events.models.conditions import CONDITIONS
from events.services.contestants import add_contestant, change_contestant, promote, withdraw_contestant
from events.services.events import add_event, add_series, change_event, change_series, publish_event
from events.services.partners import add_wish, withdraw_wish
from events.services.planning import move_session, plan_session

MOST_PLAYERS = 6


class ManagedAdmin(OfficeAdmin):
    """Asks one rule for adding and changing alike."""

    act: str = "event.manage"
    acts = frozenset({"add", "change"})

    def _may(self, request: HttpRequest, verb: str, obj: Model | None = None) -> bool:
        return verb in self.acts and may(actors.of_request(request), self.act, obj)


@admin.register(Event)
class EventAdmin(ManagedAdmin):
    add_fields = ("club", *CONDITIONS, "entries_close_at")
    fields = (
        *("club", "series", *CONDITIONS, "sessions_planned", "entries_close_at"),
        *("published_at", "cancelled_at", "cancel_reason", "removed_at", "made_at"),
    )
    fixed = ("club",)
    readonly_fields = ("series", "published_at", "cancelled_at", "cancel_reason", "removed_at", "made_at")
    list_display = ("name", "club", "form", "scoring", "published_at", "cancelled_at", "made_at")
    list_filter = ("form", ("published_at", admin.EmptyFieldListFilter), "club")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    autocomplete_fields = ("club",)
    date_hierarchy = "made_at"
    ordering = ("-made_at", "-pk")
    actions = ("publish",)

    def add_by_service(self, actor: Actor, form: Any) -> Event:
        return add_event(actor=actor, **form.changes())

    def change_by_service(self, actor: Actor, obj: Event, form: Any) -> Event:
        return change_event(actor=actor, event=obj, version=form.cleaned_data["seen_version"], **form.changes())

    @admin.action(description=_("Announce the selected events"))
    def publish(self, request: HttpRequest, queryset: QuerySet[Event]) -> None:
        events = queryset.select_related("club__federation")
        self.for_each(request, events, lambda actor, event: publish_event(actor=actor, event=event))


@admin.register(Series)
class SeriesAdmin(ManagedAdmin):
    fields = ("club", *CONDITIONS, "weekday", "starts", "closes_minutes_before", "is_active")
    fixed = ("club",)
    list_display = ("name", "club", "weekday", "starts", "is_active")
    list_filter = ("is_active", "weekday", "club")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    autocomplete_fields = ("club",)
    ordering = ("club__name", "weekday", "starts")

    def add_by_service(self, actor: Actor, form: Any) -> Series:
        return add_series(actor=actor, **form.changes())

    def change_by_service(self, actor: Actor, obj: Series, form: Any) -> Series:
        return change_series(actor=actor, series=obj, version=form.cleaned_data["seen_version"], **form.changes())


@admin.register(Session)
class SessionAdmin(ManagedAdmin):
    """When it is played; its way from planned to finished is gone at its desk."""

    add_fields = ("event", "starts_at")
    fields = ("event", "number", "starts_at", "state", "round", "started_at", "finished_at")
    fixed = ("event",)
    readonly_fields = ("number", "state", "round", "started_at", "finished_at")
    list_display = ("event", "number", "starts_at", "state", "round")
    list_filter = ("state", "event__club")
    list_select_related = ("event",)
    search_fields = ("event__name", "event__club__name")
    autocomplete_fields = ("event",)
    date_hierarchy = "starts_at"
    ordering = ("-starts_at", "-pk")

    def add_by_service(self, actor: Actor, form: Any) -> Session:
        return plan_session(actor=actor, **form.changes())

    def change_by_service(self, actor: Actor, obj: Session, form: Any) -> Session:
        return move_session(actor=actor, session=obj, version=form.cleaned_data["seen_version"], **form.changes())


class NewContestantForm(OfficeForm):
    players = forms.CharField(
        label=_("Players"), help_text=_("Their ids, separated by commas; 0 for somebody whose name is not known.")
    )

    def clean_players(self) -> list[Player | None]:
        ids = [part.strip() for part in self.cleaned_data["players"].split(",") if part.strip()][:MOST_PLAYERS]
        if not all(part.isdecimal() and len(part) < 18 for part in ids):
            raise forms.ValidationError(_("Write ids, such as 12, 40."), code="invalid")
        players = Player.objects.in_bulk([int(part) for part in ids])
        if missing := [part for part in ids if int(part) and int(part) not in players]:
            raise forms.ValidationError(_("There is no player with the id %(id)s."), params={"id": missing[0]})
        return [players.get(int(part)) for part in ids]


@admin.register(Contestant)
class ContestantAdmin(ManagedAdmin):
    """Names are put right at the desk, which knows who is meant."""

    act = "entry.manage"
    add_form = NewContestantForm
    add_fields = ("event", "players", "name", "seed", "note")
    fields = ("event", "who", "name", "status", "seed", "note", "entered_at", "entered_by", "withdrawn_at")
    fixed = ("event",)
    readonly_fields = ("who", "status", "entered_at", "entered_by", "withdrawn_at")
    list_display = ("who", "event", "status", "seed", "entered_at")
    list_filter = ("status", "event__club")
    list_select_related = ("event", "entered_by")
    search_fields = ("name", "entrants__player__display_name", "event__name")
    autocomplete_fields = ("event",)
    date_hierarchy = "entered_at"
    ordering = ("-entered_at", "-pk")
    actions = ("withdraw", "give_a_place")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Contestant]:
        return super().get_queryset(request).select_related("event__club").prefetch_related("entrants__player")

    @admin.display(description=_("players"))
    def who(self, contestant: Contestant) -> str:
        return " – ".join(entrant.title for entrant in contestant.entrants.all()) if contestant.pk else ""

    def add_by_service(self, actor: Actor, form: Any) -> Contestant:
        return add_contestant(actor=actor, **form.changes())

    def change_by_service(self, actor: Actor, obj: Contestant, form: Any) -> Contestant:
        version = form.cleaned_data["seen_version"]
        return change_contestant(actor=actor, contestant=obj, version=version, **form.changes())

    @admin.action(description=_("Withdraw the selected contestants"))
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Contestant]) -> None:
        self.for_each(
            request, queryset, lambda actor, contestant: withdraw_contestant(actor=actor, contestant=contestant)
        )

    @admin.action(description=_("Give the selected ones a place"))
    def give_a_place(self, request: HttpRequest, queryset: QuerySet[Contestant]) -> None:
        self.for_each(request, queryset, lambda actor, contestant: promote(actor=actor, contestant=contestant))


@admin.register(PartnerWish)
class PartnerWishAdmin(ManagedAdmin):
    act = "entry.manage"
    acts = frozenset({"add"})
    add_fields = ("event", "player", "note")
    fields = ("event", "player", "note", "state", "made_at")
    readonly_fields = ("state", "made_at")
    list_display = ("player", "event", "state", "made_at")
    list_filter = ("state", "event__club")
    list_select_related = ("player", "event")
    search_fields = ("player__display_name", "event__name")
    autocomplete_fields = ("event", "player")
    date_hierarchy = "made_at"
    ordering = ("-made_at", "-pk")
    actions = ("withdraw",)

    def add_by_service(self, actor: Actor, form: Any) -> PartnerWish:
        return add_wish(actor=actor, **form.changes())

    @admin.action(description=_("Take the selected ones off the list"))
    def withdraw(self, request: HttpRequest, queryset: QuerySet[PartnerWish]) -> None:
        wishes = queryset.select_related("event__club__federation")
        self.for_each(request, wishes, lambda actor, wish: withdraw_wish(actor=actor, wish=wish))
