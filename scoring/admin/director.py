"""Claims, results, fields, runs, calls: everything to be looked up, with a way to the desk."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from core.admin import OfficeAdmin
from events.models import Play, Session
from scoring.models import (
    Announcement,
    BoardForms,
    BoardResult,
    ClubTableRules,
    ComparisonField,
    DirectorCall,
    Penalty,
    ScoreAdjustment,
    ScoreEntry,
    ScoringRun,
    Standing,
    TableRules,
)
from scoring.selectors.table_rules import RULES

CLUB_SWITCHES = tuple(sorted(RULES))
SWITCHES = tuple(field.name for field in TableRules._meta.local_fields if field.name not in ("id", "version"))


class DeskLinkAdmin(OfficeAdmin):
    """Read-only, with a way to the session's desk."""

    @admin.display(description=_("at the desk"))
    def desk(self, record: Any) -> str:
        return _link(row_session(record), "session-desk")


class OnPlay(DeskLinkAdmin):
    list_select_related = ("play__section__session__event__club",)
    search_fields = ("play__section__session__event__name", "=play__board")

    @admin.display(description=_("at the desk"))
    def desk(self, record: Any) -> str:
        play: Play = record.play
        return _link(play.section.session, "session-play", play_id=play.pk)


def row_session(record: Any) -> Session:
    session: Session
    for path in (("session",), ("section", "session"), ("field", "session")):
        session = record
        for name in path:
            session = getattr(session, name, None)  # type: ignore[assignment]
        if session is not None:
            return session
    raise AttributeError("no session")


def _link(session: Session, page: str, **more: int) -> str:
    kwargs = {"slug": session.event.club.slug, "session_id": session.pk, **more}
    return format_html('<a href="{}">{}</a>', reverse(f"club-{page}", kwargs=kwargs), _("Open"))


@admin.register(ScoreEntry)
class ScoreEntryAdmin(OnPlay):
    fields = (
        *("play", "key", "outcome", "contract", "declarer", "tricks", "lead", "score", "state", "source", "side"),
        *("seen", "code", "user", "device", "typed_at", "received_at"),
        *("confirmed_side", "confirmed_device", "confirmed_at", "note"),
    )
    readonly_fields = fields
    list_display = ("play", "text", "score", "state", "side", "device", "received_at", "desk")
    list_filter = ("state", "source")
    ordering = ("-received_at", "-pk")


@admin.register(BoardResult)
class BoardResultAdmin(OnPlay):
    fields = (
        *("play", "version", "outcome", "contract", "declarer", "tricks", "lead", "score", "turned"),
        *("entry", "source", "reason", "made_at", "made_by", "superseded_at", "checked_at"),
    )
    readonly_fields = fields
    list_display = ("play", "text", "score", "version", "turned", "made_at", "superseded_at", "desk")
    list_filter = ("source", "turned", ("superseded_at", admin.EmptyFieldListFilter))
    ordering = ("-made_at", "-pk")


@admin.register(ScoreAdjustment)
class ScoreAdjustmentAdmin(OnPlay):
    fields = (
        *("play", "kind", "north_south", "east_west", "law", "reason"),
        *("authority", "made_at", "made_by", "superseded_at"),
    )
    readonly_fields = fields
    list_display = ("play", "kind", "law", "reason", "made_at", "superseded_at", "desk")
    list_filter = ("kind", ("superseded_at", admin.EmptyFieldListFilter))
    ordering = ("-made_at", "-pk")


@admin.register(BoardForms)
class BoardFormsAdmin(DeskLinkAdmin):
    fields = ("section", "board", "forms", "reason", "made_at", "made_by", "superseded_at")
    readonly_fields = fields
    list_display = ("section", "board", "reason", "made_at", "superseded_at", "desk")
    list_select_related = ("section__session__event__club",)
    list_filter = (("superseded_at", admin.EmptyFieldListFilter),)
    search_fields = ("section__session__event__name", "=board")
    ordering = ("-made_at", "-pk")


