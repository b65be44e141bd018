"""Clocks and table codes. What is done to them, the services do."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubs.actors import Actor
from clubs.admin.base import OfficeAdmin
from events.models import Clock, SeatClaim, StandingCode, TableCode, TableRound
from events.services.clock import set_clock
from events.services.identify import accept_claim, dismiss_claim
from events.services.standing_codes import renew_standing_code
from events.services.tables import revoke_code


@admin.register(Clock)
class ClockAdmin(OfficeAdmin):
    area = "session"
    acts = frozenset({"run"})
    fields = (
        *("session", "round_seconds", "move_seconds", "warning_seconds"),
        *("phase", "phase_began_at", "phase_seconds", "paused_at"),
    )
    readonly_fields = ("session", "phase", "phase_began_at", "phase_seconds", "paused_at")
    list_display = ("session", "phase", "phase_began_at", "phase_seconds", "paused_at")
    list_filter = ("phase",)
    list_select_related = ("session__event",)
    search_fields = ("session__event__name",)
    ordering = ("-phase_began_at",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._may(request, "run", obj)

    def change_by_service(self, actor: Actor, obj: Clock, form: Any) -> Clock:
        version = form.cleaned_data["seen_version"]
        return set_clock(actor=actor, session=obj.session, version=version, **form.changes())


@admin.register(TableCode)
class TableCodeAdmin(OfficeAdmin):
    area = "session"
    acts = frozenset({"run"})
    fields = ("section", "table", "code", "made_at", "revoked_at", "revoked_by")
    readonly_fields = fields
    list_display = ("section", "table", "made_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    list_select_related = ("section__session__event",)
    search_fields = ("section__session__event__name",)
    ordering = ("-made_at", "table")
    actions = ("revoke",)

    @admin.action(description=_("Revoke, and make a new code"))
    def revoke(self, request: HttpRequest, queryset: QuerySet[TableCode]) -> None:
        rows = queryset.select_related("section__session__event__club__federation")
        self.for_each(request, rows, lambda actor, code: revoke_code(actor=actor, code=code))


@admin.register(StandingCode)
class StandingCodeAdmin(OfficeAdmin):
    area = "event"
    acts = frozenset({"manage"})
    fields = ("club", "letter", "table", "code", "made_at", "revoked_at", "revoked_by")
    readonly_fields = fields
    list_display = ("club", "letter", "table", "made_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    list_select_related = ("club",)
    search_fields = ("club__name",)
    ordering = ("club__name", "letter", "table")
    actions = ("renew",)

    @admin.action(description=_("Revoke, and make a new code"))
    def renew(self, request: HttpRequest, queryset: QuerySet[StandingCode]) -> None:
        rows = queryset.select_related("club__federation")
        self.for_each(request, rows, lambda actor, code: renew_standing_code(actor=actor, code=code))


@admin.register(TableRound)
class TableRoundAdmin(OfficeAdmin):
    """Which tables are ahead of the session's round."""

    area = "session"
    acts = frozenset({"run"})
    fields = ("section", "table", "round", "begun_at")
    readonly_fields = fields
    list_display = fields
    list_select_related = ("section__session__event",)
    search_fields = ("section__session__event__name",)
    ordering = ("-begun_at", "table")


@admin.register(SeatClaim)
class SeatClaimAdmin(OfficeAdmin):
    area = "session"
    acts = frozenset({"run"})
    fields = (
        *("section", "table", "round", "seat", "entrant", "player"),
        *("made_at", "settled_at", "settled_by", "accepted"),
    )
    readonly_fields = fields
    list_display = ("section", "table", "seat", "entrant", "player", "made_at", "settled_at", "accepted")
    list_filter = (("settled_at", admin.EmptyFieldListFilter), "accepted")
    list_select_related = ("section__session__event", "entrant__player", "player")
    search_fields = ("section__session__event__name", "player__display_name")
    ordering = ("-made_at",)
    actions = ("accept", "dismiss")

    @admin.action(description=_("The table is right"))
    def accept(self, request: HttpRequest, queryset: QuerySet[SeatClaim]) -> None:
        rows = queryset.select_related("section__session__event__club__federation")
        self.for_each(request, rows, lambda actor, claim: accept_claim(actor=actor, claim=claim))

    @admin.action(description=_("The list is right"))
    def dismiss(self, request: HttpRequest, queryset: QuerySet[SeatClaim]) -> None:
        rows = queryset.select_related("section__session__event__club__federation")
        self.for_each(request, rows, lambda actor, claim: dismiss_claim(actor=actor, claim=claim))
