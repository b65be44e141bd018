"""Clocks and table codes. What is done to them, the services do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.actors import Actor
from core.admin import OfficeAdmin
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


CODE = ("code", "made_at", "revoked_at", "revoked_by")


class CodeAdmin(OfficeAdmin):
    """Codes that open a table: read, and revoked for a new one."""

    club_path: str
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    actions = ("revoke",)
    new_code: Callable[..., Any]

    @admin.action(description=_("Revoke, and make a new code"))
    def revoke(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        codes = queryset.select_related(f"{self.club_path}__federation")
        self.for_each(request, codes, lambda actor, code: self.new_code(actor=actor, code=code))


@admin.register(TableCode)
class TableCodeAdmin(CodeAdmin):
    area = "session"
    acts = frozenset({"run"})
    fields = ("section", "table", *CODE)
    readonly_fields = fields
    list_display = ("section", "table", "made_at", "revoked_at")
    club_path = "section__session__event__club"
    list_select_related = ("section__session__event",)
    search_fields = ("section__session__event__name",)
    ordering = ("-made_at", "table")
    new_code = staticmethod(revoke_code)


@admin.register(StandingCode)
class StandingCodeAdmin(CodeAdmin):
    area = "event"
    acts = frozenset({"manage"})
    fields = ("club", "letter", "table", *CODE)
    readonly_fields = fields
    list_display = ("club", "letter", "table", "made_at", "revoked_at")
    club_path = "club"
    list_select_related = ("club",)
    search_fields = ("club__name",)
    ordering = ("club__name", "letter", "table")
    new_code = staticmethod(renew_standing_code)


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
        claims = queryset.select_related("section__session__event__club__federation")
        self.for_each(request, claims, lambda actor, claim: accept_claim(actor=actor, claim=claim))

    @admin.action(description=_("The list is right"))
    def dismiss(self, request: HttpRequest, queryset: QuerySet[SeatClaim]) -> None:
        claims = queryset.select_related("section__session__event__club__federation")
        self.for_each(request, claims, lambda actor, claim: dismiss_claim(actor=actor, claim=claim))