@admin.register(ComparisonField)
class FieldAdmin(DeskLinkAdmin):
    fields = ("session", "name", "sections", "revision", "scored_revision")
    readonly_fields = fields
    list_display = ("session", "name", "revision", "scored_revision", "desk")
    list_select_related = ("session__event__club",)
    search_fields = ("session__event__name",)
    ordering = ("-pk",)


class StandingInline(admin.TabularInline):
    """Worked out, never typed."""

    model = Standing
    fields = ("contestant", "ranking", "rank", "tied", "boards", "shown_total", "shown_percent", "penalty")
    readonly_fields = fields
    extra = 0
    can_delete = False
    ordering = ("ranking", "rank", "pk")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may look at the run."""
        return True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Standing]:
        return super().get_queryset(request).prefetch_related("contestant__entrants__player")


@admin.register(ScoringRun)
class ScoringRunAdmin(DeskLinkAdmin):
    inlines = (StandingInline,)
    fields = ("field", "revision", "method", "profile", "scored_at", "is_published")
    readonly_fields = fields
    list_display = ("field", "revision", "method", "scored_at", "is_published", "desk")
    list_select_related = ("field__session__event__club",)
    list_filter = ("is_published", "method")
    search_fields = ("field__session__event__name",)
    ordering = ("-scored_at", "-pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ScoringRun]:
        """Without the lines: a list would read megabytes."""
        return super().get_queryset(request).defer("boards", "sheet")


@admin.register(Penalty)
class PenaltyAdmin(DeskLinkAdmin):
    fields = (
        "field",
        "contestant",
        "amount",
        "unit",
        "law",
        "reason",
        "authority",
        "made_at",
        "made_by",
        "withdrawn_at",
    )
    readonly_fields = fields
    list_display = ("contestant", "amount", "unit", "law", "reason", "made_at", "withdrawn_at", "desk")
    list_select_related = ("field__session__event__club", "contestant")
    list_filter = ("unit", ("withdrawn_at", admin.EmptyFieldListFilter))
    search_fields = ("field__session__event__name", "reason")
    ordering = ("-made_at", "-pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Penalty]:
        return super().get_queryset(request).prefetch_related("contestant__entrants__player")


@admin.register(DirectorCall)
class DirectorCallAdmin(DeskLinkAdmin):
    fields = (
        *("section", "table", "round", "board", "reason", "state"),
        *("called_at", "device", "taken_by", "taken_at", "done_at", "note"),
    )
    readonly_fields = fields
    list_display = ("section", "table", "round", "board", "reason", "state", "called_at", "desk")
    list_select_related = ("section__session__event__club",)
    list_filter = ("state",)
    search_fields = ("section__session__event__name", "reason")
    ordering = ("-called_at", "-pk")


@admin.register(Announcement)
class AnnouncementAdmin(DeskLinkAdmin):
    fields = ("session", "section", "table", "text", "made_at", "made_by", "withdrawn_at")
    readonly_fields = fields
    list_display = ("session", "table", "text", "made_at", "withdrawn_at", "desk")
    list_select_related = ("session__event__club",)
    search_fields = ("session__event__name", "text")
    ordering = ("-made_at", "-pk")


@admin.register(ClubTableRules)
class ClubTableRulesAdmin(DeskLinkAdmin):
    fields = ("club", *CLUB_SWITCHES)
    readonly_fields = ("club", *CLUB_SWITCHES)
    list_display = ("club", "next_round", "confirm", "lead", "traveller", "ranking")
    list_select_related = ("club",)
    search_fields = ("club__name",)
    ordering = ("club__name",)


@admin.register(TableRules)
class TableRulesAdmin(DeskLinkAdmin):
    fields = SWITCHES
    readonly_fields = SWITCHES
    list_display = ("section", "confirm", "lead", "traveller", "ranking", "desk")
    list_select_related = ("section__session__event__club",)
    search_fields = ("section__session__event__name",)
    ordering = ("-pk",)
